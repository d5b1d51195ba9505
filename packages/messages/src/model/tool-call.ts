import { normalize } from 'node:path';
import type { TextChange, ToolReading, Why } from '@cw/kernel';
import { isOfFile } from './covers.ts';
import { asTitle, type CallReason, type InboxReason } from './inbox-reason.ts';
import { exactly, type NewRule } from './rule.ts';

/** What an agent's program asks whether it may do. */
export type ToolCall = {
  readonly tool: string;
  readonly input: Readonly<Record<string, unknown>>;
  /** What its program's folder read in it. */
  readonly reading: ToolReading;
  /** Where the agent works; null when that is not known. */
  readonly place: string | null;
  /** Where its path leads when links are followed; absent: where it says. */
  readonly target?: string | undefined;
};

export type ToldCall = {
  /** What of the call rules are about: a command, a path, an address. It says nothing of which worktree it is in. */
  readonly argument: string;
  /** What is asked, in a line. */
  readonly title: CallReason;
  /** The exact command or change, as markdown. */
  readonly text: Why<InboxReason>;
  /** What is allowed by “always”. */
  readonly rule: Pick<NewRule, 'tool' | 'pattern'>;
};

/** Longer than this, nobody reads it all; the program's own log has the rest. */
const longestText = 40_000;

/** A tool call as a person is asked about it. */
export function tellCall(call: ToolCall): ToldCall {
  const { tool, input, reading } = call;
  const { kind, subject } = reading;
  if (subject !== null) {
    if (kind === 'shell') return tellCommand(call, subject);
    if (kind === 'fetch') return tellAddress(call, subject);
    if (isOfFile(kind)) return tellFile(call, subject);
  }
  const argument = JSON.stringify(input);
  const title = { code: 'inbox.use-tool', tool } as const;
  return { argument, title, text: fenced('json', pretty(input)), rule: { tool, pattern: null } };
}

function tellCommand({ tool, reading, place }: ToolCall, said: string): ToldCall {
  const beside = besides(reading.beside);
  // On a line of its own, over which no `*` of a rule reaches.
  const argument = withoutPlace(said, place) + (beside === '' ? '' : `\n# ${beside}`);
  const why = reading.purpose;
  const shown = beside === '' ? [] : [fenced('json', beside)];
  const text = [...(why === '' ? [] : [why]), fenced('sh', said), ...shown].join('\n\n');
  const title = { code: 'inbox.run-command', command: asTitle(visible(argument)) } as const;
  return { argument, title, text, rule: { tool, pattern: exactly(argument) } };
}

/** What else a call has set, which may change what it does. */
function besides(others: ToolReading['beside']): string {
  const set = Object.entries(others).filter(([, value]) => value !== undefined && value !== null && value !== false);
  return set.length === 0 ? '' : JSON.stringify(Object.fromEntries(set));
}

function tellFile({ tool, reading, place, target }: ToolCall, given: string): ToldCall {
  const [path, named] = [within(target ?? given, place), within(given, place)];
  const { kind, changes } = reading;
  const how = kind === 'write' || kind === 'read' ? kind : 'change';
  const beside = besides(reading.beside);
  const shown = [
    ...(kind === 'read' ? [] : [fenced('diff', `--- ${path}\n+++ ${path}\n${changes.map(changeText).join('\n')}`)]),
    ...(beside === '' ? [] : [fenced('json', beside)]),
  ].join('\n\n');
  const isLinked = target !== undefined && path !== named;
  const text = isLinked ? ({ code: 'inbox.linked', named: code(named), text: shown } as const) : shown;
  const title = { code: 'inbox.touch-file', how, path: visible(path) } as const;
  return { argument: path, title, text, rule: { tool, pattern: exactly(path) } };
}

function changeText({ before, after }: TextChange): string {
  return diff(before ?? '', after);
}

function tellAddress({ tool, reading }: ToolCall, given: string): ToldCall {
  const { href: url, origin } = URL.canParse(given) ? new URL(given) : { href: given, origin: 'null' };
  const pattern = origin === 'null' ? exactly(url) : `${exactly(origin)}/*`;
  const title = { code: 'inbox.fetch', url: visible(url) } as const;
  return { argument: url, title, text: reading.purpose, rule: { tool, pattern } };
}

/** Lines taken out and put in, with those at both ends that stay. */
function diff(before: string, after: string): string {
  const [old, fresh] = [linesOf(before), linesOf(after)];
  let start = 0;
  while (start < Math.min(old.length, fresh.length) && old[start] === fresh[start]) start += 1;
  let end = 0;
  while (end < Math.min(old.length, fresh.length) - start && old.at(-1 - end) === fresh.at(-1 - end)) end += 1;
  const marked = (mark: string, lines: readonly string[]) => lines.map((line) => `${mark}${line}`);
  return [
    ...marked(' ', old.slice(0, start)),
    ...marked('-', old.slice(start, old.length - end)),
    ...marked('+', fresh.slice(start, fresh.length - end)),
    ...marked(' ', old.slice(old.length - end)),
  ].join('\n');
}

function linesOf(text: string): string[] {
  return text === '' ? [] : text.replace(/\n$/, '').split('\n');
}

function within(given: string, place: string | null): string {
  const path = normalize(given);
  return place !== null && path.startsWith(`${place}/`) ? path.slice(place.length + 1) : path;
}

/** Only where the place stands as a path, and not as a part of another one. */
function withoutPlace(text: string, place: string | null): string {
  if (place === null) return text;
  const found = new RegExp(
    `(?<=^|[\\s"'=:,;&|<>(])${place.replaceAll(/[.*+?^${}()|[\]\\/-]/g, '\\$&')}(?=$|[\\s"'/:,;&|<>)])`,
    'g',
  );
  return text.replace(found, '.');
}

/** As code in a line of markdown. */
function code(text: string): string {
  const shown = visible(text).replaceAll('\n', ' ');
  return shown.includes('`') ? `\`\` ${shown} \`\`` : `\`${shown}\``;
}

function fenced(language: string, text: string): string {
  const whole = visible(text);
  const shown =
    whole.length > longestText ? `${whole.slice(0, longestText)}\n… ${whole.length} characters in all` : whole;
  const longest = Math.max(2, ...(shown.match(/`+/g) ?? []).map((run) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${shown}\n${fence}`;
}

/** With what cannot be seen, or turns the direction of a text, written out: whoever allows it must see all of it. */
function visible(text: string): string {
  return text.replace(
    /(?![\n\t])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu,
    (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`,
  );
}

function pretty(input: ToolCall['input']): string {
  return JSON.stringify(input, null, 2);
}
