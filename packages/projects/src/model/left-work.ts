import type { SayWhy, Why } from '@cw/kernel';

/** What was left in a worktree that is not on the branch of its task, and where that is kept. */
export type Left = {
  readonly rescueRef: string | null;
  readonly filesLost: boolean;
  readonly setAside: readonly string[];
  readonly unfinished: string | null;
  readonly strayed: boolean;
  readonly forgottenCommits: number;
  /** Some of the files that were held back, and how many there are besides. */
  readonly heldBack: readonly { readonly path: string; readonly reason: Why }[];
  readonly more: number;
};

/** What there is to know of work that was kept; reports of an earlier version have no `setAside`. */
export type KeptWork = Omit<Left, 'more' | 'setAside'> & { readonly setAside?: readonly string[] };

/** What somebody left in a worktree after its run had ended. */
export type LaterWork = {
  /** Some of the files that were changed, and how many there are besides. */
  readonly files: readonly string[];
  readonly more: number;
  /** Where that is kept; null when it is on the branch of the task. */
  readonly keptAs: string | null;
  readonly left: Left | undefined;
};

const shown = 20;

/** What of a report there is to say; undefined when everything is on the branch. */
export function leftOf(report: KeptWork): Left | undefined {
  const { rescueRef, filesLost, setAside = [], unfinished, strayed, forgottenCommits } = report;
  const heldBack = report.heldBack.slice(0, shown);
  const more = report.heldBack.length - heldBack.length;
  const left = { rescueRef, filesLost, setAside, unfinished, strayed, forgottenCommits, heldBack, more };
  return rescueRef === null && linesOf(left, String).length === 0 ? undefined : left;
}

export type Since = {
  /** Files that were changed on the branch. */
  readonly changed: readonly string[];
  readonly keptAs: string | null;
  /** Whether what is under this ref was told before. */
  readonly isTold: (rescueRef: string) => boolean;
};

/** What was left since a run ended, without what was told then; undefined when there is nothing. */
export function laterWork(report: KeptWork, { changed, keptAs, isTold }: Since): LaterWork | undefined {
  const { rescueRef, filesLost, setAside = [] } = report;
  const isOld = rescueRef !== null && isTold(rescueRef) && !filesLost && setAside.length === 0;
  const left = isOld ? undefined : leftOf(report);
  if (changed.length === 0 && left === undefined) return undefined;
  return { files: changed.slice(0, shown), more: Math.max(0, changed.length - shown), keptAs, left };
}

/** What a run left, in sentences for people. */
export function sayLeft(left: Left, say: SayWhy): string {
  return saidOf(left, say, 'Not everything the run left is on its branch.');
}

/** What was left after a run had ended, in sentences for people. */
export function sayLaterWork({ files, more, keptAs, left }: LaterWork, say: SayWhy): string {
  const changed = [
    'After the run had ended, files were changed in its worktree.',
    keptAs === null
      ? "The changes are on the task's branch now."
      : `The next attempt starts from scratch; the changes are kept under \`${keptAs}\` in the project's clone.`,
    '',
    ...files.map((path) => `- \`${path}\``),
    ...(more > 0 ? [`- and ${more} more`] : []),
  ];
  const rest = "Not everything that was left in the worktree after the run had ended is on the task's branch.";
  const parts = [
    ...(files.length > 0 ? [`${changed.slice(0, 2).join(' ')}\n${changed.slice(2).join('\n')}`] : []),
    ...(left === undefined ? [] : [saidOf(left, say, rest)]),
  ];
  return parts.join('\n\n');
}

function saidOf(left: Left, say: SayWhy, notAll: string): string {
  const lines = linesOf(left, say);
  if (left.rescueRef === null) return lines.join('\n');
  return [`${notAll} The rest is kept under \`${left.rescueRef}\` in the project's clone.`, '', ...lines].join('\n');
}

function linesOf(left: Left, say: SayWhy): readonly string[] {
  const { filesLost, setAside, unfinished, strayed, forgottenCommits, heldBack, more } = left;
  return [
    ...(filesLost ? [filesWereLost] : []),
    ...setAside.map(
      (path) => `Something else was in place of the worktree or of its \`.git\`. It was moved to ${path}.`,
    ),
    ...(unfinished === null ? [] : [`The worktree was in the middle of a ${unfinished}.`]),
    ...(strayed ? ["The worktree was on a commit that does not continue the task's branch."] : []),
    ...(forgottenCommits > 0 ? [`${forgottenCommits} commits were no longer on any branch.`] : []),
    ...heldBack.map(({ path, reason }) => `- \`${path}\`: ${say(reason)}`),
    ...(more > 0 ? [`- and ${more} more`] : []),
  ];
}

const filesWereLost =
  "The files of the worktree were deleted, so what was not committed is lost. The commits are on the task's branch.";
