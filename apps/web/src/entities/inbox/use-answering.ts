import { useRef, useState } from 'react';
import type { Choice, ItemView } from '../../data/api-types.ts';
import { useDraft } from '../../data/drafts.ts';
import { answerDraft, whyNot } from './answer-choices.ts';
import { useAnswer } from './use-answer.ts';

export type Answering = ReturnType<typeof useAnswering>;

/**
 * An answer that is being given: its words, the field they are in, the choice that is asked about once more, and what came of it.
 * @param quiet whether nothing is said once it is given
 */
export function useAnswering(item: ItemView, quiet = false) {
  const [words, setWords, clear] = useDraft(answerDraft(item.id), '');
  const [confirming, setConfirming] = useState<Choice>();
  const field = useRef<HTMLTextAreaElement>(null);
  const { answer, pending, error } = useAnswer(item, { quiet, onDone: clear });
  const take = (choice: Choice) => {
    if (pending) return;
    const no = whyNot(choice, words);
    if (no !== undefined) field.current?.focus();
    else if (choice.name === 'cancel') setConfirming(choice);
    else answer(choice.name, words);
  };
  return { item, words, setWords, field, pending, error, take, answer, confirming, setConfirming };
}
