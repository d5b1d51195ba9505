import type { CliContext } from '@cw/entry';
import { err, ok, type Result } from '@cw/kernel';
import type { TextFailure } from '../../model/task-failure.ts';
import { decodeText } from '../../model/task-text.ts';

export type JsonObject = Readonly<Record<string, unknown>>;

/** The JSON of a file or of standard input, whatever it is; refused with what is wrong with it. */
export async function readJson(context: CliContext, path: string): Promise<Result<unknown, TextFailure>> {
  const text = decodeText('file', await context.readInput(path));
  if (!text.ok) return text;
  try {
    return ok(JSON.parse(text.value));
  } catch (error) {
    if (error instanceof SyntaxError) return err({ kind: 'task.bad-json', path, problem: error.message });
    throw error;
  }
}

/** The same where it must be an object. */
export async function readJsonObject(context: CliContext, path: string): Promise<Result<JsonObject, TextFailure>> {
  const value = await readJson(context, path);
  if (!value.ok) return value;
  return isObject(value.value) ? ok(value.value) : err({ kind: 'task.bad-json', path, problem: 'it is no object' });
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A field that is a text; anything else counts as not there. */
export function word(object: JsonObject, field: string): string | undefined {
  const value = object[field];
  return typeof value === 'string' ? value : undefined;
}

/** A field that is a list of texts. */
export function texts(object: JsonObject, field: string): readonly string[] | undefined {
  const value = object[field];
  return Array.isArray(value) ? value.filter((text) => typeof text === 'string') : undefined;
}
