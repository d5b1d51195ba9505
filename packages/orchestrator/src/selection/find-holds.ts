import type { NextStep } from '@cw/kernel';
import type { CauseName } from '@cw/messages';
import type { ReadDb } from '@cw/storage';
import { dispatchNeeds, listDispatchable } from '@cw/tasks';
import type { HoldReason } from '../model/hold-reason.ts';
import { removedProjects } from '../queries/removed-projects.ts';
import type { Blocker } from './blocker.ts';
import { type Machine, type Needing, openMachine } from './missing.ts';

/** Something that keeps agents from being started, as people are told of it. */
export type Hold = {
  readonly cause: CauseName;
  /** What it is the cause at. */
  readonly of: string;
  readonly projectId: string | null;
  readonly title: HoldReason;
  readonly because: string;
  readonly hint: string | undefined;
  readonly next: readonly NextStep[] | undefined;
};

/**
 * What keeps agents from being started of which people are to be told, whatever else there is no place for at present.
 * @param starting runs whose agents are not started yet
 */
export async function findHolds(db: ReadDb, machine: Machine, starting: readonly Needing[]): Promise<readonly Hold[]> {
  const missingFor = await openMachine(db, machine);
  const found = new Map<string, Hold>();
  for (const task of [...starting, ...(await waiting(db))]) {
    for (const blocker of missingFor(task)) {
      const hold = holdOf(blocker);
      if (hold !== undefined) found.set(`${hold.cause}:${hold.of}`, hold);
    }
  }
  return [...found.values()];
}

/** Whether people are told of it: most of what keeps a task back is over by itself, or an item of its own. */
export function isHold(blocker: Blocker): boolean {
  return holdOf(blocker) !== undefined;
}

function holdOf(blocker: Blocker): Hold | undefined {
  switch (blocker.why) {
    case 'program': {
      const { program, title, command, because, advice } = blocker;
      const reason: HoldReason = { code: 'dispatch.no-program', program: title, because };
      const of = `${program}:${command}`;
      return { cause: 'program', of, projectId: null, title: reason, because, hint: advice.hint, next: advice.next };
    }
    default:
      return undefined;
  }
}

/** Tasks for which agents are to be started. */
async function waiting(db: ReadDb): Promise<readonly Needing[]> {
  const tasks = await listDispatchable(db, { exceptProjects: await removedProjects(db) });
  const needs = await dispatchNeeds(
    db,
    tasks.map(({ n }) => n),
  );
  return tasks.map(({ n, id, projectId }) => ({ id, projectId, hasScript: needs.get(n)?.hasScript === true }));
}
