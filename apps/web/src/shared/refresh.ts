import type { QueryKey } from '@tanstack/react-query';
import { queryClient, trpc } from './api.ts';
import type { Root } from './event-roots.ts';
import { listIsLong } from './task-rows.ts';

type Slot = { running: boolean; again: boolean };

const taskList = JSON.stringify(trpc.tasks.list.infiniteQueryFilter().queryKey?.[0]);

function isTaskList(key: QueryKey): boolean {
  return JSON.stringify(key[0]) === taskList;
}

const slots = new Map<Root, Slot>();
const minimumGapMs = 60;

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

async function run(root: Root, slot: Slot): Promise<void> {
  slot.running = true;
  do {
    slot.again = false;
    const began = performance.now();
    await queryClient.invalidateQueries({
      ...trpc[root].pathFilter(),
      predicate: (query) => !(isTaskList(query.queryKey) && listIsLong()),
    });
    await pause(Math.max(minimumGapMs, 2 * (performance.now() - began)));
  } while (slot.again);
  slot.running = false;
}

/**
 * Fetches anew what is on the screen of these parts, and marks the rest as old. The first call acts at once; calls
 * that come while a part is being fetched count as one more, after a pause that grows with how long fetching takes.
 */
export function refresh(...roots: readonly Root[]): void {
  for (const root of roots) {
    const slot = slots.get(root) ?? { running: false, again: false };
    slots.set(root, slot);
    if (slot.running) slot.again = true;
    else void run(root, slot);
  }
}
