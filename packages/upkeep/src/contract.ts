import type { Event, StoredReason } from '@cw/kernel';
import type { Cleaned } from './model/cleaning.ts';

export { type SinkReason, saySinkReason } from './model/sink-reason.ts';

export type UpkeepEvent =
  | Event<'workspace.cleaned', { readonly removed: readonly Cleaned[] }>
  /** A webhook or command was told of an item, whose id is the entity. */
  | Event<'inbox.told', { readonly sink: string; readonly ok: boolean; readonly reason: StoredReason | null }>;
