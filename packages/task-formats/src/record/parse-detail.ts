import { err, ok, type Result } from '@cw/kernel';
import type { Detail, DetailKind, DetailOf, DetailWord } from './details.ts';
import { parseEstimate } from './estimate.ts';
import type { ChoiceFailure, FieldFailure } from './field-failure.ts';
import { parseFiles, parseRequirements } from './start-conditions.ts';
import { parseLine, parseText, parseWord } from './task-text.ts';

const longestLine = 500;

const lists: Readonly<Record<DetailOf<'list'>, typeof parseFiles>> = { files: parseFiles, requires: parseRequirements };

type Parse = (row: Detail, text: string) => Result<unknown, FieldFailure>;

/** What refusals call a field whose text is read. */
const called = (row: Detail) => row.called as DetailWord<'text' | 'shell' | 'line' | 'word'>;

/** How the text of a field is read, by what it holds. */
const parsers: Readonly<Record<Exclude<DetailKind, 'date' | 'object' | 'flag' | 'list'>, Parse>> = {
  text: (row, text) => parseText(called(row), text),
  shell: (row, text) => parseText(called(row), text),
  line: (row, text) => parseLine(called(row), text, longestLine),
  word: (row, text) => parseWord(called(row), text),
  choice: ({ field, words }, text) => {
    const word = words.find((known) => known.toLowerCase() === text.trim().toLowerCase());
    if (word !== undefined) return ok(word);
    return err({ kind: `task.bad-${field}`, text } as ChoiceFailure);
  },
  minutes: (_row, text) => parseEstimate(text),
};

/** What a text says of a field that is a text, a word or a number of minutes; dates and objects are read elsewhere. */
export function parseDetail(row: Detail, text: string): Result<unknown, FieldFailure> {
  return parsers[row.kind as keyof typeof parsers](row, text);
}

/** The same of a list. */
export function parseDetailList({ field }: Detail, texts: readonly string[]): Result<readonly string[], FieldFailure> {
  return lists[field as keyof typeof lists](texts);
}
