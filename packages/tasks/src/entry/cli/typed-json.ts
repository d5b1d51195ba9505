import type { CliContext } from '@cw/entry';
import { err, ok, type Result } from '@cw/kernel';
import { decodeFile, deepestJson, isNestedWithin, LongNumber, parseJsonText } from '@cw/task-formats';
import type { TextFailure } from '../../model/task-failure.ts';

export type JsonObject = Readonly<Record<string, unknown>>;

/** The JSON of a file or of standard input, whatever it is; refused with what is wrong with it. */
export async function readJson(context: CliContext, path: string): Promise<Result<unknown, TextFailure>> {
  const text = decodeFile(await context.readInput(path));
  return text.ok ? parseJson(text.value, path) : text;
}

/** What a text of JSON stands for, or what is wrong with it and in which line. */
export function parseJson(text: string, path: string): Result<unknown, TextFailure> {
  try {
    const value = parseJsonText(text);
    return isNestedWithin(value, deepestJson) ? ok(value) : err({ kind: 'task.bad-json', path, problem: tooDeep });
  } catch (error) {
    if (error instanceof SyntaxError) return err({ kind: 'task.bad-json', path, problem: problemIn(text, error) });
    throw error;
  }
}

export const tooDeep = `it is nested more than ${deepestJson} levels deep`;

/** What the parser says; in a text of several lines with the line it was at. */
function problemIn(text: string, { message }: SyntaxError): string {
  const at = /at position (\d+)/.exec(message)?.[1];
  if (at === undefined || message.includes('(line') || !text.includes('\n')) return message;
  return `${message} (line ${text.slice(0, Number(at)).split('\n').length})`;
}

/** The same where it must be an object. */
export async function readJsonObject(context: CliContext, path: string): Promise<Result<JsonObject, TextFailure>> {
  const value = await readJson(context, path);
  if (!value.ok) return value;
  return isObject(value.value) ? ok(value.value) : err({ kind: 'task.bad-json', path, problem: 'it is no object' });
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof LongNumber);
}

/** A field that is a text; anything else counts as not there. */
export function word(object: JsonObject, field: string): string | undefined {
  const value = object[field];
  return typeof value === 'string' ? value : undefined;
}

/** A field that is a list of texts; anything else counts as not there. */
export function texts(object: JsonObject, field: string): readonly string[] | undefined {
  const value = object[field];
  return Array.isArray(value) && value.every((text) => typeof text === 'string') ? value : undefined;
}
