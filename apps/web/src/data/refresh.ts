import type { QueryKey } from '@tanstack/react-query';
import { trpc } from './api.ts';
import type { Root } from './api-types.ts';
import { readAgain } from './read-again.ts';
import { listIsLong } from './task-rows.ts';

type Slot = {
  running: boolean;
  again: boolean;
  /** How many times fetching took longer than it is waited for, and is not over. */
  late: number;
  rounds: number;
};

const taskList = JSON.stringify(trpc.tasks.list.infiniteQueryFilter().queryKey?.[0]);

function isTaskList(key: QueryKey): boolean {
  return JSON.stringify(key[0]) === taskList;
}

const slots = new Map<Root, Slot>();
const minimumGapMs = 60;
/** What takes longer than this to fetch holds up the rest no more; ms. */
const patienceMs = 2000;

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** Fetches a part anew; what is late is not begun anew, but fetched once more when it is there and is old by then. */
async function fetchPart(root: Root, slot: Slot): Promise<void> {
  slot.rounds += 1;
  const mine = slot.rounds;
  const fetched = readAgain(
    {
      ...trpc[root].pathFilter(),
      predicate: (query) => !(isTaskList(query.queryKey) && listIsLong()),
    },
    { cancelRefetch: slot.late === 0 },
  );
  const isDone = await Promise.race([fetched.then(() => true), pause(patienceMs).then(() => false)]);
  if (isDone) return;
  slot.late += 1;
  void fetched.finally(() => {
    slot.late -= 1;
    if (slot.rounds > mine) refresh(root);
  });
}

async function run(root: Root, slot: Slot): Promise<void> {
  slot.running = true;
  do {
    slot.again = false;
    const began = performance.now();
    await fetchPart(root, slot);
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
    const slot = slots.get(root) ?? { running: false, again: false, late: 0, rounds: 0 };
    slots.set(root, slot);
    if (slot.running) slot.again = true;
    else void run(root, slot);
  }
}
