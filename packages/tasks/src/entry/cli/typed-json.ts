import type { CliContext } from '@cw/entry';
import { err, ok, type Result } from '@cw/kernel';
import {
  decodeFile,
  deepestJson,
  type Fields,
  InexactNumber,
  isFields,
  isNestedWithin,
  parseJsonText,
} from '@cw/task-formats';
import type { TextFailure } from '../../model/task-failure.ts';

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
    if (error instanceof InexactNumber) return err({ kind: 'task.long-number', digits: error.digits });
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
export async function readJsonObject(context: CliContext, path: string): Promise<Result<Fields, TextFailure>> {
  const value = await readJson(context, path);
  if (!value.ok) return value;
  return isFields(value.value)
    ? ok(value.value)
    : err({ kind: 'task.bad-json', path, problem: 'it must be an object' });
}
