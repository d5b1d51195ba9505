import type { RunOutcome } from '@cw/agents';
import type { MergeState } from '@cw/integration';
import type { Instant } from '@cw/kernel';

/** The task of something that is left over. */
export type LeftTask = {
  /** Null while the task is not closed. */
  readonly closedAt: Instant | null;
  /** Whether a run or a merge of it has not ended. */
  readonly atWork: boolean;
};

/** `clone`: one whose making was cut short. `set-aside`: what an agent had put in the place of its worktree, or of the `.git` in it. */
export const cleanedKinds = ['worktree', 'branch', 'log', 'ref', 'crash', 'set-aside', 'clone'] as const;
export type CleanedKind = (typeof cleanedKinds)[number];

/** One thing that was removed, or would be. */
export type Cleaned = {
  readonly kind: CleanedKind;
  /** Path of a worktree or a file, id of the run or the merge of a log, name of a branch or a ref. */
  readonly thing: string;
  /** Null where it is of no task. */
  readonly taskId: string | null;
  /** What a log or a file took; null where that is not counted. */
  readonly bytes: number | null;
  /** The commit that a branch or a ref held: `git branch <name> <commit>` in the project's clone brings it back. */
  readonly commit: string | null;
};

/** Things that stay for one reason. */
export type KeptGroup = {
  readonly kind: CleanedKind;
  readonly why: string;
  readonly count: number;
  /** Some of them. */
  readonly things: readonly string[];
};

export type Cleaning = {
  readonly dryRun: boolean;
  readonly removed: readonly Cleaned[];
  readonly kept: readonly KeptGroup[];
  readonly bytes: number;
};

/** Said to an agent, which may not do it. */
export type CleaningFailure = { readonly kind: 'dispatch.people-only' };

const hour = 3_600_000;
const day = 24 * hour;

/** Why a worktree stays, as far as that can be said without git; null when it may go. */
export function whyKeepTree({ closedAt, atWork }: LeftTask, hours: number, now: Instant): string | null {
  if (closedAt === null) return 'task not closed';
  if (atWork) return 'a run or a merge is using it';
  if (hours === 0) return 'cleanup.worktrees keeps all';
  return now - closedAt < hours * hour ? `task closed less than ${count(hours, 'hour')} ago` : null;
}

/** Why a ref of a run or a task stays, as far as that can be said without git; null when it may go. */
export function whyKeepRef(task: LeftTask | undefined, days: number, now: Instant): string | null {
  if (task === undefined) return 'it belongs to nothing known in this workspace';
  if (task.closedAt === null) return 'task not closed';
  if (days === 0) return 'cleanup.refs keeps all';
  return now - task.closedAt < days * day ? `task closed less than ${count(days, 'day')} ago` : null;
}

/** Why a report of a crash stays; null when it may go. */
export function whyKeepCrash(writtenAt: Instant, days: number, now: Instant): string | null {
  if (days === 0) return 'cleanup.logs keeps all';
  return now - writtenAt < days * day ? `it was written less than ${count(days, 'day')} ago` : null;
}

/** Why what was moved out of the way stays: it may be on no branch. Null when it may go. */
export function whyKeepSetAside(task: LeftTask | undefined, days: number, now: Instant): string | null {
  if (days === 0) return 'cleanup.setAside keeps all';
  if (task === undefined) return 'it belongs to no known task of this workspace';
  if (task.closedAt === null) return 'task not closed';
  return now - task.closedAt < days * day ? `task closed less than ${count(days, 'day')} ago` : null;
}

/** Outcomes after which nobody will want to know how it came to that. */
const wellEnded: readonly RunOutcome[] = ['done', 'stopped', 'needs-input', 'handoff'];
const wellEndedMerges: readonly MergeState[] = ['merged', 'unchanged', 'cancelled'];

/** What a log tells of: a run, or the checks of a merge. */
export type Logged = { readonly of: 'run' | 'merge'; readonly endedAt: Instant | null; readonly endedWell: boolean };

/** A run, or a merge by its state, as what a log tells of. */
export function loggedRun(endedAt: Instant | null, outcome: RunOutcome | null): Logged {
  return { of: 'run', endedAt, endedWell: outcome !== null && wellEnded.includes(outcome) };
}

export function loggedMerge(endedAt: Instant | null, state: MergeState): Logged {
  return { of: 'merge', endedAt, endedWell: wellEndedMerges.includes(state) };
}

/** Why a log stays; null when it may go. What failed keeps its log. */
export function whyKeepLog(logged: Logged | undefined, days: number, now: Instant): string | null {
  if (logged === undefined) return 'it belongs to nothing known in this workspace';
  const { of, endedAt, endedWell } = logged;
  if (endedAt === null) return `${of} not ended`;
  if (!endedWell) return `${of} failed`;
  if (days === 0) return 'cleanup.logs keeps all';
  return now - endedAt < days * day ? `${of} ended less than ${count(days, 'day')} ago` : null;
}

function count(number: number, unit: string): string {
  return number === 1 ? `a${unit === 'hour' ? 'n' : ''} ${unit}` : `${number} ${unit}s`;
}

const mostThings = 20;

/** Puts together what stays for the same reason. */
export function groupKept(
  kept: readonly { readonly kind: CleanedKind; readonly thing: string; readonly why: string }[],
): readonly KeptGroup[] {
  const groups = new Map<string, { kind: CleanedKind; why: string; things: string[] }>();
  for (const { kind, thing, why } of kept) {
    const group = groups.get(`${kind} ${why}`) ?? { kind, why, things: [] };
    group.things.push(thing);
    groups.set(`${kind} ${why}`, group);
  }
  return [...groups.values()].map(({ kind, why, things }) => ({
    kind,
    why,
    count: things.length,
    things: things.slice(0, mostThings),
  }));
}
