import type { Instant } from '@cw/kernel';
import type { DetailOf, Details } from './details.ts';
import type { PlanContent } from './plan.ts';
import type { Artifact, DependencyType, Priority, TaskOutcome, TaskStatus, WaitGate } from './task-words.ts';

/** What a task says of itself. What is run for it, and who approved what, is not among it. */
export type TaskFields = Omit<Details, DetailOf<'shell'>> & {
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
  readonly labels: readonly string[];
  readonly startedAt: Instant | null;
  readonly closedAt: Instant | null;
  readonly closeReason: string | null;
};

/** A task by the id that it has here, and by that in another tracker. */
export type TaskRef = { readonly id: string; readonly externalId: string | null };

/** What another tracker calls a task: the id it has there, else ours. */
export function refId({ id, externalId }: TaskRef): string {
  return externalId ?? id;
}

/**
 * A task with all that belongs to it, whatever keeps it and whatever writes it down. What a format has no place for is
 * carried in what that format has for others.
 */
export type TaskRecord = TaskFields &
  TaskRef &
  // Written down to be read by people; nothing that is read takes it over as what it was.
  Pick<Details, DetailOf<'shell'>> & {
    readonly parent: TaskRef | null;
    /** Name of its project. */
    readonly project: string | null;
    readonly dependencies: readonly RecordDependency[];
    readonly comments: readonly RecordComment[];
    readonly artifacts: readonly Artifact[];
    readonly plan: RecordPlan | null;
    readonly checkpoints: readonly RecordCheckpoint[];
    readonly gateApprovedAt: Instant | null;
    readonly gateApprovedBy: string | null;
    readonly createdAt: Instant;
    readonly updatedAt: Instant;
    readonly deletedAt: Instant | null;
    readonly revision: number;
    /** What it came with that has no field here, as it came. */
    readonly extra: Readonly<Record<string, unknown>>;
  };

export type RecordDependency = {
  readonly type: DependencyType;
  readonly on: TaskRef;
  readonly gate: WaitGate | null;
  readonly createdAt: Instant;
};

export type RecordComment = {
  readonly id: string;
  readonly externalId: string | null;
  readonly author: string;
  readonly text: string;
  readonly replyTo: string | null;
  readonly createdAt: Instant;
};

export type RecordPlan = PlanContent & {
  readonly writtenBy: string;
  readonly writtenAt: Instant;
  readonly approvedBy: string | null;
  readonly approvedAt: Instant | null;
};

export type RecordCheckpoint = {
  readonly id: string;
  /** From 1 within the task. */
  readonly sequence: number;
  readonly type: string;
  readonly text: string;
  readonly files: readonly string[];
  readonly commit: string | null;
  readonly author: string;
  readonly runId: string | null;
  readonly createdAt: Instant;
};
