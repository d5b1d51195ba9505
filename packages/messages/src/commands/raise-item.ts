import { type Act, storeReason } from '@cw/kernel';
import type { InboxStore } from '../adapters/inbox-store.ts';
import { asTitle } from '../model/inbox-reason.ts';
import type { NewItem } from '../model/item.ts';

/** Puts something before a person. One that is open about the same subject is over by that: it was asked anew. */
export async function raiseItem(store: InboxStore, item: NewItem, act: Act): Promise<string> {
  const before = await store.openOf(item.subject);
  if (before !== undefined) await store.end(before, { state: 'over', answer: null, by: null, via: 'system' });
  const title = typeof item.title === 'string' ? asTitle(item.title) : item.title;
  const id = store.ids('inboxItem');
  await store.insert(id, { ...item, title });
  const { kind, subject, projectId, taskId, runId } = item;
  const payload = { kind, subject, projectId, taskId, runId, title: storeReason(title) };
  await store.append({ type: 'inbox.raised', entity: id, payload }, act);
  return id;
}

/** Takes back what is open about a subject: it has gone on without an answer. */
export async function settleSubject(store: InboxStore, subject: string, act: Act): Promise<void> {
  const id = await store.openOf(subject);
  if (id === undefined) return store.endDismissed(subject);
  await store.end(id, { state: 'over', answer: null, by: null, via: 'system' });
  await store.append({ type: 'inbox.over', entity: id, payload: { subject } }, act);
}
