import { Button, RelativeTime } from '@cw/ui';
import type { ItemView } from '../../data/api-types.ts';
import { useDraft } from '../../data/drafts.ts';
import { answerDraft } from '../../entities/inbox/answer-choices.ts';
import { endWords } from '../../entities/inbox/item-words.ts';
import { harmless } from '../../entities/text/harmless.ts';
import { RuleOfItem } from './rule-of-item.tsx';

/** Words that were begun here before somebody else was quicker. */
function Unsent({ item }: { readonly item: ItemView }) {
  const [words, , clear] = useDraft(answerDraft(item.id), '');
  if (words.trim() === '' || words.trim() === item.answer?.text) return null;
  return (
    <div className="flex flex-wrap items-center gap-2 text-small">
      <p className="min-w-0 flex-1 text-fg-2 wrap-anywhere">Your text was not sent: “{words.trim()}”</p>
      <Button size="small" className="max-md:h-11" onClick={clear}>
        Discard it
      </Button>
    </div>
  );
}

/** How an item ended: by whom, through which door, with which words, and whether who waited for the answer has it. */
export function ItemEnd({ item }: { readonly item: ItemView }) {
  return (
    <div role="status" className="flex flex-col gap-1">
      <p className="flex flex-wrap items-baseline gap-x-2">
        <span className="font-medium wrap-anywhere">{endWords(item)}</span>
        {item.endedAt && <RelativeTime at={item.endedAt} className="text-small text-fg-3" />}
      </p>
      {item.answer?.text && (
        <p className="text-fg-2 wrap-anywhere whitespace-pre-wrap">“{harmless(item.answer.text)}”</p>
      )}
      {item.deliveredAt && (
        <p className="text-small text-fg-2">
          The agent got the answer · <RelativeTime at={item.deliveredAt} />
        </p>
      )}
      {item.answer?.choice === 'always' && <RuleOfItem itemId={item.id} />}
      <Unsent item={item} />
    </div>
  );
}
