import { isDeepStrictEqual } from 'node:util';
import type { Client } from '@cw/agents';
import { err, ok, type Result } from '@cw/kernel';
import { parse, stringify, TomlError } from 'smol-toml';
import { removeFromJson, setInJson, valueIn } from './edit-json.ts';
import { removeTable, setTable } from './edit-toml.ts';
import { JsonProblem, readJson } from './json-text.ts';

/** What our server is called there. */
const server = 'cw';

type Entry = Readonly<Record<string, unknown>>;

export type ConfigProblem =
  | { readonly kind: 'unreadable'; readonly why: string }
  /** A server of this name that is not ours. */
  | { readonly kind: 'taken' }
  /** Written in a way that cannot be changed without touching the rest. */
  | { readonly kind: 'too-different' };

/**
 * The text of a configuration with our server in it, or, with no entry, without it; all else stays as it is, which is
 * checked by reading the result. Keys that somebody added to our server stay.
 */
export function changeConfig(client: Client, text: string, entry: Entry | undefined): Result<string, ConfigProblem> {
  const before = readConfig(client, text);
  if (!before.ok) return before;
  const path = client.path(before.value, server);
  const there = valueIn(before.value, path);
  if (there !== undefined && !isOurs(there)) return err({ kind: 'taken' });
  if (entry === undefined && there === undefined) return ok(text);
  const wanted = entry && { ...(isEntry(there) ? there : {}), ...entry };
  if (wanted && isDeepStrictEqual(wanted, there)) return ok(text);
  const changed = edit(client, text, { path, wanted });
  const after = changed === undefined ? undefined : readConfig(client, changed);
  if (changed === undefined || !after?.ok) return err({ kind: 'too-different' });
  const same = isDeepStrictEqual(plain(valueIn(after.value, path)), plain(wanted));
  return same && isDeepStrictEqual(without(after.value, path), without(before.value, path))
    ? ok(changed)
    : err({ kind: 'too-different' });
}

/** What belongs into the configuration, as text to be put there by hand. */
export function snippet(client: Client, entry: Entry): string {
  const value = client.path(undefined, server).reduceRight<unknown>((inner, name) => ({ [name]: inner }), entry);
  return client.format === 'toml' ? stringify(value).trimEnd() : JSON.stringify(value, null, 2);
}

type Edit = { readonly path: readonly string[]; readonly wanted: Entry | undefined };

function edit({ format }: Client, text: string, { path, wanted }: Edit): string | undefined {
  if (format === 'toml') return wanted ? setTable(text, path, wanted) : removeTable(text, path);
  return wanted ? setInJson(text, path, wanted) : removeFromJson(text, path);
}

function readConfig({ format }: Client, text: string): Result<unknown, ConfigProblem> {
  if (text.trim() === '') return ok({});
  try {
    const value = format === 'toml' ? parse(text) : readJson(text);
    return isEntry(value) ? ok(value) : err({ kind: 'unreadable', why: 'it contains no settings' });
  } catch (error) {
    if (error instanceof JsonProblem) return err({ kind: 'unreadable', why: error.message });
    if (error instanceof TomlError) {
      return err({ kind: 'unreadable', why: `line ${error.line}: ${error.message.split('\n')[0]}` });
    }
    throw error;
  }
}

/** Written by us, in whatever version: nobody else starts this with these words. */
function isOurs(entry: unknown): boolean {
  const text = JSON.stringify(entry);
  return text.includes('"mcp"') && text.includes('"--as-user"');
}

/** The same without what stands at the path, and without objects that are empty then. */
function without(value: unknown, [name, ...rest]: readonly string[]): unknown {
  if (!isEntry(value) || name === undefined) return plain(value);
  const inner = rest.length === 0 ? undefined : without(value[name], rest);
  const isGone = inner === undefined || (isEntry(inner) && Object.keys(inner).length === 0);
  const { [name]: _, ...others } = value;
  return plain(isGone ? others : { ...others, [name]: inner });
}

/** Dates and the like as what they say; objects of any kind alike. */
function plain(value: unknown): unknown {
  return value === undefined ? undefined : JSON.parse(JSON.stringify(value, sortedKeys));
}

function sortedKeys(_name: string, value: unknown): unknown {
  return isEntry(value) ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))) : value;
}

/** A value with something in it that can be read by name. */
export function isEntry(value: unknown): value is Entry {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
