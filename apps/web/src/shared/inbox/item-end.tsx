import { RelativeTime } from '@cw/ui';
import type { ItemView } from '../api-types.ts';
import { harmless } from './harmless.ts';
import { endWords } from './item-words.ts';

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
          Who waited for it has it since <RelativeTime at={item.deliveredAt} />.
        </p>
      )}
    </div>
  );
}
