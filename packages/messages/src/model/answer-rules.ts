import { err, ok, type Result } from '@cw/kernel';
import type { Choice, ItemAnswer, ItemFailure } from './item.ts';

/** Characters of the words of an answer; an agent reads all of them. */
export const longestAnswer = 50_000;

export type WantedAnswer = { readonly choice?: string | undefined; readonly text?: string | undefined };

/**
 * What an answer means among the choices of an item. Without a choice, words alone choose the one that takes words if
 * there is only one such.
 */
export function checkAnswer(
  item: { readonly id: string; readonly choices: readonly Choice[] },
  { choice, text }: WantedAnswer,
): Result<ItemAnswer, ItemFailure> {
  const words = text?.trim() === '' ? undefined : text;
  if (words !== undefined && words.length > longestAnswer) {
    return err({ kind: 'inbox.text-too-long', length: words.length, largest: longestAnswer });
  }
  const name = choice ?? impliedBy(item.choices, words);
  const chosen = item.choices.find((known) => known.name === name);
  if (chosen === undefined) {
    return err({
      kind: 'inbox.no-choice',
      item: item.id,
      choice: name ?? '',
      choices: item.choices.map((known) => known.name),
      wordsFor: item.choices.find(({ text }) => text === 'required')?.name ?? null,
    });
  }
  if (chosen.text === 'required' && words === undefined) {
    return err({ kind: 'inbox.text-missing', item: item.id, choice: chosen.name });
  }
  if (chosen.text === 'none' && words !== undefined) {
    return err({ kind: 'inbox.text-unwanted', item: item.id, choice: chosen.name });
  }
  return ok({ choice: chosen.name, text: words ?? null });
}

function impliedBy(choices: readonly Choice[], words: string | undefined): string | undefined {
  const [only, ...others] = choices.filter(({ text }) => (words === undefined ? false : text !== 'none'));
  return others.length === 0 ? only?.name : choices.find(({ text }) => text === 'required')?.name;
}
