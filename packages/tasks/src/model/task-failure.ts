import type { IsoTime, LimitReached } from '@cw/kernel';
import type { DetailWord, FieldFailure, FileFailure } from '@cw/task-formats';
import type { Blocker, DependencyType, TaskStatus } from './task-view.ts';

/** Why what was said of a task cannot be read. */
export type TextFailure =
  | FieldFailure
  | { readonly kind: 'task.bad-date'; readonly text: string }
  /** Options or arguments of which each says the same thing. */
  | { readonly kind: 'task.said-twice'; readonly places: readonly string[] }
  | { readonly kind: 'task.deep-metadata'; readonly limit: number }
  | { readonly kind: 'task.bad-json'; readonly path: string; readonly problem: string }
  /** JSON that is whole, but is no list of tasks as they can be written. */
  | { readonly kind: 'task.bad-plan'; readonly path: string; readonly problem: string }
  | { readonly kind: 'task.bad-status'; readonly text: string };

export type TaskCandidate = { readonly id: string; readonly title: string };

/** Tasks that may be meant by an id that none has. */
export type MissedTask = { readonly near: readonly TaskCandidate[]; readonly inTrash: readonly TaskCandidate[] };

export type LookUpFailure =
  | {
      readonly kind: 'task.not-found';
      readonly ref: string;
      readonly missed?: MissedTask | undefined;
      /** Names of the tasks that are written together, where it might have been one of those. */
      readonly planned?: readonly string[] | undefined;
    }
  | { readonly kind: 'task.ambiguous'; readonly ref: string; readonly candidates: readonly TaskCandidate[] }
  | { readonly kind: 'comment.not-found'; readonly ref: string; readonly taskId: string };

/** Why a task is not offered as work. */
export type NotReadyReason =
  | { readonly why: 'status'; readonly status: TaskStatus; readonly reason: string | null }
  /** Its work is done, and a person keeps it from being merged. */
  | { readonly why: 'merge-held'; readonly reason: string }
  | { readonly why: 'waits'; readonly for: readonly Blocker[] }
  /** `by` is the task whose date it is: itself, or an ancestor. */
  | { readonly why: 'deferred'; readonly until: IsoTime; readonly by: string }
  | { readonly why: 'children'; readonly open: number }
  /** An epic with no open child: it has to be broken down, or all its children are closed. */
  | { readonly why: 'epic'; readonly needsBreakdown: boolean }
  | { readonly why: 'plan' }
  /** What it requires that whoever wants to claim it is not registered for. */
  | { readonly why: 'requires'; readonly lacks: readonly string[]; readonly holder: string };

export type ClaimFailure =
  | {
      readonly kind: 'task.claimed';
      readonly taskId: string;
      readonly holder: string;
      readonly expiresAt: IsoTime | null;
    }
  | { readonly kind: 'task.not-ready'; readonly taskId: string; readonly reasons: readonly NotReadyReason[] }
  | { readonly kind: 'task.not-held'; readonly taskId: string; readonly holder: string | null }
  | { readonly kind: 'task.running'; readonly taskId: string; readonly stage: 'working' | 'merging' };

/** What only people may do. */
export type PeopleOnly =
  | DetailWord<'shell'>
  | 'follow-up'
  | 'assign'
  | 'import'
  | 'approve-plan'
  | 'approve-gate'
  | 'delete'
  | 'restore'
  | 'undo'
  | 'replan'
  | 'release-unheld';

export type MoveFailure =
  | { readonly kind: 'task.already-closed'; readonly taskId: string }
  | { readonly kind: 'task.not-closed'; readonly taskId: string; readonly status: TaskStatus }
  | { readonly kind: 'task.no-gate'; readonly taskId: string }
  | { readonly kind: 'task.status-by-verb'; readonly status: TaskStatus }
  | { readonly kind: 'task.open-children'; readonly taskId: string; readonly count: number }
  /** It asks for a plan, and what the plan says now was not approved. */
  | { readonly kind: 'task.plan-not-approved'; readonly taskId: string }
  | { readonly kind: 'task.unmet-dependencies'; readonly taskId: string; readonly on: readonly Blocker[] }
  | { readonly kind: 'task.people-only'; readonly action: PeopleOnly };

export type FieldChange = { readonly field: string; readonly before: unknown; readonly after: unknown };

/** A project that is none, or several; with what it probably should have said. */
export type UnknownProject = {
  readonly kind: 'task.unknown-project';
  readonly ref: string;
  readonly matches: readonly string[];
  readonly meant?: string | undefined;
};

