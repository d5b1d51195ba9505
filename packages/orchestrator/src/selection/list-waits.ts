import { readSandboxState } from '@cw/agents';
import { type NotStarted, ordinal } from '@cw/entry';
import { type NextStep, step } from '@cw/kernel';
import { type ItemView, listItems } from '@cw/messages';
import { freeBytes, type ReadDb } from '@cw/storage';
import { findWaitEnds, sayWaitEnd, stepsForWaitEnd, type WaitEnd } from '@cw/tasks';
import { measureRoom } from '../adapters/measure-room.ts';
import type { Blocker } from './blocker.ts';
import { type Choice, judgeTask } from './choose-task.ts';
import { programsTold } from './programs-told.ts';
import { placeInQueue } from './queue.ts';
import { sayBlocker, stepsFor } from './say-blocker.ts';

/** A task that another one waits for in the end, with what is asked about it. */
export type RootCause = {
  readonly why: 'root-cause';
  readonly end: WaitEnd;
  /** The item of the inbox with which it goes on. */
  readonly itemId: string | null;
};

/** The place in the queue, where others are before it, of a task that nothing of its own keeps from being started. */
export type InQueue = { readonly why: 'queue'; readonly place: number };

/** A reason for which a task is not started, with how it is said. */
export type WaitView = (Blocker | InQueue | RootCause) & NotStarted;

type Deps = { readonly read: ReadDb; readonly home: string };

/** What is told of the task itself, and no field of it says. */
const ofItself: ReadonlySet<WaitEnd['why']> = new Set(['plan', 'epic', 'children-closed']);

/** As many ends of a long wait as help. */
const mostEnds = 3;

/**
 * What keeps a task from being started, by its whole id: what it waits for in the end, or where it is assigned and ready,
 * what keeps agents from it. What a person can act on comes first.
 */
export async function listWaits(deps: Deps, taskId: string): Promise<readonly WaitView[]> {
  const own = await ownWaits(deps, taskId, taskId);
  if (own.length > 0) return own;
  const ends = (await findWaitEnds(deps.read, [taskId])).get(taskId) ?? [];
  const waits: WaitView[] = [];
  for (const end of ends.filter(({ path, why }) => path.length > 0 || ofItself.has(why)).slice(0, mostEnds)) {
    waits.push(await rootCause(deps, end, taskId));
  }
  return waits;
}

async function ownWaits(
  { read, home }: Deps,
  taskId: string,
  asked: string,
): Promise<readonly ((Blocker | InQueue) & NotStarted)[]> {
  const machine = { home, sandbox: readSandboxState(home), whyNotFound: await programsTold(read) };
  const choice = await judgeTask(read, { measureRoom, freeDisk: () => freeBytes(home), ...machine }, taskId);
  const waits = choice.blockers.map((blocker) => ({
    ...blocker,
    message: sayBlocker(blocker),
    hint: 'advice' in blocker ? blocker.advice.hint : undefined,
    next: stepsFor(blocker, asked),
  }));
  return [...waits, ...(await inQueue(read, choice, taskId))];
}

/** What keeps back every task that comes to its turn, so that the place in the queue says what comes first. */
const ofTheQueue: ReadonlySet<Blocker['why']> = new Set([
  ...(['no-place', 'account', 'paused', 'day-cap', 'disk', 'memory', 'load'] as const),
]);

async function inQueue(
  db: ReadDb,
  { chosen, blockers }: Choice,
  taskId: string,
): Promise<readonly (InQueue & NotStarted)[]> {
  const isQueued = chosen !== undefined || blockers.length > 0;
  if (!isQueued || !blockers.every(({ why }) => ofTheQueue.has(why))) return [];
  const place = await placeInQueue(db, taskId);
  if (place === undefined || place === 1) return [];
  return [{ why: 'queue', place, message: `it is ${ordinal(place)} in the queue` }];
}

async function rootCause(deps: Deps, end: WaitEnd, taskId: string): Promise<WaitView> {
  const items = await listItems(deps.read, { taskId: end.id, limit: 1 });
  const [item] = items.ok ? items.value.items : [];
  const [blocker] = end.why === 'queued' ? await ownWaits(deps, end.id, end.id) : [];
  const isSaid = end.why === 'gate' || end.why === 'plan' || end.said?.startsWith(item?.title ?? '');
  const asks = item === undefined || isSaid ? '' : `. ${item.title}`;
  return {
    why: 'root-cause',
    end,
    itemId: item?.id ?? null,
    message: `${sayWaitEnd(end)}${blocker ? `: ${blocker.message}` : asks}`,
    next: [...answers(item, end), ...stepsForWaitEnd(end, taskId), ...(blocker?.next ?? [])],
  };
}

function answers(item: ItemView | undefined, { why }: WaitEnd): readonly NextStep[] {
  if (item === undefined || why === 'gate' || why === 'plan') return [];
  return [step('Answer it', 'inbox show', item.id)];
}
