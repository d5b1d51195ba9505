import type { Act } from '@cw/kernel';
import type { AsTold, InboxStore } from '../adapters/inbox-store.ts';
import { type CauseDetails, type CauseName, causeChoices, causeKinds, causeSubject } from '../model/cause.ts';
import type { NewItem } from '../model/item.ts';
import { kept } from '../model/kept-item.ts';

/** Puts something before a person. One that is open about the same subject is over by that: it was asked anew. */
export async function raiseItem(store: InboxStore, item: NewItem, act: Act): Promise<string> {
  const before = await store.openOf(item.subject);
  if (before !== undefined) await store.end(before, { state: 'over', answer: null, by: null, via: 'system' });
  return putNew(store, item, act);
}

async function putNew(store: InboxStore, item: NewItem, act: Act): Promise<string> {
  const id = store.ids('inboxItem');
  await store.insert(id, item);
  const { kind, subject, projectId, taskId, runId } = item;
  const payload = { kind, subject, projectId, taskId, runId, title: kept(item, store.at).title };
  await store.append({ type: 'inbox.raised', entity: id, payload }, act);
  return id;
}

/**
 * Puts before a person that something is so, once for as long as it is: what is open about it says what is the case by
 * now, and what was dismissed is not brought up again before {@link settleSubject} has said that it is over. Of a subject
 * that can have several causes, what has another kind or title is another one.
 */
export function keepTold(store: InboxStore, item: NewItem, act: Act): Promise<void> {
  return keep(store, item, act, kept(item, store.at));
}

/** @param dismissed what a dismissed item about the subject must be to stand for this one too */
async function keep(store: InboxStore, item: NewItem, act: Act, dismissed?: AsTold): Promise<void> {
  const open = await store.keptOf(item.subject);
  const now = kept(item, store.at);
  if (open === undefined) {
    if (!(await store.isDismissed(item.subject, dismissed))) await putNew(store, item, act);
    return;
  }
  const { id, ...before } = open;
  if (JSON.stringify(before) === JSON.stringify(now)) return;
  await store.update(id, now);
  const { kind, subject, taskId, runId } = item;
  const payload = { kind, subject, taskId, runId, title: now.title };
  await store.append({ type: 'inbox.updated', entity: id, payload }, act);
}

/** Something that holds work up, and what is said of it. */
export type NewCause = Pick<NewItem, 'title' | 'text'> &
  Partial<Pick<NewItem, 'taskId' | 'runId'>> & {
    readonly cause: CauseName;
    /** What it is the cause at: the id of a project or a run. */
    readonly of: string;
    readonly projectId: string | null;
    readonly details?: CauseDetails | undefined;
  };

/** Puts a cause before a person, once for as long as it lasts. */
export function raiseCause(store: InboxStore, { cause, of, ...said }: NewCause, act: Act): Promise<void> {
  const item = { kind: causeKinds[cause], subject: causeSubject(cause, of), choices: causeChoices[cause] };
  return keep(store, { taskId: null, runId: null, ...item, ...said }, act);
}

/** Takes back what is told of a cause: it is over. */
export function endCause(store: InboxStore, { cause, of }: Pick<NewCause, 'cause' | 'of'>, act: Act): Promise<void> {
  return settleSubject(store, causeSubject(cause, of), act);
}

/** Takes back what is open about a subject: it has gone on without an answer. */
export async function settleSubject(store: InboxStore, subject: string, act: Act): Promise<void> {
  await store.endDismissed(subject);
  const id = await store.openOf(subject);
  if (id === undefined) return;
  await store.end(id, { state: 'over', answer: null, by: null, via: 'system' });
  await store.append({ type: 'inbox.over', entity: id, payload: { subject } }, act);
}