export type UpdateFailure =
  | {
      readonly kind: 'task.stale';
      readonly taskId: string;
      readonly seen: number;
      readonly revision: number;
      readonly changes: readonly FieldChange[];
    }
  | { readonly kind: 'task.nothing-named'; readonly taskId: string }
  /** Others were made to wait for what is to be as if it had never been. */
  | { readonly kind: 'task.needed'; readonly taskId: string; readonly by: readonly string[] }
  /** A new plan without tasks would only cancel what is there. */
  | { readonly kind: 'task.empty-replan'; readonly taskId: string }
  | { readonly kind: 'task.no-project'; readonly taskId: string }
  /** Nothing below an epic is open and not begun. */
  | { readonly kind: 'task.nothing-to-assign'; readonly taskId: string; readonly open: number }
  | UnknownProject;

export type TrashFailure =
  | { readonly kind: 'task.has-children'; readonly taskId: string; readonly count: number }
  | { readonly kind: 'task.not-deleted'; readonly taskId: string }
  | { readonly kind: 'task.cannot-undo'; readonly taskId: string }
  | { readonly kind: 'task.parent-deleted'; readonly taskId: string; readonly parentId: string };

export type PlanFailure =
  | { readonly kind: 'task.no-plan'; readonly taskId: string }
  | { readonly kind: 'task.plan-stale'; readonly taskId: string }
  | {
      readonly kind: 'task.plan-changed';
      readonly taskId: string;
      /** What was shown, and what is there now. */
      readonly seen: string;
      readonly digest: string;
    }
  | { readonly kind: 'task.double-key'; readonly key: string }
  | { readonly kind: 'task.not-replaced'; readonly taskId: string };

export type DependencyFailure =
  | { readonly kind: 'task.bad-gate'; readonly type: DependencyType }
  | {
      readonly kind: 'task.cycle';
      readonly path: readonly string[];
      readonly type: DependencyType;
      /** Those of the path that are in the trash: they make nothing wait until they are restored. */
      readonly inTrash: readonly string[];
    }
  | { readonly kind: 'task.self-dependency'; readonly taskId: string }
  | { readonly kind: 'task.too-deep'; readonly taskId: string; readonly limit: number }
  | { readonly kind: 'task.no-dependency'; readonly taskId: string; readonly onId: string };

export type FollowUpFailure =
  | { readonly kind: 'follow-up.not-found'; readonly ref: string }
  | { readonly kind: 'follow-up.ambiguous'; readonly ref: string; readonly candidates: readonly string[] }
  | { readonly kind: 'follow-up.decided'; readonly id: string; readonly state: 'accepted' | 'declined' };

export type ListFailure =
  | { readonly kind: 'list.bad-cursor' }
  | { readonly kind: 'list.too-many'; readonly filter: string; readonly count: number; readonly limit: number }
  | { readonly kind: 'list.bad-limit'; readonly text: string }
  /** The value of an option that limits a list. */
  | { readonly kind: 'list.empty-filter'; readonly filter: string }
  | {
      readonly kind: 'list.bad-filter';
      readonly filter: string;
      readonly text: string;
      readonly known: readonly string[];
    };

/** A query that cannot be read, or a value in it that its field does not have. */
export type QueryFailure = {
  readonly kind: 'query.wrong';
  /** Where, in characters from 1. */
  readonly column: number;
  /** What stands there; nothing at the end. */
  readonly found: string;
  readonly expected: readonly string[];
  /** Words of which one was probably meant. */
  readonly known?: readonly string[] | undefined;
};

export type ReachFailure = { readonly kind: 'task.out-of-reach'; readonly taskId: string; readonly own: string };

/** What is wrong with one of several things that are written together, and where it stands: `Line 3`. */
export type PlaceFailure =
  | {
      readonly kind: 'task.at-place';
      readonly place: string;
      /** The task that `place` is the title of; then the title stands for its id. */
      readonly taskId?: string;
      readonly failure: TaskFailure;
    }
  | { readonly kind: 'task.bad-line'; readonly problem: string };

export type TaskFailure =
  | PlaceFailure
  | TextFailure
  | LookUpFailure
  | ClaimFailure
  | MoveFailure
  | UpdateFailure
  | DependencyFailure
  | TrashFailure
  | PlanFailure
  | FollowUpFailure
  | ListFailure
  | QueryFailure
  | FileFailure
  | ReachFailure
  | LimitReached;
