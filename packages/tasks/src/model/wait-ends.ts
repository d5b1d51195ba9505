import { type Instant, type PendingReason, type TaskState, toIsoOrNull } from '@cw/kernel';
import type { BlockerReason, Dispatch, TaskName, WaitEnd } from './task-view.ts';

/** An unfinished task as the following of what it waits for needs it. */
export type WaitingTask = TaskName & {
  readonly n: number;
  readonly state: TaskState;
  readonly pending: PendingReason | null;
  readonly said: string | null;
  readonly dispatch: Dispatch;
  readonly holder: string | null;
  readonly type: string;
  readonly parentN: number | null;
  readonly held: boolean;
  readonly closedChildren: number;
  readonly needsPlan: boolean;
  readonly asleepUntil: Instant | null;
};

/** What keeps a task from beginning: another one, and why. */
export type Wait = TaskName & { readonly n: number; readonly reason: BlockerReason };

export type WaitGraph = {
  readonly tasks: ReadonlyMap<number, WaitingTask>;
  /** Open children, by the row number of their parent. */
  readonly children: ReadonlyMap<number, readonly number[]>;
  /** What each waits for by its own dependencies, or since its parent was given up. */
  readonly waits: ReadonlyMap<number, readonly Wait[]>;
  readonly now: Instant;
};

/** A point on the way: a task that has to begin, or that has to be done. */
type Point = { readonly n: number; readonly done: boolean; readonly path: readonly string[] };

/**
 * What a task waits for in the end: its dependencies, parents and children are followed to what waits for no other task.
 * What asks a person for something comes first, then what is nearest. Each task is visited once, so a circle ends.
 */
export function waitEnds(graph: WaitGraph, start: number): readonly WaitEnd[] {
  const ends = new Map<string, WaitEnd>();
  const seen = new Set<string>();
  const left: Point[] = [{ n: start, done: true, path: [] }];
  for (const point of left) {
    const key = `${point.done} ${point.n}`;
    if (seen.has(key)) continue;
    seen.add(key);
    const { onwards, found } = follow(graph, point);
    left.push(...onwards);
    for (const end of found) if (!ends.has(end.id)) ends.set(end.id, end);
  }
  return [...ends.values()].toSorted((a, b) => rankOf(a) - rankOf(b));
}

const asking: ReadonlySet<WaitEnd['why']> = new Set(['needs-you', 'gate', 'plan']);
const goingOn: ReadonlySet<WaitEnd['why']> = new Set(['in-progress', 'merging', 'resting', 'queued', 'deferred']);

/** What asks a person for something, what stands still until somebody decides, what goes on by itself. */
function rankOf({ why }: WaitEnd): number {
  if (asking.has(why)) return 0;
  return goingOn.has(why) ? 2 : 1;
}

type Followed = { readonly onwards: readonly Point[]; readonly found: readonly WaitEnd[] };

function follow(graph: WaitGraph, point: Point): Followed {
  const task = graph.tasks.get(point.n);
  if (task === undefined) return { onwards: [], found: [] };
  const begun = whatIsDone(task);
  if (begun !== undefined) return { onwards: [], found: [endAt(task, point.path, begun)] };
  const onwards = nextPoints(graph, task, point);
  const found = (graph.waits.get(task.n) ?? [])
    .filter(({ reason }) => !leadsOn(reason))
    .map((wait): WaitEnd => ({ ...endOf(wait), path: [...point.path, wait.id] }));
  if (task.needsPlan) found.push(endAt(task, point.path, 'plan'));
  const isEnd = point.done && onwards.length + found.length === 0;
  return { onwards, found: isEnd ? [endAt(task, point.path, whyNotBegun(task, graph.now))] : found };
}

/** What is being done with a task, or keeps it from going on although it had begun. */
function whatIsDone({ state, pending }: WaitingTask): WaitEnd['why'] | undefined {
  if (pending === 'merge') return 'merge-on-hold';
  if (pending === 'limit' || pending === 'retry') return 'resting';
  if (state === 'verifying') return 'merging';
  return state === 'needs-you' || state === 'in-progress' || state === 'merging' ? state : undefined;
}

/** Why nobody has begun a task that waits for no other one. */
function whyNotBegun(task: WaitingTask, now: Instant): WaitEnd['why'] {
  if (task.asleepUntil !== null && task.asleepUntil > now) return 'deferred';
  if (task.type === 'epic') return task.closedChildren > 0 ? 'children-closed' : 'epic';
  if (task.holder !== null) return 'in-progress';
  return task.dispatch === 'manual' ? 'unassigned' : 'queued';
}

function leadsOn(reason: BlockerReason): boolean {
  return reason === 'open' || reason === 'children';
}

function nextPoints(graph: WaitGraph, task: WaitingTask, { done, path }: Point): readonly Point[] {
  const childrenOf = (n: number) => (graph.children.get(n) ?? []).map((child) => ({ n: child, isDone: true }));
  const next = [
    ...(graph.waits.get(task.n) ?? []).flatMap((wait) => {
      if (!leadsOn(wait.reason)) return [];
      return wait.reason === 'open' ? [{ n: wait.n, isDone: true }] : childrenOf(wait.n);
    }),
    ...(task.held && task.parentN !== null ? [{ n: task.parentN, isDone: false }] : []),
    ...(done ? childrenOf(task.n) : []),
  ];
  return next.flatMap(({ n, isDone }) => {
    const id = graph.tasks.get(n)?.id;
    return id === undefined ? [] : [{ n, done: isDone, path: [...path, id] }];
  });
}

function endAt(task: WaitingTask, path: readonly string[], why: WaitEnd['why']): WaitEnd {
  const { id, title, said, holder, asleepUntil } = task;
  return { id, title, why, said, holder, until: why === 'deferred' ? toIsoOrNull(asleepUntil) : null, path };
}

const ofReason = {
  failed: 'failed',
  cancelled: 'cancelled',
  deleted: 'deleted',
  'not-failed': 'not-failed',
  gate: 'gate',
  blocked: 'needs-you',
  children: 'unassigned',
  open: 'unassigned',
} as const satisfies Record<BlockerReason, WaitEnd['why']>;

function endOf({ id, title, reason }: Wait): Omit<WaitEnd, 'path'> {
  return { id, title, why: ofReason[reason], said: null, holder: null, until: null };
}
