import type { Act, IdSource, Instant, Result } from '@cw/kernel';
import type { InboxEvent } from '../contract.ts';
import type { AnswerDoor, ItemAnswer, ItemFailure, ItemState, ItemView, NewItem } from '../model/item.ts';

export type ItemEnd = {
  readonly state: Exclude<ItemState, 'open'>;
  readonly answer: ItemAnswer | null;
  readonly by: string | null;
  readonly via: AnswerDoor;
};

/** Items, within the transaction it was made for. */
export type InboxStore = {
  readonly at: Instant;
  /** Ids for what the transaction makes. */
  readonly ids: IdSource;
  /** By id or start of it. */
  find(item: string): Promise<Result<ItemView, ItemFailure>>;
  openOf(subject: string): Promise<string | undefined>;
  /** Open items that should have been answered by now. */
  expired(): Promise<readonly string[]>;
  insert(id: string, item: NewItem): Promise<void>;
  end(id: string, end: ItemEnd): Promise<void>;
  markDelivered(id: string): Promise<void>;
  append(event: InboxEvent, act: Act): Promise<void>;
};
