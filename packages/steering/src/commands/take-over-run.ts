import { findAccount } from '@cw/accounts';
import { agentsWithin, canGoOn, programOf, type RunRecord, type TypedCommand } from '@cw/agents';
import { readSetting } from '@cw/config';
import { type Act, err, ok, type Result } from '@cw/kernel';
import { endRestStep } from '@cw/orchestrator';
import type { ReadDb, Storage, Tx } from '@cw/storage';
import { getTask, type TaskView, tasksWithin } from '@cw/tasks';
import { append } from '../append.ts';
import { asPerson, lastRun, notMerging } from '../last-run.ts';
import type { SteeringFailure } from '../model/steering-failure.ts';

export type TakenOver = {
  readonly task: TaskView;
  readonly runId: string;
  /** False while its agent has yet to be ended by whoever dispatches. */
  readonly stopped: boolean;
  readonly worktree: string | null;
  /** What goes on with its conversation by hand, as words of a command line; null where there is none. */
  readonly resume: ResumeByHand | null;
};

/** A command to be typed in the worktree, with what its environment must hold. */
export type ResumeByHand = TypedCommand & {
  /** The account whose secrets it may need besides. */
  readonly account: string | null;
};

/**
 * Gives the task of a run to a person: its agent is ended with its work kept, and nothing starts on it until it is handed
 * back or assigned. What is being merged is not taken.
 */
export async function takeOverRun(
  { read, transact }: Pick<Storage, 'read' | 'transact'>,
  input: { readonly run: string },
  act: Act,
): Promise<Result<TakenOver, SteeringFailure>> {
  if (act.actor.kind === 'run') return asPerson('take over a run');
  const taken = await transact((tx) => take(tx, { run: input.run, act }));
  if (!taken.ok) return taken;
  const { run, task } = taken.value;
  const { id: runId, endedAt, worktree } = run;
  return ok({ task, runId, stopped: endedAt !== null, worktree, resume: await resumeByHand(read, run) });
}

type Taken = { readonly run: RunRecord; readonly task: TaskView };

async function take(
  tx: Tx,
  { run: named, act }: { readonly run: string; readonly act: Act },
): Promise<Result<Taken, SteeringFailure>> {
  const found = await lastRun(tx, named);
  if (!found.ok) return found;
  const { id: runId, taskId, endedAt } = found.value;
  const before = await getTask(tx, taskId);
  const free = before === undefined ? ok(undefined) : notMerging(before);
  if (!free.ok) return free;
  if (endedAt !== null && found.value.worktree === null) return err({ kind: 'steer.no-worktree', runId, taskId });
  const holder = act.actor.name;
  const task = await tasksWithin(tx).takeOver({ taskId, holder }, act);
  if (!task.ok) return task;
  await endRestStep(tx, taskId);
  if (endedAt === null) {
    const stopping = await agentsWithin(tx).requestStop({ run: runId }, act);
    if (!stopping.ok) return stopping;
  }
  await append(tx, { type: 'run.taken-over', entity: runId, payload: { taskId, by: holder } }, act);
  return ok({ run: found.value, task: task.value });
}

/** How a person goes on with the conversation of a run that they took over; of one at work that may not be known yet. */
export async function resumeByHand(db: ReadDb, run: RunRecord): Promise<ResumeByHand | null> {
  const { sessionId, provider, projectId: project, taskId: task } = run;
  const { name, settings, resumeByHand: typed } = programOf(provider);
  if (!canGoOn(run) || sessionId === null || typed === null) return null;
  const account = run.accountId === null ? undefined : await findAccount(db, run.accountId);
  const configDir = account?.ok ? account.value.configDir : null;
  const command = settings.command === null ? name : (await readSetting(db, settings.command, { project, task })).value;
  return { ...typed({ command, sessionId, configDir }), account: run.accountName };
}
