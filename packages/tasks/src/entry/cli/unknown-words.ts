import { type CliContext, type CliInput, didYouMean, plainLine } from '@cw/entry';
import { nearest } from '@cw/kernel';
import type { ReadDb } from '@cw/storage';
import { usedWords, type WordColumn } from '../../queries/used-words.ts';

/** Filters by words of which anybody may add one: what is told of one that no task has. */
const open: Readonly<Record<string, readonly [column: WordColumn, say: (word: string) => string]>> = {
  label: ['label', (word) => `No task has the label ${word}.`],
  'any-label': ['label', (word) => `No task has the label ${word}.`],
  'not-label': ['label', (word) => `No task has the label ${word}.`],
  type: ['type', (word) => `No task has the type ${word}.`],
  assignee: ['assignee', (word) => `No task is assigned to ${word}.`],
};

const nobody = new Set(['', 'none']);

/** Tells of words in filters that no task has, and of what they may have been meant to be: a filter by a misspelt word finds too little, or too much. */
export async function tellUnknown(
  input: CliInput,
  { workspace, note }: CliContext,
  given: readonly string[],
): Promise<void> {
  for (const name of given) {
    const told = open[name];
    if (told === undefined) continue;
    const [column, say] = told;
    for (const { word, meant } of await unknownAmong(workspace.storage.read, column, valuesOf(input, name))) {
      note([say(plainLine(word)), didYouMean(meant && plainLine(meant))].filter(Boolean).join(' '));
    }
  }
}

function valuesOf(input: CliInput, name: string): readonly string[] {
  const one = input.option(name);
  const values = [...input.optionList(name), ...(one === undefined ? [] : [one])].flatMap((text) => text.split(','));
  return [...new Set(values.map((text) => text.trim()))].filter((text) => !nobody.has(text));
}

async function unknownAmong(db: ReadDb, column: WordColumn, words: readonly string[]) {
  if (words.length === 0) return [];
  const used = await usedWords(db, column);
  const known = new Set(used);
  return words.filter((word) => !known.has(word)).map((word) => ({ word, meant: nearest(word, used) }));
}
