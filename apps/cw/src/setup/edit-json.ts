import { createScanner, type Node } from 'jsonc-parser';
import { readTree } from './json-text.ts';

/**
 * A JSON text in which the value at a path is another one, and nothing else has changed, comments included. Objects on
 * the way that are missing are made.
 * @throws JsonProblem when the text is no JSON
 * @returns undefined when something else than an object stands in the way
 */
export function setInJson(text: string, path: readonly string[], value: unknown): string | undefined {
  const source = text.trim() === '' ? '{}\n' : text;
  let node = readTree(source);
  for (const [depth, name] of path.entries()) {
    if (node?.type !== 'object') return undefined;
    const member = membersOf(node).findLast((one) => nameOf(one) === name);
    const rest = path.slice(depth + 1);
    if (member === undefined) return insert(source, node, { name, value: nested(rest, value), depth });
    node = member.children?.[1];
    if (rest.length > 0 || node === undefined) continue;
    const told = written(value, indentAt(source, member.offset), unitOf(source));
    return source.slice(0, node.offset) + told + source.slice(endOf(node));
  }
  return undefined;
}

/** A JSON text without the value at a path; the same text when there is none. @throws JsonProblem */
export function removeFromJson(text: string, path: JsonPath): string {
  if (text.trim() === '') return text;
  let node = readTree(text);
  for (const [depth, step] of path.entries()) {
    const members: readonly Node[] = node === undefined ? [] : membersOf(node);
    const place = typeof step === 'number' ? step : members.findLastIndex((one) => nameOf(one) === step);
    const member = members[place];
    if (member === undefined) return text;
    if (depth === path.length - 1) return cutMember(text, members, place);
    node = typeof step === 'number' ? member : member.children?.[1];
  }
  return text;
}

/** Names in objects, and places in lists. */
export type JsonPath = readonly (string | number)[];

/** The value at a path, or undefined. */
export function valueIn(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (at, name) => (typeof at === 'object' && at !== null ? Reflect.get(at, name) : undefined),
    value,
  );
}

type Inserted = { readonly name: string; readonly value: unknown; readonly depth: number };

function insert(text: string, object: Node, { name, value, depth }: Inserted): string {
  const unit = unitOf(text);
  const last = membersOf(object).at(-1);
  const indent = last === undefined ? unit.repeat(depth + 1) : indentAt(text, last.offset);
  const told = `\n${indent}${JSON.stringify(name)}: ${written(value, indent, unit)}`;
  if (last === undefined) {
    return `${text.slice(0, object.offset + 1)}${told}\n${unit.repeat(depth)}${text.slice(endOf(object) - 1)}`;
  }
  const end = endOf(last);
  const next = tokenAfter(text, end, true);
  const [before, after] = next.text === ',' ? ['', ','] : [',', ''];
  // What is said on the line of the last member is about that one.
  const place = endOfComment(text, next.text === ',' ? next.end : end);
  return text.slice(0, end) + before + text.slice(end, place) + told + after + text.slice(place);
}

/** Behind a comment that begins and ends on the line of a place; else the place itself. */
function endOfComment(text: string, place: number): number {
  const blank = tokenAfter(text, place, false);
  const token = blank.text.trim() === '' && !blank.text.includes('\n') ? tokenAfter(text, blank.end, false) : blank;
  return /^\/[/*][^\n]*$/.test(token.text) ? token.end : place;
}

function tokenAfter(
  text: string,
  place: number,
  ignoreTrivia: boolean,
): { readonly text: string; readonly end: number } {
  const scanner = createScanner(text, ignoreTrivia);
  scanner.setPosition(place);
  scanner.scan();
  const end = scanner.getTokenOffset() + scanner.getTokenLength();
  return { text: text.slice(scanner.getTokenOffset(), end), end };
}

function cutMember(text: string, members: readonly Node[], place: number): string {
  const member = members[place];
  if (member === undefined) return text;
  const next = members[place + 1];
  if (next) return text.slice(0, member.offset) + text.slice(next.offset);
  const before = members[place - 1];
  const behind = /^\s*,/.exec(text.slice(endOf(member)))?.[0].length ?? 0;
  const start = before ? endOf(before) : lineStart(text, member.offset);
  const kept = before ? (/^\s*,/.exec(text.slice(start))?.[0].length ?? 0) : 0;
  const between = before ? text.slice(start + kept, member.offset).trimEnd() : '';
  return text.slice(0, start) + between + text.slice(endOf(member) + behind);
}

function membersOf(object: Node): readonly Node[] {
  return object.children ?? [];
}

function nameOf(member: Node): unknown {
  return member.children?.[0]?.value;
}

function endOf({ offset, length }: Node): number {
  return offset + length;
}

function lineStart(text: string, at: number): number {
  return at - (/\s*$/.exec(text.slice(0, at))?.[0].length ?? 0);
}

function nested(path: readonly string[], value: unknown): unknown {
  return path.reduceRight((inner, name) => ({ [name]: inner }), value);
}

function written(value: unknown, indent: string, unit: string): string {
  return JSON.stringify(value, null, unit).replaceAll('\n', `\n${indent}`);
}

/** What a line is indented with, as the text does it; two blanks where it does not. */
export function unitOf(text: string): string {
  return /^([ \t]+)"/m.exec(text)?.[1] ?? '  ';
}

function indentAt(text: string, at: number): string {
  return /(?:^|\n)([ \t]*)[^\n]*$/.exec(text.slice(0, at))?.[1] ?? '';
}
