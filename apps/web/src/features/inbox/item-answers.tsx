import type { ItemView } from '../../data/api-types.ts';
import { AnswerForm } from '../../entities/inbox/answer-block.tsx';
import { impliedBy } from '../../entities/inbox/answer-choices.ts';
import { useAnswering } from '../../entities/inbox/use-answering.ts';
import { useKeys } from '../../frame/keys.ts';

/** The answers of the item that is the whole screen's: digits choose, and R goes to the words. */
export function ItemAnswers({ item }: { readonly item: ItemView }) {
  const answering = useAnswering(item, true);
  const { take, field } = answering;
  useKeys(
    item.choices.slice(0, 9).map((choice, at) => ({
      keys: String(at + 1),
      label: choice.label,
      group: 'In a list',
      run: () => take(choice),
    })),
  );
  useKeys(
    [{ keys: 'r', label: 'Write an answer', group: 'In a list', run: () => field.current?.focus() }],
    impliedBy(item.choices) !== undefined,
  );
  return <AnswerForm answering={answering} withKeys />;
}
