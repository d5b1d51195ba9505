import type { Act, IdSource } from '@cw/kernel';
import type { Tx } from '@cw/storage';
import { sqliteTaskStore } from './adapters/sqlite-task-store.ts';
import { addCheckpointWithin, type CheckpointWords } from './commands/add-checkpoint.ts';
import { addCommentWithin } from './commands/add-comment.ts';
import { approveGateWithin } from './commands/approve-gate.ts';
import { assignWithin } from './commands/assign-tasks.ts';
import { blockTaskWithin, restTaskWithin, setStageWithin } from './commands/block-task.ts';
import { claimForRunWithin, takeOverWithin } from './commands/claim-task.ts';
import { type CloseWithinInput, closeTaskWithin } from './commands/close-task.ts';
import { acceptProposedWithin } from './commands/decide-follow-up.ts';
import { type ProposeInput, proposeFollowUpWithin } from './commands/propose-follow-up.ts';
import { releaseWithin, renewLeaseWithin } from './commands/release-task.ts';
import { reopenWithin } from './commands/reopen-task.ts';
import { approvePlanWithin } from './commands/set-plan.ts';
import type { TaskResult } from './commands/task-work.ts';
import type { TaskStage } from './model/task.ts';
import type { CheckpointView, CommentView, PlanView, ProposalView, TaskView } from './model/task-view.ts';

/** Takes a ready task for a run; only this room's steps let go of it again. Milliseconds. */
export function claimForRunStep(
  tx: Tx,
  input: { readonly taskId: string; readonly runId: string; readonly leaseMs?: number | undefined },
  act: Act,
): Promise<TaskResult<TaskView>> {
  return claimForRunWithin(sqliteTaskStore(tx), input, act);
}

/** Takes a task for a person from whatever run works at it. */
export function takeOverStep(
  tx: Tx,
  input: { readonly taskId: string; readonly holder: string },
  act: Act,
): Promise<TaskResult<TaskView>> {
  return takeOverWithin(sqliteTaskStore(tx), input, act);
}

/** Moves on the time until which `holder` (a run's id) holds a task. It is no change of the task. */
export function renewLeaseStep(
  tx: Tx,
  input: { readonly taskId: string; readonly holder: string; readonly leaseMs: number },
): Promise<TaskResult<void>> {
  return renewLeaseWithin(sqliteTaskStore(tx), input);
}

/** Says what is done with a task: an agent works at it, it is being merged, or nothing. */
export function setStageStep(
  tx: Tx,
  input: { readonly taskId: string; readonly stage: TaskStage | null },
  act: Act,
): Promise<TaskResult<TaskView>> {
  return setStageWithin(sqliteTaskStore(tx), input, act);
}

/** Ends a task with what came of it. */
export function closeTaskStep(tx: Tx, input: CloseWithinInput, act: Act): Promise<TaskResult<TaskView>> {
  return closeTaskWithin(sqliteTaskStore(tx), input, act);
}

/** Stops a task with a reason until a person assigns it again. */
export function blockTaskStep(
  tx: Tx,
  input: { readonly taskId: string; readonly reason: string },
  act: Act,
): Promise<TaskResult<TaskView>> {
  return blockTaskWithin(sqliteTaskStore(tx), input, act);
}

/** Lets a task rest until it is tried again; {@link releaseStep} puts it back. */
export function restTaskStep(
  tx: Tx,
  input: { readonly taskId: string; readonly reason: string },
  act: Act,
): Promise<TaskResult<TaskView>> {
  return restTaskWithin(sqliteTaskStore(tx), input, act);
}

/** Puts a task on the queue, as a person does who assigns it; one that was blocked or rests is open again. */
export function assignStep(tx: Tx, input: { readonly taskId: string }, act: Act): Promise<TaskResult<TaskView>> {
  return assignWithin(sqliteTaskStore(tx), input, act);
}

/** Takes a task from its run and puts it back among what is open; an assigned one is picked up again. */
export function releaseStep(tx: Tx, input: { readonly taskId: string }, act: Act): Promise<TaskResult<TaskView>> {
  return releaseWithin(sqliteTaskStore(tx), input, act);
}

/** Proposes work that came up; a person decides on it. */
export function proposeFollowUpStep(
  tx: Tx,
  input: ProposeInput & { readonly ids: IdSource },
  act: Act,
): Promise<TaskResult<ProposalView>> {
  const { ids, ...proposal } = input;
  return proposeFollowUpWithin(sqliteTaskStore(tx), { ...proposal, id: ids('proposal') }, act);
}

/** Makes a task of a follow-up that was just proposed, in the same transaction. */
export function acceptProposedStep(
  tx: Tx,
  { proposal, ids }: { readonly proposal: ProposalView; readonly ids: IdSource },
  act: Act,
): Promise<TaskResult<TaskView>> {
  return acceptProposedWithin(sqliteTaskStore(tx), { proposal, id: ids('task') }, act);
}

/** Says something about a task. */
export function addCommentStep(
  tx: Tx,
  input: { readonly taskId: string; readonly text: string; readonly ids: IdSource },
  act: Act,
): Promise<TaskResult<CommentView>> {
  const { ids, taskId, text } = input;
  return addCommentWithin(sqliteTaskStore(tx), { taskId, text, id: ids('comment') }, act);
}

/** Records a point from which the work on a task can go on. */
export async function addCheckpointStep(
  tx: Tx,
  input: CheckpointWords & { readonly taskId: string; readonly ids: IdSource },
  act: Act,
): Promise<TaskResult<CheckpointView>> {
  const { ids, ...words } = input;
  return addCheckpointWithin(sqliteTaskStore(tx), { ...words, id: ids('checkpoint') }, act);
}

/** Says that others may build on what came of a task that is a gate; people only. */
export function approveGateStep(tx: Tx, input: { readonly task: string }, act: Act): Promise<TaskResult<TaskView>> {
  return approveGateWithin(sqliteTaskStore(tx), input, act);
}

/** Says that a task may be done as its plan tells, if that is still the one of the digest; people only. */
export function approvePlanStep(
  tx: Tx,
  input: { readonly task: string; readonly digest: string },
  act: Act,
): Promise<TaskResult<PlanView>> {
  return approvePlanWithin(sqliteTaskStore(tx), input, act);
}

/** Opens a closed task again; the reason becomes a comment. */
export function reopenStep(
  tx: Tx,
  input: { readonly task: string; readonly reason: string; readonly ids: IdSource },
  act: Act,
): Promise<TaskResult<TaskView>> {
  return reopenWithin(sqliteTaskStore(tx), input, act);
}
