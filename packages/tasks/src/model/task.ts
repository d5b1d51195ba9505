import type { Instant } from '@cw/kernel';
import type { Dispatch, Metadata, Priority, TaskOutcome, TaskSize, TaskStatus } from './task-view.ts';

/** What right-hand rooms do with a task at the moment; `resting`: it is tried again later by itself. */
export type TaskStage = 'working' | 'merging' | 'resting';

/** A task as the rules see it. Times are milliseconds since 1970. */
export type Task = {
  /** Row key; never leaves the room. */
  readonly n: number;
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly acceptance: string;
  /** What the `script` provider runs; people wrote it. */
  readonly script: string | null;
  readonly status: TaskStatus;
  readonly outcome: TaskOutcome | null;
  readonly statusReason: string | null;
  readonly priority: Priority;
  readonly type: string;
  readonly assignee: string | null;
  readonly dispatch: Dispatch;
  readonly stage: TaskStage | null;
  readonly labels: readonly string[];
  readonly parentId: string | null;
  readonly projectId: string | null;
  readonly requiresPlan: boolean;
  readonly planApproved: boolean;
  readonly externalId: string | null;
  readonly openBlockers: number;
  readonly openChildren: number;
  readonly closedChildren: number;
  /** The latest of its own `deferUntil` and those of its open ancestors. */
  readonly asleepUntil: Instant | null;
  readonly design: string;
  /** Minutes. */
  readonly estimate: number | null;
  readonly dueAt: Instant | null;
  readonly deferUntil: Instant | null;
  readonly externalRef: string | null;
  readonly metadata: Metadata;
  /** Tells whether the task is done; people wrote it. */
  readonly checkCommand: string | null;
  readonly role: string | null;
  readonly size: TaskSize | null;
  /** Paths, folders and patterns that it will change. */
  readonly files: readonly string[];
  /** What an agent has to be capable of. */
  readonly requires: readonly string[];
  /** What needs it waits until a person has approved what came of it. */
  readonly gate: boolean;
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
  readonly closeReason: string | null;
  readonly revision: number;
};

/** The fields whose changes count as a new revision and are told in the history. */
export type TaskChanges = Partial<
  Pick<
    Task,
    | 'title'
    | 'description'
    | 'acceptance'
    | 'script'
    | 'status'
    | 'outcome'
    | 'statusReason'
    | 'priority'
    | 'type'
    | 'assignee'
    | 'dispatch'
    | 'stage'
    | 'labels'
    | 'parentId'
    | 'projectId'
    | 'leaseHolder'
    | 'leaseExpiresAt'
    | 'startedAt'
    | 'closedAt'
    | 'closeReason'
    | 'requiresPlan'
    | 'planApproved'
    | 'design'
    | 'estimate'
    | 'dueAt'
    | 'deferUntil'
    | 'externalRef'
    | 'metadata'
    | 'checkCommand'
    | 'role'
    | 'size'
    | 'files'
    | 'requires'
    | 'gate'
    | 'gateApprovedAt'
    | 'gateApprovedBy'
    | 'deletedAt'
  >
>;

/** The fields that most tasks leave empty. */
export type DetailChanges = Pick<
  TaskChanges,
  | 'design'
  | 'estimate'
  | 'dueAt'
  | 'deferUntil'
  | 'externalRef'
  | 'metadata'
  | 'checkCommand'
  | 'role'
  | 'size'
  | 'requiresPlan'
  | 'files'
  | 'requires'
  | 'gate'
>;

/** What must be known to write a task down for the first time, and what else may be. */
export type NewTask = Pick<
  Task,
  'id' | 'title' | 'description' | 'acceptance' | 'script' | 'priority' | 'type' | 'assignee' | 'dispatch'
> &
  Pick<Task, 'labels' | 'parentId' | 'projectId'> &
  DetailChanges;

/** How long an agent's claim holds without being renewed, in milliseconds. */
export const defaultLeaseMs = 5 * 60_000;

/** Levels of parents a task may have above and below it together; the hold counters walk the tree by recursion. */
export const deepestNesting = 50;
