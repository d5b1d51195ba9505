import { type Instant, type IsoTime, toIso } from '@cw/kernel';
import type { ReadDb } from '@cw/storage';
import { countStates, type StateCounts } from './count-states.ts';

/** How the work of the whole workspace stands. */
export type WorkFigures = {
  /** Ready tasks, and those of them that agents are to be started for. */
  readonly ready: number;
  readonly toStart: number;
  readonly running: number;
  /** Tasks that wait for a limit or the next try, and all that are on hold. */
  readonly resting: number;
  readonly onHold: number;
  readonly queued: number;
  /** Tasks whose merge is checked or made. */
  readonly merging: number;
  readonly needsYou: number;
  /** Tasks by the state that people see of them. */
  readonly tasks: StateCounts['tasks'];
  /** Since when the one that has waited longest for its start or its merge does so. */
  readonly oldestWaitSince: IsoTime | null;
  readonly leases: {
    /** Held by agents until a time, and by people without one. */
    readonly byAgents: number;
    readonly byPeople: number;
    /** Over, and not yet given back. */
    readonly expired: number;
  };
};

/** The figures that follow from counted states. */
export function figuresOf(counts: StateCounts): Omit<WorkFigures, 'oldestWaitSince' | 'leases'> {
  const { tasks, pending, running, onHold, queued } = counts;
  const sum = (...numbers: (number | undefined)[]) => numbers.reduce<number>((all, one = 0) => all + one, 0);
  return {
    ready: tasks.ready,
    toStart: sum(pending.turn, pending.pause),
    running,
    resting: sum(pending.limit, pending.retry),
    onHold,
    queued,
    merging: sum(tasks.merging, tasks.verifying),
    needsYou: tasks['needs-you'],
    tasks,
  };
}

type Row = WorkFigures['leases'] & { readonly oldestTask: Instant | null; readonly oldestMerge: Instant | null };

export async function workFigures(db: ReadDb): Promise<WorkFigures> {
  const counts = await countStates(db);
  const row = await db.get<Row>(
    `SELECT min(t.updated_at) FILTER (WHERE t.ready AND t.assigned) AS oldestTask,
       (SELECT min(created_at) FROM merge_view WHERE ended_at IS NULL AND state = 'queued') AS oldestMerge,
       count(*) FILTER (WHERE t.status = 'in_progress' AND t.lease_holder IS NOT NULL AND t.lease_expires_at IS NULL) AS byPeople,
       count(*) FILTER (WHERE t.lease_expires_at > now_ms() OR (t.lease_expires_at IS NOT NULL AND t.stage IS NOT NULL)) AS byAgents,
       count(*) FILTER (WHERE t.lease_expires_at <= now_ms() AND t.stage IS NULL) AS expired
     FROM task_view t WHERE t.status <> 'closed' AND t.deleted_at IS NULL`,
  );
  if (!row) throw new Error('a count has no row');
  const { byAgents, byPeople, expired, oldestTask, oldestMerge } = row;
  const waits = [oldestTask, oldestMerge].filter((at) => at !== null);
  return {
    ...figuresOf(counts),
    oldestWaitSince: waits.length === 0 ? null : toIso(Math.min(...waits)),
    leases: { byAgents, byPeople, expired },
  };
}
