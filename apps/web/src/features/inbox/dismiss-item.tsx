import { IconButton, toast } from '@cw/ui';
import { Archive } from '@cw/ui/icons';
import { useEffect } from 'react';
import type { ItemView } from '../../data/api-types.ts';
import { useAnswer } from '../../entities/inbox/use-answer.ts';
import { useKeys } from '../../frame/keys.ts';

type DismissItemProps = { readonly item: ItemView; readonly withKeys?: boolean | undefined };

/** Dismisses an item without an answer; what it is about stays as it is. */
export function DismissItem({ item, withKeys = false }: DismissItemProps) {
  const { dismiss, pending, error } = useAnswer(item, { quiet: withKeys });
  useEffect(() => {
    if (error) toast({ state: 'failed', text: error });
  }, [error]);
  useKeys([{ keys: 'e', label: 'Dismiss the item', group: 'In a list', run: () => !pending && dismiss() }], withKeys);
  return (
    <IconButton
      label="Dismiss"
      shortcut={withKeys ? 'E' : undefined}
      className="max-md:size-11"
      disabled={pending}
      onClick={dismiss}
    >
      <Archive />
    </IconButton>
  );
}
