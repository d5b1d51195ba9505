import type { Workspace } from '@cw/entry';
import type { Act, IdSource, Page, Result } from '@cw/kernel';
import type { ReadDb, Tx } from '@cw/storage';
import { sqliteInboxStore } from './adapters/sqlite-inbox-store.ts';
import { type Answered, type Answering, answerItem, dismissItem, expireItems } from './commands/answer-item.ts';
import { raiseItem, settleSubject } from './commands/raise-item.ts';
import type { ItemFailure, ItemView, NewItem } from './model/item.ts';
import { type Asking, countOpen, findItem, type ItemFilter, listAsking, listItems } from './queries/find-items.ts';

/** What a door reads of the inbox. */
export type InboxReading = {
  list(filter?: ItemFilter): Promise<Result<Page<ItemView>, ItemFailure>>;
  show(item: string): Promise<Result<ItemView, ItemFailure>>;
  countOpen(): Promise<number>;
  /** What stands still until a person says something. */
  asking(): Promise<readonly Asking[]>;
};

export function createInbox({ storage }: Pick<Workspace, 'storage'>): InboxReading {
  const read: ReadDb = storage.read;
  return {
    list: (filter) => listItems(read, filter),
    show: (item) => findItem(read, item),
    countOpen: () => countOpen(read),
    asking: () => listAsking(read),
  };
}

/** Puts something before a person, in a transaction that the caller holds. Answers the item's id. */
export function raiseItemStep(tx: Tx, item: NewItem & { readonly ids: IdSource }, act: Act): Promise<string> {
  const { ids, ...told } = item;
  return raiseItem(sqliteInboxStore(tx), ids('inboxItem'), told, act);
}

/** Takes back what is open about a subject, which has gone on without an answer. */
export function settleSubjectStep(tx: Tx, subject: string, act: Act): Promise<void> {
  return settleSubject(sqliteInboxStore(tx), subject, act);
}

/** Answers an item, once; what the answer sets going is the caller's, in the same transaction. */
export function answerItemStep(tx: Tx, input: Answering, act: Act): Promise<Result<Answered, ItemFailure>> {
  return answerItem(sqliteInboxStore(tx), input, act);
}

export function dismissItemStep(
  tx: Tx,
  input: Pick<Answering, 'item' | 'via'>,
  act: Act,
): Promise<Result<ItemView, ItemFailure>> {
  return dismissItem(sqliteInboxStore(tx), input, act);
}

/** Ends what nobody answered in time; a permission is denied by that. */
export function expireItemsStep(tx: Tx, act: Act): Promise<number> {
  return expireItems(sqliteInboxStore(tx), act);
}

/** Notes that what waited for the answer has it. */
export function markDeliveredStep(tx: Tx, item: string): Promise<void> {
  return sqliteInboxStore(tx).markDelivered(item);
}
