import type { HistoryChoice, HistorySettled, Requeue } from '@cw/integration';
import { type Act, err, ok, type Result } from '@cw/kernel';
import {
  type Answering,
  type CauseName,
  causeOf,
  findItem,
  type ItemView,
  matterOf,
  messagesWithin,
} from '@cw/messages';
import type { ReadDb, Transact, Tx } from '@cw/storage';
import type { AnswerFailure } from './answer-failure.ts';
import { bringAbout } from './answers.ts';
import type { AnswerEffect } from './effect.ts';

export type AnswerDeps = {
  readonly read: ReadDb;
  readonly transact: Transact;
  /** The branch that work of a project is merged into. */
  readonly targetOf: (projectId: string | null) => Promise<string>;
  readonly settleHistory: (choice: HistoryChoice) => Promise<Result<HistorySettled, AnswerFailure>>;
  /** Offers once more what a merge could not be pushed with. */
  readonly offerPush: (mergeId: string, act: Act) => Promise<void>;
  readonly prepareMerge: (merge: string) => Promise<Result<Requeue, AnswerFailure>>;
};

export type AnsweredItem = { readonly item: ItemView; readonly effect: AnswerEffect };

/**
 * Answers what waits for a person and does what the answer says, in one transaction: where that cannot be done, nothing is
 * answered. Approvals and permissions are not for a person's agent to give.
 */
export async function answerInbox(
  deps: AnswerDeps,
  input: Answering,
  act: Act,
): Promise<Result<AnsweredItem, AnswerFailure>> {
  const found = await findItem(deps.read, input.item);
  if (!found.ok) return found;
  if (act.actor.kind === 'run') return err({ kind: 'inbox.people-only' });
  const { id: item, kind, details, projectId } = found.value;
  if (input.via === 'mcp' && (kind === 'approval' || kind === 'permission' || input.choice === 'accept')) {
    return err({ kind: 'inbox.person-decides', item, of: kind === 'permission' ? kind : 'approval' });
  }
  const target = await deps.targetOf(projectId);
  const mergesAgain = input.choice === 'merge' || (kind === 'conflict' && input.choice === 'retry');
  const mergeId = mergesAgain ? details.mergeId : undefined;
  // Git is asked before the transaction, which must not wait.
  const merge = typeof mergeId === 'string' ? await deps.prepareMerge(mergeId) : undefined;
  const history = await settleHistory(deps, found.value, input);
  const given = await deps.transact(async (tx): Promise<Result<AnsweredItem, AnswerFailure>> => {
    const answered = await messagesWithin(tx).answerItem({ ...input, item }, act);
    if (!answered.ok) return answered;
    if (merge?.ok === false) return merge;
    if (history?.ok === false) return history;
    const within = { tx, merge: merge?.value, history: history?.value, target };
    const effect = await bringAbout(within, answered.value, act);
    return effect.ok ? withItem(tx, item, effect.value) : effect;
  });
  const pushes = given.ok && isAbout(found.value, 'push') ? details.mergeId : undefined;
  if (typeof pushes === 'string') await deps.offerPush(pushes, act);
  return given;
}

/** Changes the branch that a person has decided about, which is done with git and holds whatever becomes of the transaction. */
async function settleHistory(
  { settleHistory: settle }: AnswerDeps,
  item: ItemView,
  { choice }: Answering,
): Promise<Result<HistorySettled, AnswerFailure> | undefined> {
  const { projectId, details, state } = item;
  const { branch } = details;
  if (state !== 'open' || !isAbout(item, 'history') || projectId === null || typeof branch !== 'string')
    return undefined;
  return choice === 'adopt' || choice === 'keep' ? settle({ projectId, branch, how: choice }) : undefined;
}

function isAbout({ subject }: Pick<ItemView, 'subject'>, cause: CauseName): boolean {
  const { matter, id } = matterOf(subject);
  return matter === 'cause' && causeOf(id).name === cause;
}

async function withItem(tx: Tx, id: string, effect: AnswerEffect): Promise<Result<AnsweredItem, AnswerFailure>> {
  const now = await findItem(tx, id);
  return now.ok ? ok({ item: now.value, effect }) : now;
}

/** Dismisses an item without an answer; what it is about stays as it is. */
export async function dismissInbox(
  tx: Tx,
  input: Pick<Answering, 'item' | 'via'>,
  act: Act,
): Promise<Result<ItemView, AnswerFailure>> {
  const dismissed = await messagesWithin(tx).dismissItem(input, act);
  return dismissed.ok ? findItem(tx, dismissed.value.id) : dismissed;
}

/** Takes back that an item was dismissed. */
export async function restoreInbox(
  tx: Tx,
  input: Pick<Answering, 'item' | 'via'>,
  act: Act,
): Promise<Result<ItemView, AnswerFailure>> {
  const restored = await messagesWithin(tx).restoreItem(input, act);
  return restored.ok ? findItem(tx, restored.value.id) : restored;
}
