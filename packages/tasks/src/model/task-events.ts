import type { Event } from '@cw/kernel';
import type { PlanContent } from '@cw/task-formats';
import type { TaskChanges } from './task.ts';
import type { DependencyType, WaitGate } from './task-view.ts';

/** Both sides of what changed, which makes the event log the history of a task. */
export type Changed = {
  /** The revision that the change made. */
  readonly revision: number;
  readonly before: TaskChanges;
  readonly after: TaskChanges;
};

/** Events whose payload is the change of the task's own fields. */
export type TaskChangeType =
  | 'task.updated'
  | 'task.claimed'
  | 'task.released'
  | 'task.closed'
  | 'task.reopened'
  | 'task.blocked'
  | 'task.rested'
  | 'task.assigned'
  | 'task.stage-changed'
  | 'task.lease-expired'
  | 'task.imported'
  | 'task.deleted'
  | 'task.restored'
  | 'task.plan-approved'
  | 'task.gate-approved';

export type DependencyChange = {
  readonly type: DependencyType;
  readonly onId: string;
  readonly gate?: WaitGate;
  readonly revision: number;
};

export type PlanChange = {
  readonly revision: number;
  /** Where it was approved before, that is told too: it is not any more. */
  readonly before: { readonly plan: PlanContent | null; readonly planApproved?: boolean };
  readonly after: { readonly plan: PlanContent; readonly planApproved?: boolean };
};

/** What became of the work below a task when its plan was made anew: ids of the tasks. */
export type Replanned = {
  readonly reason: string;
  readonly replaced: readonly string[];
  readonly kept: readonly string[];
  readonly created: readonly string[];
};

export type TaskEvent =
  | { [Type in TaskChangeType]: Event<Type, Changed> }[TaskChangeType]
  | Event<'task.created', Omit<Changed, 'before'>>
  | Event<'task.commented', { readonly commentId: string; readonly replyTo: string | null }>
  | Event<'task.checkpointed', { readonly checkpointId: string; readonly sequence: number; readonly type: string }>
  | Event<'task.plan-set', PlanChange>
  | Event<'task.replanned', Replanned>
  | Event<'task.progressed', { readonly text: string; readonly percent: number | null }>
  | Event<'task.artifact-added', { readonly kind: string; readonly value: string; readonly revision: number }>
  | Event<'task.dependency-added', DependencyChange>
  | Event<'task.dependency-removed', DependencyChange>
  | Event<'task.follow-up-proposed', { readonly proposalId: string; readonly title: string }>
  | Event<'task.follow-up-accepted', { readonly proposalId: string; readonly taskId: string }>
  | Event<'task.follow-up-declined', { readonly proposalId: string }>;
