import {
  abilitiesOf,
  canGoOn,
  findRun,
  isModelName,
  lastConversation,
  listAttempts,
  type RunFailure,
  type RunRecord,
} from '@cw/agents';
import { type Act, err, ok, type Result } from '@cw/kernel';
import type { Tx } from '@cw/storage';
import { getTask, type TaskFailure, type TaskView, tasksWithin } from '@cw/tasks';
import { restStore } from '../adapters/rest-store.ts';
import { append } from '../append.ts';
import { type AccountRest, mayBeUsed } from '../model/rest.ts';
import { type CannotResume, longestNote, type RetryFailure, type RetryMode } from '../model/retry.ts';
import { removedProjects } from '../queries/removed-projects.ts';

export type RetryInput = {
  /** By id or a start of one, or a task for its last run. */
  readonly run: string;
  /** Absent: goes on with it where that can be done, else afresh. */
  readonly mode?: RetryMode | undefined;
  readonly model?: string | undefined;
  /** For the agent. */
  readonly note?: string | undefined;
};

/** `handover`: with a new conversation in the worktree as it was left. */
export type Retried = {
  readonly task: TaskView;
  readonly runId: string;
  readonly mode: RetryMode;
  /** Why it begins afresh though nobody asked for that. */
  readonly why: CannotResume | null;
  readonly model: string | null;
  readonly note: string | null;
};

/**
 * Tries the task of a run again as a person wants it: from where the run stopped, with its conversation and worktree, or
 * afresh. It is assigned with that, and an account that rests is tried at once.
 */
export async function retryRun(
  tx: Tx,
  input: RetryInput,
  act: Act,
): Promise<Result<Retried, RetryFailure | RunFailure | TaskFailure>> {
  if (act.actor.kind === 'run') return err({ kind: 'retry.people-only' });
  const model = input.model?.trim() || null;
  const note = input.note?.trim() || null;
  if (model !== null && !isModelName(model)) return err({ kind: 'retry.bad-model', model });
  if ((note?.length ?? 0) > longestNote) return err({ kind: 'retry.note-too-long', most: longestNote });
  return retryRunStep(tx, { ...input, model, note }, act);
}

export type RetryRun = Omit<RetryInput, 'model' | 'note'> & {
  readonly model: string | null;
  readonly note: string | null;
  /** Where the conversation cannot be gone on with, the next one begins in the worktree as it was left. */
  readonly keepsWork?: boolean | undefined;
  /** What the note answers, for an agent that is not the one that asked. */
  readonly asked?: string | undefined;
};

/** The same inside a transaction that the caller holds, with what a note may hold left to the caller. */
export async function retryRunStep(
  tx: Tx,
  { model, note: said, keepsWork = false, asked, ...input }: RetryRun,
  act: Act,
): Promise<Result<Retried, RetryFailure | RunFailure | TaskFailure>> {
  const found = await lastRun(tx, input.run);
  if (!found.ok) return found;
  const { run, why } = found.value;
  const { id: runId, taskId, provider } = run;
  if (await isOfRemovedProject(tx, taskId)) return err({ kind: 'retry.project-removed', taskId });
  if (model !== null && !abilitiesOf(provider).model) return err({ kind: 'retry.no-models', taskId });
  if (why !== null && input.mode === 'resume') {
    return err({ kind: 'retry.cannot-resume', runId, taskId, provider, why });
  }
  const mode: RetryMode = input.mode ?? (why === null ? 'resume' : 'fresh');
  const note =
    asked === undefined || said === null || mode === 'resume' ? said : `Asked before: ${asked}\nThe answer: ${said}`;
  const task = await tasksWithin(tx).assignOne({ task: taskId }, act);
  if (!task.ok) return task;
  const askedBy = act.actor.name;
  const store = restStore(tx);
  const handover = keepsWork && mode === 'fresh' && why !== 'other-project';
  await store.saveRetry({ taskId, runId, resume: mode === 'resume', handover, tries: 0, model, note, askedBy });
  await store.endRest(taskId);
  await tryAccount(tx, { ...run, model });
  await append(tx, { type: 'run.retry-asked', entity: runId, payload: { taskId, mode, model, note } }, act);
  return ok({ task: task.value, runId, mode, why: input.mode === undefined ? why : null, model, note });
}

async function isOfRemovedProject(tx: Tx, taskId: string): Promise<boolean> {
  const projectId = (await getTask(tx, taskId))?.projectId ?? null;
  return projectId !== null && (await removedProjects(tx)).includes(projectId);
}

type LastRun = { readonly run: RunRecord; readonly why: CannotResume | null };

/** The run that is named, which must be the last one of its task, and why it cannot be gone on with, if so. */
async function lastRun(tx: Tx, named: string): Promise<Result<LastRun, RetryFailure | RunFailure>> {
  const found = await findRun(tx, named);
  if (!found.ok) return found;
  const run = found.value;
  const attempts = await listAttempts(tx, run.taskId);
  const last = attempts.at(-1) ?? run;
  if (last.id !== run.id) return err({ kind: 'retry.not-last', runId: run.id, lastId: last.id, taskId: run.taskId });
  const task = await getTask(tx, run.taskId);
  const isElsewhere = task !== undefined && task.projectId !== run.projectId;
  return ok({ run, why: isElsewhere ? 'other-project' : cannotResume(lastConversation(attempts) ?? run) });
}

function cannotResume(run: RunRecord): CannotResume | null {
  if (canGoOn(run)) return null;
  if (!abilitiesOf(run.provider).conversation) return 'program-keeps-none';
  return run.startedAt === null ? 'never-began' : 'no-conversation';
}

/** Has an account that rests tried by the next run: whoever says so knows why. What does not keep it from that model rests on. */
async function tryAccount(
  tx: Tx,
  account: { readonly provider: string; readonly accountId: string | null; readonly model: string | null },
): Promise<void> {
  const rests = await restStore(tx).restsOfAccount({ provider: account.provider, accountId: account.accountId ?? '' });
  for (const rest of rests) if (!mayBeUsed(rest, account.model)) await tryRest(tx, rest);
}

/** Forgets that a task rests: somebody has it in hand. */
export function endRestStep(tx: Tx, taskId: string): Promise<void> {
  return restStore(tx).endRest(taskId);
}

/** Lets what an account rests for be over now, as far as is known. */
export async function tryRest(tx: Tx, rest: AccountRest): Promise<void> {
  if (rest.until !== null && rest.until <= tx.at) return;
  const store = restStore(tx);
  await store.saveAccount({ ...rest, until: tx.at });
  if (rest.until === null) await store.endRestsOf(rest, tx.at);
}
