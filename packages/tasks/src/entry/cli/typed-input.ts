import type { CliContext, CliInput } from '@cw/entry';
import { err, ok, type Result } from '@cw/kernel';
import {
  type Detail,
  decodeText,
  detailsOf,
  InexactNumber,
  isFields,
  parseJsonText,
  type TextField,
} from '@cw/task-formats';
import type { DetailsInput } from '../../model/task-details.ts';
import type { TextFailure } from '../../model/task-failure.ts';
import { detailFields } from '../../model/task-fields.ts';
import type { Metadata } from '../../model/task-view.ts';
import { onlyOne } from './only-one.ts';

/** The description as typed, or from the file that was named, or from standard input where it is `-`. */
export async function typedDescription(
  input: CliInput,
  context: CliContext,
): Promise<Result<string | undefined, TextFailure>> {
  const one = onlyOne(input, ['description', 'body', 'description-file', 'body-file']);
  if (!one.ok) return one;
  const path = input.option('description-file') ?? input.option('body-file');
  return textOrFile(context, { field: 'description', text: input.option('description') ?? input.option('body'), path });
}

type Given = { readonly field: TextField; readonly text: string | undefined; readonly path: string | undefined };

async function textOrFile(
  context: CliContext,
  { field, text, path = text === '-' ? text : undefined }: Given,
): Promise<Result<string | undefined, TextFailure>> {
  return path === undefined ? ok(text) : decodeText(field, await context.readInput(path));
}

/** The fields of `detailOptions`. An empty value means none. */
export async function typedDetails(input: CliInput, context: CliContext): Promise<Result<DetailsInput, TextFailure>> {
  const details: Record<string, unknown> = {};
  for (const row of detailsOf()) {
    const value = await typedDetail(row, input, context);
    if (!value.ok) return value;
    details[row.said] = value.value;
  }
  const set = typedKeys(input.optionList('set-metadata'));
  return set.ok ? ok({ ...details, setMetadata: set.value }) : set;
}

function typedDetail(
  { kind, word, called }: Detail,
  input: CliInput,
  context: CliContext,
): Result<unknown, TextFailure> | Promise<Result<unknown, TextFailure>> {
  if (kind === 'list') return ok(listed(input.optionList(word)));
  if (kind === 'object') return typedMetadata(input.option(word));
  if (kind === 'flag') return ok(input.flag(word) ? true : undefined);
  if (kind !== 'text') return ok(emptyIsNone(input.option(word)));
  const one = onlyOne(input, [word, `${word}-file`]);
  const file = input.option(`${word}-file`);
  return one.ok ? textOrFile(context, { field: called as TextField, text: input.option(word), path: file }) : one;
}

/** The fields of `withoutOptions`. */
export function typedWithout(input: CliInput): DetailsInput {
  const taken = detailFields().filter(({ without }) => without !== undefined && input.flag(without.option));
  return Object.fromEntries(taken.map(({ said }) => [said, false]));
}

/** Several times or separated by commas; an empty value alone means none. */
function listed(texts: readonly string[]): readonly string[] | undefined {
  if (texts.length === 0) return undefined;
  return texts
    .flatMap((text) => text.split(','))
    .map((text) => text.trim())
    .filter((text) => text !== '');
}

function typedMetadata(text: string | undefined): Result<Metadata | null | undefined, TextFailure> {
  if (text === undefined) return ok(undefined);
  if (text.trim() === '') return ok(null);
  const value = jsonOf(text);
  if (!value.ok) return value;
  return isFields(value.value) ? ok(value.value) : err({ kind: 'task.bad-metadata' });
}

/** Keys of metadata from `key=value`: an empty value takes the key away, one that is no JSON is a text. */
function typedKeys(given: readonly string[]): Result<Metadata | undefined, TextFailure> {
  if (given.length === 0) return ok(undefined);
  const keys: [string, unknown][] = [];
  for (const text of given) {
    const at = text.indexOf('=');
    if (at < 1) return err({ kind: 'task.bad-metadata', pair: text });
    const said = text.slice(at + 1);
    const value = jsonOf(said);
    if (!value.ok) return value;
    keys.push([text.slice(0, at).trim(), said === '' ? null : (value.value ?? said)]);
  }
  return ok(Object.fromEntries(keys));
}

/** The value that a text of JSON stands for; undefined where it is none. */
function jsonOf(text: string): Result<unknown, TextFailure> {
  try {
    return ok(parseJsonText(text));
  } catch (error) {
    if (error instanceof SyntaxError) return ok(undefined);
    if (error instanceof InexactNumber) return err({ kind: 'task.long-number', digits: error.digits });
    throw error;
  }
}

export function emptyIsNone(text: string | undefined): string | null | undefined {
  return text === '' ? null : text;
}
