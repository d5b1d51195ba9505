import { type JsonNode, readJson } from './json-text.ts';

/**
 * A JSON text in which the value at a path is another one, and nothing else has changed, comments included. Objects on
 * the way that are missing are made.
 * @throws JsonProblem when the text is no JSON
 * @returns undefined when something else than an object stands in the way
 */
export function setInJson(text: string, path: readonly string[], value: unknown): string | undefined {
  const source = text.trim() === '' ? '{}\n' : text;
  let node = readJson(source);
  for (const [depth, name] of path.entries()) {
    if (node.members === undefined) return undefined;
    const member = node.members.findLast((one) => one.name === name);
    const rest = path.slice(depth + 1);
    if (member === undefined) return insert(source, node, { name, value: nested(rest, value), depth });
    if (rest.length === 0) {
      const { from, to } = member.node;
      return source.slice(0, from) + written(value, indentAt(source, member.from), unitOf(source)) + source.slice(to);
    }
    node = member.node;
  }
  return undefined;
}

/** A JSON text without the value at a path; the same text when there is none. @throws JsonProblem */
export function removeFromJson(text: string, path: readonly string[]): string {
  if (text.trim() === '') return text;
  let node = readJson(text);
  for (const [depth, name] of path.entries()) {
    const place = node.members?.findLastIndex((one) => one.name === name) ?? -1;
    const member = node.members?.[place];
    if (node.members === undefined || member === undefined) return text;
    if (depth === path.length - 1) return cutMember(text, node, place);
    node = member.node;
  }
  return text;
}

/** The value at a path, or undefined. */
export function valueIn(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (at, name) => (typeof at === 'object' && at !== null ? Reflect.get(at, name) : undefined),
    value,
  );
}

type Inserted = { readonly name: string; readonly value: unknown; readonly depth: number };

function insert(text: string, { from, to, members = [] }: JsonNode, { name, value, depth }: Inserted): string {
  const unit = unitOf(text);
  const last = members.at(-1);
  const indent = last === undefined ? unit.repeat(depth + 1) : indentAt(text, last.from);
  const told = `\n${indent}${JSON.stringify(name)}: ${written(value, indent, unit)}`;
  if (last === undefined) return `${text.slice(0, from + 1)}${told}\n${unit.repeat(depth)}${text.slice(to - 1)}`;
  const end = last.node.to;
  const comma = /^(?:\s|\/\/[^\n]*\n|\/\*[\s\S]*?\*\/)*,/.exec(text.slice(end, to))?.[0];
  const behind = end + (comma?.length ?? 0);
  // What is said on the line of the last member is about that one.
  const place = behind + (/^[ \t]*(?:\/\/[^\n]*|\/\*[^\n]*?\*\/)/.exec(text.slice(behind, to))?.[0].length ?? 0);
  const [before, after] = comma === undefined ? [',', ''] : ['', ','];
  return text.slice(0, end) + before + text.slice(end, place) + told + after + text.slice(place);
}

function cutMember(text: string, { members = [] }: JsonNode, place: number): string {
  const member = members[place];
  if (member === undefined) return text;
  const next = members[place + 1];
  if (next) return text.slice(0, member.from) + text.slice(next.from);
  const before = members[place - 1];
  const behind = /^\s*,/.exec(text.slice(member.node.to))?.[0].length ?? 0;
  const start = before ? before.node.to : lineStart(text, member.from);
  const kept = before ? (/^\s*,/.exec(text.slice(start))?.[0].length ?? 0) : 0;
  const between = before ? text.slice(start + kept, member.from).trimEnd() : '';
  return text.slice(0, start) + between + text.slice(member.node.to + behind);
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
function unitOf(text: string): string {
  return /^([ \t]+)"/m.exec(text)?.[1] ?? '  ';
}

function indentAt(text: string, at: number): string {
  return /(?:^|\n)([ \t]*)[^\n]*$/.exec(text.slice(0, at))?.[1] ?? '';
}
