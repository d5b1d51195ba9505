import { err, ok, type Result } from '@cw/kernel';
import type { FieldFailure, TextField } from './field-failure.ts';
import { type Priority, priorities } from './task-words.ts';

/** In characters. */
export const longestTitle = 500;
const longestText = 200_000;
const longestFile = 50_000_000;
const longestWord = 100;

const lineBreak = /[\n\r\v\f\u0085\u2028\u2029]/;
const control = /\p{Cc}/u;
const loneSurrogate = /\p{Surrogate}/u;
/** What most texts consist of. To compile what looks for the rest takes longer than to write a task. */
const ordinary = /^[\n\t -~]*$/;
const ordinaryLine = /^[ -~]+$/;

/** Whether nothing of a text can be seen: blanks, control characters, marks that join or turn what is around them. */
export function isBlank(text: string): boolean {
  if (/[!-~]/.test(text)) return false;
  return !/[^\s\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}\p{Z}\u2800]/u.test(text);
}

/** A title: one line of 1 to 500 characters, without blanks around it. */
export function parseTitle(text: string): Result<string, FieldFailure> {
  const title = text.trim();
  if (title.length <= longestTitle && ordinaryLine.test(title)) return ok(title);
  if (isBlank(title)) return err({ kind: 'task.title-empty' });
  if (lineBreak.test(title)) return err({ kind: 'task.title-multiline' });
  const length = [...title].length;
  if (length > longestTitle) return err({ kind: 'task.title-too-long', length });
  if (control.test(title) || loneSurrogate.test(title)) return err({ kind: 'task.text-binary', field: 'title' });
  return ok(title);
}

/** A text of several lines, at most `limit` bytes of UTF-8. Line ends become `\n`. */
export function parseText(field: TextField, text: string, limit = longestText): Result<string, FieldFailure> {
  if (text.length <= limit && ordinary.test(text)) return ok(text);
  if (text.includes('\0') || loneSurrogate.test(text)) return err({ kind: 'task.text-binary', field });
  const bytes = Buffer.byteLength(text);
  if (bytes > limit) return err({ kind: 'task.text-too-long', field, bytes, limit });
  return ok(text.replace(/\r\n?/g, '\n'));
}

/** A text of several lines that says something: a comment, a reason. */
export function parseSaidText(field: TextField, text: string): Result<string, FieldFailure> {
  if (isBlank(text)) return err({ kind: 'task.text-empty', field });
  return parseText(field, text.trim());
}

/** The text of a file. Bytes that are not UTF-8, or hold a zero byte, are refused as binary. */
export function decodeText(field: TextField, bytes: Uint8Array, limit = longestText): Result<string, FieldFailure> {
  try {
    return parseText(field, new TextDecoder('utf-8', { fatal: true }).decode(bytes), limit);
  } catch (error) {
    if (error instanceof TypeError) return err({ kind: 'task.text-binary', field });
    throw error;
  }
}

/** A file of many tasks or lines, at most 50 MB. */
export function decodeFile(bytes: Uint8Array): Result<string, FieldFailure> {
  return decodeText('file', bytes, longestFile);
}

/** A name on one line, at most 100 characters: a label or an assignee. */
export function parseName(field: 'label' | 'assignee', text: string): Result<string, FieldFailure> {
  return parseLine(field, text, longestWord);
}

/** Something said on one line of at most `limit` characters. */
export function parseLine(field: TextField, text: string, limit: number): Result<string, FieldFailure> {
  const name = text.trim();
  if (isBlank(name)) return err({ kind: 'task.text-empty', field });
  if (lineBreak.test(name)) return err({ kind: 'task.text-multiline', field });
  if (control.test(name) || loneSurrogate.test(name)) return err({ kind: 'task.text-binary', field });
  const length = [...name].length;
  if (length > limit) return err({ kind: 'task.text-too-long', field, bytes: length, limit });
  return ok(name);
}

/** Labels without doubles, sorted. */
export function parseLabels(texts: readonly string[]): Result<readonly string[], FieldFailure> {
  const labels = new Set<string>();
  for (const text of texts) {
    const label = parseName('label', text);
    if (!label.ok) return label;
    labels.add(label.value);
  }
  return ok([...labels].sort());
}

const priorityWords: readonly (readonly string[])[] = [['critical', 'urgent'], ['high'], ['medium', 'normal'], ['low']];

/** `P0` to `P3`, in either case, the bare number, or a word: critical, high, medium, low. */
export function parsePriority(text: string): Result<Priority, FieldFailure> {
  const word = text.trim().toLowerCase();
  const priority = priorities.find(
    (known, level) => word === known.toLowerCase() || word === `${level}` || priorityWords[level]?.includes(word),
  );
  return priority ? ok(priority) : err({ kind: 'task.bad-priority', text });
}

/** A type is one word of small letters: the usual ones, or any of the user's own. */
export function parseType(text: string): Result<string, FieldFailure> {
  const type = parseWord('type', text);
  return type.ok ? type : err({ kind: 'task.bad-type', text });
}

/** One word of small letters, digits, `-` and `_`, at most 50. */
export function parseWord(field: TextField, text: string): Result<string, FieldFailure> {
  const word = text.trim().toLowerCase();
  return /^[a-z][a-z0-9_-]{0,49}$/.test(word) ? ok(word) : err({ kind: 'task.bad-word', field, text });
}
