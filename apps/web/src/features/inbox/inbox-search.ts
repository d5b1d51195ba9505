import type { ItemKind } from '../../data/api-types.ts';
import { readAddress } from '../../data/search-params.ts';
import { kindGroups } from '../../entities/inbox/item-kinds.ts';

/** What of the inbox is shown; `ended` is what was answered or is over. */
export const inboxShows = ['all', 'questions', 'approvals', 'problems', 'ended'] as const;
export type InboxShow = (typeof inboxShows)[number];

export type InboxSearch = { show?: InboxShow | undefined };

/**
 * What an address asks for of the inbox.
 * @throws RefusedAddress where a word of it means nothing
 */
export function readInboxSearch(raw: Record<string, unknown>): InboxSearch {
  return readAddress(raw, ({ word }) => ({ show: word('show', inboxShows) }));
}

/** Whether an item of this kind is among what is shown. */
export function belongsTo(show: InboxShow, kind: ItemKind): boolean {
  if (show === 'all' || show === 'ended') return true;
  const kinds: readonly ItemKind[] = kindGroups[show];
  return kinds.includes(kind);
}
