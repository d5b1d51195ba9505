import type { Actor, IsoTime, PendingKind, PendingReason, TaskState } from '@cw/kernel';
import type {
  Artifact,
  DependencyType,
  DetailName,
  DetailOf,
  Details,
  PlanContent,
  Priority,
  TaskOutcome,
  TaskStatus,
  WaitGate,
} from '@cw/task-formats';
import type { ListedName } from './task-fields.ts';

export type { TaskState } from '@cw/kernel';
export type {
  Artifact,
  DependencyType,
  DetailName,
  Metadata,
  Priority,
  TaskOutcome,
  TaskSize,
  TaskStatus,
  WaitGate,
} from '@cw/task-formats';
export { dependencyTypes, priorities, taskOutcomes, taskSizes, taskStatuses, waitGates } from '@cw/task-formats';
export type Dispatch = 'manual' | 'assigned' | 'auto';

export type Dependency = {
  readonly type: DependencyType;
  readonly id: string;
  /** Only of `waits-for`. */
  readonly gate?: WaitGate;
};

/**
 * Why another task keeps one from beginning: it is not closed; it was given up, since it failed, was cancelled or lies in the
 * trash; it did not fail although that is what is waited for; children of it are open; it is an ancestor that is blocked
 * itself; or it is a gate: what came of it was not approved.
 */
export type BlockerReason =
  | 'open'
  | 'failed'
  | 'cancelled'
  | 'deleted'
  | 'not-failed'
  | 'children'
  | 'blocked'
  | 'gate';
export type Blocker = { readonly id: string; readonly reason: BlockerReason };

/** A task as it is named where another one is told about. */
export type TaskName = { readonly id: string; readonly title: string };

/** What ending, deleting or opening tasks means for others; most urgent first. */
export type Consequences = {
  /** What keeps waiting for something that was given up. */
  readonly waiting: readonly TaskName[];
  /** What is ready now and queued: agents start on it by themselves. */
  readonly begins: readonly TaskName[];
  /** What is ready now, and starts when somebody claims or assigns it. */
  readonly ready: readonly TaskName[];
  /** What would have begun because work was given up, and was taken off the queue. */
  readonly unqueued: readonly TaskName[];
  /** Parents that were closed by it, as all of their children are. */
  readonly closed: readonly TaskName[];
  /** Epics that it left without an open child, and which somebody has to close. */
  readonly finished: readonly TaskName[];
  /** Parents that are open again, as they were closed only because all of their children were. */
  readonly reopened: readonly TaskName[];
};

/** What a task waits for in the end: a task that waits for no other one, and why that is not done. */
export type WaitEnd = TaskName & {
  readonly why:
    | 'needs-you'
    | 'gate'
    | 'plan'
    | 'failed'
    | 'cancelled'
    | 'deleted'
    | 'not-failed'
    | 'unassigned'
    | 'queued'
    | 'in-progress'
    | 'merging'
    | 'merge-on-hold'
    | 'resting'
    | 'deferred'
    | 'epic'
    | 'children-closed';
  /** Why it needs a person, in words. */
  readonly said: string | null;
  readonly holder: string | null;
  /** Until when it is deferred. */
  readonly until: IsoTime | null;
  /** Ids from what the task waits for itself to this one; empty where it is the task itself. */
  readonly path: readonly string[];
};

export type Lease = { readonly holder: string; readonly expiresAt: IsoTime | null };

/** That a task goes on by itself: when, and what it waits for. */
export type Pending = {
  readonly kind: PendingKind;
  readonly why: PendingReason;
  /** The same in words. */
  readonly reason: string;
  /** Null where nobody knows. */
  readonly until: IsoTime | null;
};

/** The fields that most tasks leave empty, as views show them: times in ISO 8601. */
type ShownDetails = {
  readonly [Field in DetailName]: Field extends DetailOf<'date'> ? IsoTime | null : Details[Field];
};

