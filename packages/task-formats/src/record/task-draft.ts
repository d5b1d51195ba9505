import type { SaidDetails } from './details.ts';
import type { FieldFailure } from './field-failure.ts';
import type { DependencyType, WaitGate } from './task-words.ts';

/** What a task that is still to be written needs, or is bound to in another way. */
export type NeededTask = {
  /** A key of another draft, or the id of a task. */
  readonly on: string;
  /** @defaultValue 'blocks' */
  readonly type?: DependencyType | undefined;
  readonly gate?: WaitGate | undefined;
};

/**
 * A task that is still to be written, in the words that somebody put down for it: whoever writes it reads `2h` and `next
 * monday`. In `parent`, `needs`, `dependencies` and `replaces` a key stands for the draft that has it.
 */
export type TaskDraft = SaidDetails & {
  readonly title: string;
  readonly key?: string | undefined;
  /** Where it stands in what was read, for whoever is told that something is wrong with it: `Line 3`. */
  readonly place?: string | undefined;
  /** Places of its single values, where they have their own. */
  readonly parts?: readonly { readonly place: string; readonly texts: readonly string[] }[] | undefined;
  readonly description?: string | undefined;
  readonly acceptance?: string | undefined;
  readonly priority?: string | undefined;
  readonly type?: string | undefined;
  readonly assignee?: string | undefined;
  readonly project?: string | undefined;
  readonly parent?: string | undefined;
  /** The task that is done in another way by this one. */
  readonly replaces?: string | undefined;
  readonly labels?: readonly string[] | undefined;
  readonly needs?: readonly string[] | undefined;
  readonly dependencies?: readonly NeededTask[] | undefined;
  readonly inheritLabels?: boolean | undefined;
};

/** Why a text cannot be the metadata of a task. */
export type MetadataFailure = Extract<FieldFailure, { readonly kind: 'task.bad-metadata' | 'task.long-number' }>;

/** What is wrong with a text of drafts, and at which line. */
export type DraftFailure = {
  readonly kind: 'task.at-place';
  readonly place: string;
  readonly failure: { readonly kind: 'task.bad-line'; readonly problem: string } | MetadataFailure;
};
