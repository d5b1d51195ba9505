import { type Act, err, ok, type Result } from '@cw/kernel';
import type { InboxStore } from '../adapters/inbox-store.ts';
import { checkAnswer, type WantedAnswer } from '../model/answer-rules.ts';
import type { AnswerDoor, ItemAnswer, ItemFailure, ItemView } from '../model/item.ts';

export type Answering = WantedAnswer & {
  /** By id or start of it. */
  readonly item: string;
  readonly via: AnswerDoor;
};

export type Answered = { readonly item: ItemView; readonly answer: ItemAnswer };

/** Answers an item, once. What the answer sets going is done by the caller in the same transaction. */
export async function answerItem(
  store: InboxStore,
  { item, via, ...wanted }: Answering,
  act: Act,
): Promise<Result<Answered, ItemFailure>> {
  if (act.actor.kind === 'run') return err({ kind: 'inbox.people-only' });
  const found = await openItem(store, item);
  if (!found.ok) return found;
  const answer = checkAnswer(found.value, wanted);
  if (!answer.ok) return answer;
  const { id, kind, subject, taskId, runId } = found.value;
  await store.end(id, { state: 'answered', answer: answer.value, by: act.actor.name, via });
  const { choice } = answer.value;
  await store.append(
    { type: 'inbox.answered', entity: id, payload: { kind, subject, taskId, runId, choice, via } },
    act,
  );
  return ok({ item: found.value, answer: answer.value });
}

/** Dismisses an item without an answer. */
export async function dismissItem(
  store: InboxStore,
  { item, via }: Pick<Answering, 'item' | 'via'>,
  act: Act,
): Promise<Result<ItemView, ItemFailure>> {
  if (act.actor.kind === 'run') return err({ kind: 'inbox.people-only' });
  const found = await openItem(store, item);
  if (!found.ok) return found;
  const { id, kind, subject, taskId, runId } = found.value;
  await store.end(id, { state: 'dismissed', answer: null, by: act.actor.name, via });
  await store.append({ type: 'inbox.dismissed', entity: id, payload: { kind, subject, taskId, runId, via } }, act);
  return ok(found.value);
}

/** Takes back that an item was dismissed: it waits for a person again, as long as what it is about still does. */
export async function restoreItem(
  store: InboxStore,
  { item, via }: Pick<Answering, 'item' | 'via'>,
  act: Act,
): Promise<Result<ItemView, ItemFailure>> {
  if (act.actor.kind === 'run') return err({ kind: 'inbox.people-only' });
  const found = await store.find(item);
  if (!found.ok) return found;
  const { id, kind, subject, taskId, runId, state, deliveredAt } = found.value;
  if (state !== 'dismissed') return err({ kind: 'inbox.not-dismissed', item: id, state });
  if (deliveredAt !== null) return err({ kind: 'inbox.went-on', item: id });
  const anew = await store.openOf(subject);
  if (anew !== undefined) return err({ kind: 'inbox.asked-anew', item: id, anew });
  await store.reopen(id);
  await store.append({ type: 'inbox.restored', entity: id, payload: { kind, subject, taskId, runId, via } }, act);
  return ok(found.value);
}

async function openItem(store: InboxStore, item: string): Promise<Result<ItemView, ItemFailure>> {
  const found = await store.find(item);
  if (!found.ok || found.value.state === 'open') return found;
  const { id, state, answeredBy: by, endedAt: at, answer } = found.value;
  return err({ kind: 'inbox.ended', item: id, state, by, at, choice: answer?.choice ?? null });
}

/** Ends what nobody answered in time: with no where that is an answer. Answers how many there were. */
export async function expireItems(store: InboxStore, act: Act): Promise<number> {
  const ids = await store.expired();
  for (const expired of ids) {
    const found = await store.find(expired);
    if (!found.ok) continue;
    const { id, kind, subject, taskId, runId, choices } = found.value;
    const about = { kind, subject, taskId, runId, via: 'timeout' } as const;
    if (choices.some(({ name }) => name === 'deny')) {
      const answer = { choice: 'deny', text: 'Nobody answered in time.' };
      await store.end(id, { state: 'answered', answer, by: null, via: 'timeout' });
      await store.append({ type: 'inbox.answered', entity: id, payload: { ...about, choice: 'deny' } }, act);
    } else {
      await store.end(id, { state: 'over', answer: null, by: null, via: 'timeout' });
      await store.append({ type: 'inbox.over', entity: id, payload: { ...about, choice: null } }, act);
    }
  }
  return ids.length;
}

/** Has what was dismissed of the questions of a run be over, as the run is: nobody would take an answer. */
export function endDismissedAsks(store: InboxStore, runId: string): Promise<void> {
  return store.endDismissedAsks(runId);
}

/** Notes that what waited for the answer has it. */
export function markDelivered(store: InboxStore, item: string): Promise<void> {
  return store.markDelivered(item);
}