/** A task as every door shows it. */
export type TaskView = ShownDetails & {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly acceptance: string;
  readonly status: TaskStatus;
  /** Only of a closed task. */
  readonly outcome: TaskOutcome | null;
  readonly statusReason: string | null;
  readonly priority: Priority;
  readonly type: string;
  readonly assignee: string | null;
  readonly dispatch: Dispatch;
  readonly labels: readonly string[];
  readonly parentId: string | null;
  readonly projectId: string | null;
  readonly projectName: string | null;
  readonly initiativeId: string | null;
  readonly phaseId: string | null;
  /** What this task needs. */
  readonly dependencies: readonly Dependency[];
  /** What needs this task. */
  readonly dependents: readonly Dependency[];
  /** Ids of what keeps it from being ready: open or failed blockers, its own and its ancestors'. */
  readonly blockedBy: readonly string[];
  /** The same with what is the matter with each. */
  readonly blockers: readonly Blocker[];
  readonly ready: boolean;
  readonly artifacts: readonly Artifact[];
  /** Ids under which another tracker knows it. */
  readonly externalId: string | null;
  readonly gateApprovedAt: IsoTime | null;
  readonly gateApprovedBy: string | null;
  readonly plan: PlanView | null;
  readonly createdAt: IsoTime;
  readonly updatedAt: IsoTime;
  readonly startedAt: IsoTime | null;
  readonly closedAt: IsoTime | null;
  readonly closeReason: string | null;
  readonly lease: Lease | null;
  readonly revision: number;
  /** The state that people see: the same wherever the task is shown. */
  readonly state: TaskState;
  /** Null for one that waits for somebody to do something, or is at work. */
  readonly pending: Pending | null;
};

/** A row of a list: what the list shows and no more. */
export type TaskRow = Pick<
  TaskView,
  | ListedName
  | 'id'
  | 'labels'
  | 'parentId'
  | 'projectName'
  | 'ready'
  | 'createdAt'
  | 'updatedAt'
  | 'lease'
  | 'revision'
  | 'state'
  | 'pending'
> & {
  /** How many unfinished tasks it waits for, and how many tasks need it. */
  readonly blockedByCount: number;
  readonly dependentCount: number;
};

export type CommentView = {
  readonly id: string;
  readonly taskId: string;
  readonly author: string;
  readonly text: string;
  /** The comment that it answers. */
  readonly replyTo: string | null;
  readonly createdAt: IsoTime;
};

/** How a task is to be done, and who said that this is right. */
export type PlanView = PlanContent & {
  readonly taskId: string;
  /** Names exactly this content; an approval names it. */
  readonly digest: string;
  readonly writtenBy: string;
  readonly writtenAt: IsoTime;
  /** Null as long as nobody approved what it says now. */
  readonly approvedBy: string | null;
  readonly approvedAt: IsoTime | null;
};

export const checkpointTypes = ['plan', 'progress', 'decision', 'error', 'handoff', 'note'] as const;

/** A point in the work on a task from which it can go on. */
export type CheckpointView = {
  readonly id: string;
  readonly taskId: string;
  /** From 1 within the task. */
  readonly sequence: number;
  /** One of `checkpointTypes` or a word of the user's own. */
  readonly type: string;
  readonly text: string;
  readonly files: readonly string[];
  readonly commit: string | null;
  readonly author: string;
  readonly runId: string | null;
  readonly createdAt: IsoTime;
};

export type HistoryEntry = {
  readonly seq: number;
  readonly type: string;
  readonly actor: Actor;
  readonly runId: string | null;
  readonly at: IsoTime;
  readonly payload: unknown;
};

/** A follow-up an agent proposed; it becomes a task only when a person accepts it. */
export type ProposalView = {
  readonly id: string;
  readonly taskId: string;
  readonly runId: string | null;
  readonly title: string;
  readonly description: string;
  readonly state: 'waiting' | 'accepted' | 'declined';
  readonly acceptedTaskId: string | null;
  readonly createdAt: IsoTime;
};
