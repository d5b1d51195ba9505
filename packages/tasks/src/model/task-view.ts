import type { Actor, IsoTime } from '@cw/kernel';

export const taskStatuses = ['open', 'in_progress', 'blocked', 'closed'] as const;
export type TaskStatus = (typeof taskStatuses)[number];
export const taskOutcomes = ['done', 'failed', 'cancelled'] as const;
export type TaskOutcome = (typeof taskOutcomes)[number];
export const priorities = ['P0', 'P1', 'P2', 'P3'] as const;
export type Priority = (typeof priorities)[number];
export type Dispatch = 'manual' | 'assigned' | 'auto';
export const dependencyTypes = [
  'blocks',
  'parent-child',
  'related',
  'discovered-from',
  'waits-for',
  'on-failure',
] as const;
export type DependencyType = (typeof dependencyTypes)[number];

export type Dependency = { readonly type: DependencyType; readonly id: string };
export type Lease = { readonly holder: string; readonly expiresAt: IsoTime | null };
export type Artifact = { readonly kind: string; readonly value: string };

/** The state a person sees, derived from status, outcome, dependencies and runs; one icon each in the dashboard. */
export type TaskState =
  | 'open'
  | 'ready'
  | 'in-progress'
  | 'waiting'
  | 'needs-you'
  | 'merging'
  | 'done'
  | 'failed'
  | 'cancelled';

/** A task as every door shows it. */
export type TaskView = {
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
  readonly initiativeId: string | null;
  readonly phaseId: string | null;
  readonly requiresPlan: boolean;
  /** What this task needs. */
  readonly dependencies: readonly Dependency[];
  /** What needs this task. */
  readonly dependents: readonly Dependency[];
  /** Ids of what keeps it from being ready: open or failed blockers, its own and its ancestors'. */
  readonly blockedBy: readonly string[];
  readonly ready: boolean;
  readonly artifacts: readonly Artifact[];
  /** The script that the `script` provider runs; set by a person only. */
  readonly script: string | null;
  /** Ids under which another tracker knows it. */
  readonly externalId: string | null;
  readonly createdAt: IsoTime;
  readonly updatedAt: IsoTime;
  readonly startedAt: IsoTime | null;
  readonly closedAt: IsoTime | null;
  readonly closeReason: string | null;
  readonly lease: Lease | null;
  readonly revision: number;
  readonly state: TaskState;
};

/** A row of a list: what the list shows and no more. */
export type TaskRow = Pick<
  TaskView,
  | 'id'
  | 'title'
  | 'status'
  | 'outcome'
  | 'statusReason'
  | 'priority'
  | 'type'
  | 'assignee'
  | 'dispatch'
  | 'labels'
  | 'parentId'
  | 'projectId'
  | 'ready'
  | 'createdAt'
  | 'updatedAt'
  | 'closedAt'
  | 'lease'
  | 'revision'
  | 'state'
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

export type Page<T> = { readonly items: readonly T[]; readonly total: number; readonly nextCursor: string | null };
