import type { Instant, Why } from '@cw/kernel';
import type { ImportReason } from './import-reason.ts';
import type { PlanContent } from './plan.ts';
import type { RecordCheckpoint, TaskFields } from './task-record.ts';
import type { Artifact, DependencyType, WaitGate } from './task-words.ts';

/** Fields of a task, with reasons that a format gives of its own accord. */
export type ToldFields = Omit<TaskFields, 'statusReason' | 'closeReason'> & {
  readonly statusReason: Why<ImportReason> | null;
  readonly closeReason: Why<ImportReason> | null;
};

/**
 * What a file, or another tracker, tells of a task, in the words of a `TaskRecord`. It may tell less than all, and names
 * other tasks as it names them itself.
 */
export type PartialRecord = {
  /** What other records of the file call it. */
  readonly from: string;
  /** An id of ours that it had elsewhere; kept where it is free. */
  readonly ownId: string | null;
  /** Its id in another tracker. */
  readonly externalId: string | null;
  /** What the file cannot say is not there: a new task has its default, one that is here keeps what it has. */
  readonly fields: Partial<ToldFields> & Pick<ToldFields, 'title' | 'status'>;
  /** The file says all that we know of a task; else what is here beyond it stays. */
  readonly isWhole: boolean;
  /** Null where the file does not say. */
  readonly createdAt: Instant | null;
  readonly updatedAt: Instant | null;
  readonly revision: number;
  /** Name of its project where it was. */
  readonly project: string | null;
  /** Null where the file knows of none. */
  readonly links: readonly PartialLink[] | null;
  readonly comments: readonly PartialComment[];
  readonly artifacts: readonly Artifact[];
  readonly plan: PartialPlan | null;
  readonly checkpoints: readonly PartialCheckpoint[];
  /** What has no field here, as it came. */
  readonly extra: Readonly<Record<string, unknown>>;
};

export type PartialLink = {
  readonly on: string;
  readonly type: DependencyType;
  readonly gate: WaitGate | null;
  /** The type as the file spells it. */
  readonly word: string;
  readonly createdAt: Instant | null;
  /** Only the id tells of this parent. */
  readonly implied?: true;
};

export type PartialComment = {
  readonly id: string;
  readonly ownId: string | null;
  readonly author: string;
  readonly text: string;
  /** What `id` is for the comment that it answers. */
  readonly replyTo: string | null;
  readonly createdAt: Instant | null;
};

export type PartialPlan = PlanContent & { readonly writtenBy: string; readonly writtenAt: Instant | null };

export type PartialCheckpoint = Omit<RecordCheckpoint, 'sequence' | 'createdAt'> & {
  readonly createdAt: Instant | null;
};

/** Why a record is passed over. */
export type PassedOver = { readonly from: string; readonly why: 'no-task' | 'deleted' };
