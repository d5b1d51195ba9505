import { isDeepStrictEqual } from 'node:util';
import { err, ok, type Result } from '@cw/kernel';
import { applyEdits, modify } from 'jsonc-parser';
import { type ConfigProblem, isEntry } from './change-config.ts';
import { type JsonPath, removeFromJson, setInJson, unitOf, valueIn } from './edit-json.ts';
import { JsonProblem, readJson } from './json-text.ts';

/**
 * The text of a configuration in which our command runs at the start of each session or, with no command, does not any more. All
 * else stays as it is, which is checked by reading the result.
 * @param path where the list of such hooks is
 */
export function changeHook(
  path: readonly string[],
  text: string,
  command: string | undefined,
): Result<string, ConfigProblem> {
  try {
    const before = read(text, path);
    if (before === undefined) return err({ kind: 'too-different' });
    const after = command === undefined ? withoutOurs(text, path) : withOurs(text, path, command);
    return isDeepStrictEqual(others(after, path), others(text, path)) ? ok(after) : err({ kind: 'too-different' });
  } catch (error) {
    if (error instanceof JsonProblem) return err({ kind: 'unreadable', why: error.message });
    throw error;
  }
}

/** What belongs into the configuration, as text to be put there by hand. */
export function hookSnippet(path: readonly string[], command: string): string {
  return JSON.stringify(
    path.reduceRight<unknown>((inner, name) => ({ [name]: inner }), [entryOf(command)]),
    null,
    2,
  );
}

function entryOf(command: string) {
  return { hooks: [{ type: 'command', command }] };
}

/** All that is set besides our command. */
function others(text: string, path: readonly string[]): unknown {
  const value = read(withoutOurs(text, path), path);
  return value && pruned(value, path);
}

function pruned(value: Readonly<Record<string, unknown>>, [name = '', ...rest]: readonly string[]): unknown {
  const inner = isEntry(value[name]) ? pruned(value[name], rest) : value[name];
  const { [name]: _, ...besides } = value;
  return inner === undefined || isEmpty(inner) ? besides : { ...besides, [name]: inner };
}

/** A configuration whose list of hooks is one, or is not there; undefined otherwise. */
function read(text: string, path: readonly string[]): Readonly<Record<string, unknown>> | undefined {
  const value = text.trim() === '' ? {} : readJson(text);
  const list = valueIn(value, path);
  return isEntry(value) && (list === undefined || Array.isArray(list)) ? value : undefined;
}

function withOurs(text: string, path: readonly string[], command: string): string {
  const [first, ...more] = placesOfOurs(text, path);
  if (first !== undefined && more.length === 0) return edit(text, [...first.hook, 'command'], command);
  const cleared = withoutOurs(text, path);
  const list = cleared.trim() === '' ? undefined : valueIn(readJson(cleared), path);
  if (Array.isArray(list) && list.length > 0) return edit(cleared, [...path, list.length], entryOf(command));
  return setInJson(cleared, path, [entryOf(command)]) ?? cleared;
}

/** Without our command, and without what is empty once it is gone. */
function withoutOurs(text: string, path: readonly string[]): string {
  const place = placesOfOurs(text, path).at(-1);
  if (place === undefined) return text;
  let rest = removeFromJson(text, place.isAlone ? place.group : place.hook);
  for (let at = path; at.length > 0 && isEmpty(valueIn(readJson(rest), at)); at = at.slice(0, -1)) {
    rest = removeFromJson(rest, at);
  }
  return withoutOurs(rest, path);
}

type Place = { readonly group: JsonPath; readonly hook: JsonPath; readonly isAlone: boolean };

/** Where our command is run. */
function placesOfOurs(text: string, path: readonly string[]): readonly Place[] {
  const list = text.trim() === '' ? undefined : valueIn(readJson(text), path);
  if (!Array.isArray(list)) return [];
  return list.flatMap((group: unknown, at) => {
    const hooks: unknown = isEntry(group) ? group.hooks : undefined;
    if (!Array.isArray(hooks)) return [];
    const where = [...path, at];
    return hooks.flatMap((hook: unknown, n) =>
      isOurs(hook) ? [{ group: where, hook: [...where, 'hooks', n], isAlone: hooks.length === 1 }] : [],
    );
  });
}

/** Written by us, in whatever version, or by hand as the guide says. */
function isOurs(hook: unknown): boolean {
  const command = isEntry(hook) ? hook.command : undefined;
  return typeof command === 'string' && /(?:^|[\s'"/])cw['"]? prime(?:\s|$)/.test(command);
}

function isEmpty(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}

/** With another value at a place, or with one more in a list. */
function edit(text: string, path: JsonPath, value: unknown): string {
  return applyEdits(text, modify(text, [...path], value, { formattingOptions: formOf(text) }));
}

function formOf(text: string) {
  const unit = unitOf(text);
  return {
    insertSpaces: !unit.includes('\t'),
    tabSize: unit.length,
    eol: text.includes('\r\n') ? '\r\n' : '\n',
  };
}
