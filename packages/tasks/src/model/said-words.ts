import { ok, type Result } from '@cw/kernel';
import { parseName, parsePriority, parseText, parseTitle, parseType } from '@cw/task-formats';
import type { Task } from './task.ts';
import type { TextFailure } from './task-failure.ts';
import type { FieldName } from './task-fields.ts';

/** What is to be done, as doors hand it over. */
export type WordsInput = {
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  readonly acceptance?: string | undefined;
  /** `P0`–`P3` or 0–3. */
  readonly priority?: string | undefined;
  readonly type?: string | undefined;
  /** Null for nobody. */
  readonly assignee?: string | null | undefined;
};

type Word = FieldName<'words'>;

const parsers: { readonly [Field in Word]: (text: string) => Result<Task[Field], TextFailure> } = {
  title: parseTitle,
  description: (text) => parseText('description', text),
  acceptance: (text) => parseText('acceptance', text),
  priority: parsePriority,
  type: parseType,
  assignee: (text) => parseName('assignee', text),
};

/** What an input means for the fields it names, or the first that is wrong. */
export function wordChanges(input: WordsInput): Result<Partial<Pick<Task, Word>>, TextFailure> {
  const changes: Record<string, unknown> = {};
  for (const [field, parse] of Object.entries(parsers)) {
    const given = input[field as Word];
    if (given === undefined) continue;
    const read = given === null ? ok(null) : parse(given);
    if (!read.ok) return read;
    changes[field] = read.value;
  }
  return ok(changes);
}
