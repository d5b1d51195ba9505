import type { Act, Instant } from '@cw/kernel';
import type { PartialCheckpoint, PartialPlan, TaskFields } from '@cw/task-formats';
import type { TaskEvent } from '../model/task-events.ts';
import type { DependencyType, WaitGate } from '../model/task-view.ts';
import type { WaitEdge } from '../model/wait-circles.ts';

/** Row key of a task; never leaves the room. */
export type RowKey = { readonly n: number };

export type ImportedTask = {
  readonly id: string;
  readonly fields: TaskFields;
  readonly externalId: string | null;
  readonly projectId: string | null;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
  readonly revision: number;
  readonly extra: Readonly<Record<string, unknown>>;
};

export type ImportedEdge = {
  /** Ids of ours. */
  readonly task: string;
  readonly on: string;
  readonly type: DependencyType;
  readonly gate: WaitGate | null;
  readonly createdAt: Instant;
};

/** Rows as only an import writes them, with ids and times of elsewhere. */
export type ImportStore = {
  /** Whether there are no tasks at all, so that none need be looked for. */
  isEmpty(): Promise<boolean>;
  /** Writes whole new tasks but for their parents, many at once; nothing starts them. Answers their keys in that order. */
  insertAll(tasks: readonly ImportedTask[]): Promise<readonly RowKey[]>;
  /** Tells of many changes at once, in their order. */
  appendAll(events: readonly TaskEvent[], act: Act): Promise<void>;
  /** Makes one task the child of another, without a revision of its own. */
  setParent(id: string, parentId: string): Promise<void>;
  /** Writes what is not there yet, and gates that differ. */
  addDependencies(edges: readonly ImportedEdge[]): Promise<void>;
  /** Tasks, none of them deleted, that keep links on what was not there when they came. */
  withDangling(): Promise<readonly { readonly id: string; readonly extra: Readonly<Record<string, unknown>> }[]>;
  setExtra(task: RowKey, extra: Readonly<Record<string, unknown>>): Promise<void>;
  /** Every edge between tasks that makes one wait for another, parents included. */
  edges(): Promise<readonly WaitEdge[]>;
  /** What a task depends on, with the ids by which another tracker knows that. */
  dependenciesOf(
    task: RowKey,
  ): Promise<readonly { readonly onId: string; readonly externalId: string | null; readonly type: DependencyType }[]>;
  /** Whether any comment or checkpoint has this id. */
  isTaken(kind: 'comment' | 'checkpoint', id: string): Promise<boolean>;
  addCheckpoint(task: RowKey, checkpoint: PartialCheckpoint & { readonly createdAt: Instant }): Promise<void>;
  /** Writes a plan that nobody has approved; false where there is one already. */
  addPlan(task: RowKey, plan: PartialPlan & { readonly writtenAt: Instant }): Promise<boolean>;
};
