import type { SayWhy, Why } from '@cw/kernel';
import type { WorkReport } from '@cw/projects';

/** What a run left that is not on the branch of its task, and where that is kept. */
export type LeftReason = { readonly code: 'dispatch.not-on-branch' } & Left;

export type Left = Pick<
  WorkReport,
  'rescueRef' | 'filesLost' | 'setAside' | 'unfinished' | 'strayed' | 'forgottenCommits'
> & {
  /** Some of the files that were held back, and how many there are besides. */
  readonly heldBack: readonly { readonly path: string; readonly reason: Why }[];
  readonly more: number;
};

/** What of a report there is to say; undefined when everything is on the branch. */
export function leftOf(report: WorkReport): Left | undefined {
  const { rescueRef, filesLost, setAside = [], unfinished, strayed, forgottenCommits } = report;
  const heldBack = report.heldBack.slice(0, 20);
  const more = report.heldBack.length - heldBack.length;
  const left = { rescueRef, filesLost, setAside, unfinished, strayed, forgottenCommits, heldBack, more };
  return rescueRef === null && linesOf(left, String).length === 0 ? undefined : left;
}

/** What it comes to, in sentences for people. */
export function sayLeft(left: Left, say: SayWhy): string {
  const lines = linesOf(left, say);
  if (left.rescueRef === null) return lines.join('\n');
  const kept = `Not everything the run left is on its branch. The rest is kept under \`${left.rescueRef}\` in the project's clone.`;
  return [kept, '', ...lines].join('\n');
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
  "The agent deleted the files of its worktree, so its uncommitted changes are lost. Its commits are on the task's branch.";
