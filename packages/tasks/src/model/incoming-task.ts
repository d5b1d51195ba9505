import type { Instant } from '@cw/kernel';
import type { PlanContent } from '@cw/task-formats';
import type { Task } from './task.ts';
import type { Artifact, CheckpointView, DependencyType, WaitGate } from './task-view.ts';

/** The fields that an import may set. What is run, and who approved what, are not among them. */
export type ImportedFields = Pick<
  Task,
  | 'title'
  | 'description'
  | 'acceptance'
  | 'design'
  | 'status'
  | 'outcome'
  | 'statusReason'
  | 'priority'
  | 'type'
  | 'assignee'
  | 'labels'
  | 'estimate'
  | 'dueAt'
  | 'deferUntil'
  | 'externalRef'
  | 'metadata'
  | 'role'
  | 'size'
  | 'requiresPlan'
  | 'files'
  | 'requires'
  | 'gate'
  | 'startedAt'
  | 'closedAt'
  | 'closeReason'
>;

/** One task of a file in our words, whatever wrote it. Other tasks are named as the file names them. */
export type IncomingTask = {
  /** What other records of the file call it. */
  readonly from: string;
  /** An id of ours that it had elsewhere; kept where it is free. */
  readonly ownId: string | null;
  /** Its id in another tracker. */
  readonly externalId: string | null;
  /** What the file cannot say is not there: a new task has its default, one that is here keeps what it has. */
  readonly fields: Partial<ImportedFields> & Pick<ImportedFields, 'title' | 'status'>;
  /** The file says all that we know of a task; else what is here beyond it stays. */
  readonly isWhole: boolean;
  /** Null where the file does not say. */
  readonly createdAt: Instant | null;
  readonly updatedAt: Instant | null;
  readonly revision: number;
  /** Name of its project where it was. */
  readonly project: string | null;
  /** Null where the file knows of none. */
  readonly links: readonly IncomingLink[] | null;
  readonly comments: readonly IncomingComment[];
  readonly artifacts: readonly Artifact[];
  readonly plan: IncomingPlan | null;
  readonly checkpoints: readonly IncomingCheckpoint[];
  /** What has no field here, as it came. */
  readonly extra: Readonly<Record<string, unknown>>;
};

export type IncomingLink = {
  readonly on: string;
  readonly type: DependencyType;
  readonly gate: WaitGate | null;
  /** The type as the file spells it. */
  readonly word: string;
  readonly createdAt: Instant | null;
  /** Only the id tells of this parent. */
  readonly implied?: true;
};

export type IncomingComment = {
  readonly id: string;
  readonly ownId: string | null;
  readonly author: string;
  readonly text: string;
  /** What `id` is for the comment that it answers. */
  readonly replyTo: string | null;
  readonly createdAt: Instant | null;
};

export type IncomingPlan = PlanContent & { readonly writtenBy: string; readonly writtenAt: Instant | null };

export type IncomingCheckpoint = Pick<
  CheckpointView,
  'id' | 'type' | 'text' | 'files' | 'commit' | 'author' | 'runId'
> & {
  readonly createdAt: Instant | null;
};
