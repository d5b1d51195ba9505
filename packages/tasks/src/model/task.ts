import type { Instant, StoredReason } from '@cw/kernel';
import type { Details } from '@cw/task-formats';
import type { FieldName } from './task-fields.ts';
import type { Dispatch, Priority, TaskOutcome, TaskStatus } from './task-view.ts';

/** What right-hand rooms do with a task at the moment; `resting`: it is tried again later by itself. */
export type TaskStage = 'working' | 'merging' | 'resting';

/** A task as the rules see it. Times are milliseconds since 1970. */
export type Task = Details & {
  /** Row key; never leaves the room. */
  readonly n: number;
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly acceptance: string;
  readonly status: TaskStatus;
  readonly outcome: TaskOutcome | null;
  readonly statusReason: StoredReason | null;
  /** The same in words. */
  readonly statusSaid: string | null;
  readonly priority: Priority;
  readonly type: string;
  readonly assignee: string | null;
  readonly dispatch: Dispatch;
  readonly stage: TaskStage | null;
  readonly labels: readonly string[];
  readonly parentId: string | null;
  readonly projectId: string | null;
  readonly planApproved: boolean;
  readonly externalId: string | null;
  readonly openBlockers: number;
  readonly openChildren: number;
  readonly closedChildren: number;
  /** The latest of its own `deferUntil` and those of its open ancestors. */
  readonly asleepUntil: Instant | null;
  readonly gateApprovedAt: Instant | null;
  readonly gateApprovedBy: string | null;
  readonly deletedAt: Instant | null;
  /** An ancestor waits or is blocked, and so does all below it. */
  readonly held: boolean;
  readonly leaseHolder: string | null;
  /** Null where a person holds it, whose claim does not expire. */
  readonly leaseExpiresAt: Instant | null;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
  readonly startedAt: Instant | null;
  readonly closedAt: Instant | null;
  readonly closeReason: StoredReason | null;
  /** The same in words. */
  readonly closeSaid: string | null;
  readonly revision: number;
};

/** The fields whose changes count as a new revision and are told in the history. */
export type TaskChanges = Partial<Pick<Task, FieldName | 'labels' | 'parentId'>>;

/** What must be known to write a task down for the first time, and what else may be. */
export type NewTask = Pick<Task, 'id' | FieldName<'words' | 'place'> | 'labels' | 'parentId'> & Partial<Details>;

/** How long an agent's claim holds without being renewed, in milliseconds. */
export const defaultLeaseMs = 5 * 60_000;

/** Levels of parents a task may have above and below it together; the hold counters walk the tree by recursion. */
export const deepestNesting = 50;
