import { type StoredReason, storeReason } from '@cw/kernel';
import { asTitle } from './inbox-reason.ts';
import type { ItemKind, NewItem } from './item.ts';

/** What an item says, as it is kept. */
export type KeptItem = {
  readonly id: string;
  readonly kind: ItemKind;
  readonly title: StoredReason;
  readonly text: StoredReason;
  readonly details: string;
  readonly choices: string;
  readonly expiresAt: number | null;
};

/** What an item says, as it will be kept. */
export function kept(item: NewItem, now: number): Omit<KeptItem, 'id'> {
  const { kind, title, text, details, choices, expiresIn } = item;
  return {
    kind,
    title: storeReason(typeof title === 'string' ? asTitle(title) : title),
    text: storeReason(text ?? ''),
    details: JSON.stringify(details ?? {}),
    choices: JSON.stringify(choices),
    expiresAt: expiresIn === undefined ? null : now + expiresIn,
  };
}
