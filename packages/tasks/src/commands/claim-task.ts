import { type Act, err, type Instant, ok, systemAct } from '@cw/kernel';
import type { TaskStore } from '../adapters/task-store.ts';
import { checkNotHeldByOther, checkNotRunning, type TaskHolder } from '../model/claim-rules.ts';
import { checkMove } from '../model/legal-moves.ts';
import { defaultLeaseMs, type Task } from '../model/task.ts';
import { notReadyReasons } from '../model/task-state.ts';
import type { TaskView } from '../model/task-view.ts';
import { applyChange } from './apply-change.ts';
import { expireLeases } from './expire-leases.ts';
import { knownTask, resolveTask, type TaskResult } from './task-work.ts';

export type ClaimInput = {
  readonly task: string;
  readonly holder: TaskHolder;
  /** Milliseconds an agent's claim holds without being renewed. @defaultValue 300000 */
  readonly leaseMs?: number | undefined;
};

/**
 * Takes a ready task for one holder. The same holder may claim again, which renews an agent's lease; anybody else is
 * told who holds it.
 */
export async function claimTask(store: TaskStore, input: ClaimInput, act: Act): Promise<TaskResult<TaskView>> {
  await expireLeases(store, systemAct('leases'));
  const task = await resolveTask(store, input.task);
  if (!task.ok) return task;
  const expiresAt = claimEnd(store, input);
  return claimBy(store, task.value, { holder: input.holder, expiresAt, act });
}

function claimEnd(store: TaskStore, { holder, leaseMs }: Omit<ClaimInput, 'task'>): Instant | null {
  return holder.kind === 'person' ? null : store.at + (leaseMs ?? defaultLeaseMs);
}

/** Takes the first ready task, most urgent and then oldest, in the transaction that finds it; null when there is none. */
export async function claimReady(
  store: TaskStore,
  input: Omit<ClaimInput, 'task'> & { readonly projectId?: string | undefined },
  act: Act,
): Promise<TaskResult<TaskView | null>> {
  await expireLeases(store, systemAct('leases'));
  const task = await firstFor(store, input);
  if (!task) return ok(null);
  return claimBy(store, task, { holder: input.holder, expiresAt: claimEnd(store, input), act });
}

/** The first ready task, of one project or of all, that requires nothing its holder is not capable of. */
async function firstFor(
  store: TaskStore,
  { holder, projectId }: { readonly holder: TaskHolder; readonly projectId?: string | undefined },
): Promise<Task | undefined> {
  const first = projectId === undefined ? await store.firstReady() : undefined;
  if (projectId === undefined && (!first || (await store.lackedBy(first, holder)).length === 0)) return first;
  for (const id of await store.readyIds(projectId)) {
    const task = await store.find(id);
    if (task && (await store.lackedBy(task, holder)).length === 0) return task;
  }
  return undefined;
}

/**
 * Takes a ready task for a run. From here on the room that runs it lets go of it, by closing, blocking or releasing it:
 * its lease is not freed by time alone, since the agent may live on while nobody is there to renew it.
 */
export async function claimForRun(
  store: TaskStore,
  input: { readonly taskId: string; readonly runId: string; readonly leaseMs?: number | undefined },
  act: Act,
): Promise<TaskResult<TaskView>> {
  const task = await knownTask(store, input.taskId);
  if (!task.ok) return task;
  const expiresAt = store.at + (input.leaseMs ?? defaultLeaseMs);
  return take(store, task.value, { holder: input.runId, expiresAt, stage: 'working', act });
}

/**
 * Takes a task for a person from the run that works at it, from where it rests, or from where it was stopped. No agent
 * starts on it before it is assigned again.
 */
export async function takeOverTask(
  store: TaskStore,
  input: { readonly taskId: string; readonly holder: string },
  act: Act,
): Promise<TaskResult<TaskView>> {
  const task = await knownTask(store, input.taskId);
  if (!task.ok) return task;
  const move = checkMove(task.value, 'block');
  if (!move.ok) return move;
  const { stage, startedAt } = task.value;
  if (stage === 'merging') return err({ kind: 'task.running', taskId: input.taskId, stage });
  const free = stage === 'working' ? ok(undefined) : checkNotHeldByOther(task.value, input.holder, store.at);
  if (!free.ok) return free;
  const held = { leaseHolder: input.holder, leaseExpiresAt: null, stage: null, statusReason: null };
  const changes = { status: 'in_progress', ...held, startedAt: startedAt ?? store.at, dispatch: 'manual' } as const;
  await applyChange(store, task.value, { type: 'task.claimed', changes, act });
  return ok(await store.view(input.taskId));
}

type Claim = {
  readonly holder: string;
  readonly expiresAt: Instant | null;
  readonly stage?: 'working';
  readonly act: Act;
};

/** What somebody is not capable of is not handed to them, whoever else may be. */
async function claimBy(
  store: TaskStore,
  task: Task,
  { holder, ...claim }: Omit<Claim, 'holder'> & { readonly holder: TaskHolder },
): Promise<TaskResult<TaskView>> {
  const lacks = await store.lackedBy(task, holder);
  if (lacks.length > 0 && task.leaseHolder !== holder.name) {
    const reasons = [{ why: 'requires', lacks, holder: holder.name } as const];
    return err({ kind: 'task.not-ready', taskId: task.id, reasons });
  }
  return take(store, task, { ...claim, holder: holder.name });
}

async function take(store: TaskStore, task: Task, claim: Claim): Promise<TaskResult<TaskView>> {
  if (task.leaseHolder === claim.holder && task.status === 'in_progress') {
    if (claim.expiresAt !== null) await store.renewLease(task, claim.expiresAt);
    return ok(await store.view(task.id));
  }
  const allowed = await checkClaimable(store, task, claim.holder);
  if (!allowed.ok) return allowed;
  const changes = {
    status: allowed.value,
    leaseHolder: claim.holder,
    leaseExpiresAt: claim.expiresAt,
    startedAt: task.startedAt ?? store.at,
    stage: claim.stage ?? null,
    ...(task.stage === 'resting' ? { statusReason: null } : {}),
  };
  await applyChange(store, task, { type: 'task.claimed', changes, act: claim.act });
  return ok(await store.view(task.id));
}

async function checkClaimable(store: TaskStore, task: Task, holder: string): Promise<TaskResult<'in_progress'>> {
  const free = checkNotHeldByOther(task, holder, store.at);
  if (!free.ok) return free;
  const running = checkNotRunning(task);
  if (!running.ok) return running;
  const move = checkMove(task, 'claim');
  if (!move.ok && move.error.kind === 'task.already-closed') return move;
  const facts: Task = { ...task, status: move.ok ? 'open' : task.status };
  const waits = {
    blockers: task.openBlockers > 0 || task.held ? await store.waitsFor(task.id) : [],
    deferredBy: task.asleepUntil === null ? undefined : await store.deferredBy(task.id),
  };
  const reasons = notReadyReasons(facts, waits, store.at);
  return reasons.length === 0 ? ok('in_progress') : err({ kind: 'task.not-ready', taskId: task.id, reasons });
}
