import type { ItemKind } from '../../shared/api-types.ts';
import { kindGroups } from '../../shared/inbox/item-kinds.ts';
import { readWord } from '../../shared/search-params.ts';

/** What of the inbox is shown; `ended` is what was answered or is over. */
export const inboxShows = ['all', 'questions', 'approvals', 'problems', 'ended'] as const;
export type InboxShow = (typeof inboxShows)[number];

export type InboxSearch = { show?: InboxShow | undefined };

export function readInboxSearch(raw: Record<string, unknown>): InboxSearch {
  return { show: readWord(raw.show, inboxShows) };
}

/** Whether an item of this kind is among what is shown. */
export function belongsTo(show: InboxShow, kind: ItemKind): boolean {
  if (show === 'all' || show === 'ended') return true;
  const kinds: readonly ItemKind[] = kindGroups[show];
  return kinds.includes(kind);
}
