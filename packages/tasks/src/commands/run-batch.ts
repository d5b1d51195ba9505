import { type Act, err, ok } from '@cw/kernel';
import type { TaskStore } from '../adapters/task-store.ts';
import type { TaskResult } from './task-work.ts';

/** One of many changes that are made together. */
export type BatchStep = {
  /** Where it stands in what was read, from 1. */
  readonly line: number;
  /** What it does, in a word or two: `close`, `dep add`. */
  readonly op: string;
  /** What later steps call the task that this one writes. */
  readonly key?: string | undefined;
  /** Makes the change inside the transaction; answers the ids of what it made or changed. */
  readonly run: (store: TaskStore, act: Act) => Promise<TaskResult<readonly string[]>>;
};

export type BatchOutcome = Pick<BatchStep, 'line' | 'op' | 'key'> & { readonly ids: readonly string[] };

/** Makes many changes in one transaction, in order, all of them or none. A refusal says at which line. */
export async function runBatch(
  store: TaskStore,
  steps: readonly BatchStep[],
  act: Act,
): Promise<TaskResult<readonly BatchOutcome[]>> {
  const keys = new Map<string, string>();
  const own = withKeys(store, keys);
  const outcomes: BatchOutcome[] = [];
  for (const { line, op, key, run } of steps) {
    const place = `Line ${line} (${op})`;
    if (key !== undefined && keys.has(key)) {
      return err({ kind: 'task.at-place', place, failure: { kind: 'task.double-key', key } });
    }
    const done = await run(own, act);
    if (!done.ok) return err({ kind: 'task.at-place', place, failure: done.error });
    const [first] = done.value;
    if (key !== undefined && first !== undefined) keys.set(key, first);
    outcomes.push({ line, op, ids: done.value, ...(key === undefined ? {} : { key }) });
  }
  return ok(outcomes);
}

/** The store as it is, except that a key means its task wherever a task is looked up. */
function withKeys(store: TaskStore, keys: ReadonlyMap<string, string>): TaskStore {
  return {
    ...store,
    candidates: async (ref) => {
      const id = keys.get(ref);
      return id === undefined ? store.candidates(ref) : [{ id, title: ref }];
    },
  };
}
