import type { ReasonWords, Why } from '@cw/kernel';

type Place = { readonly project: string; readonly branch: string; readonly into: string };
type Named = { readonly id: string; readonly title: string };

/** What people are told of a repository that holds work up, in a line and at length. */
export type CauseReason =
  | { readonly code: 'merge.repository-gone'; readonly project: string; readonly source: string }
  | { readonly code: 'merge.repository-back' }
  /** It cannot be read, for that reason. */
  | { readonly code: 'merge.repository-closed'; readonly project: string; readonly message: string }
  | { readonly code: 'merge.repository-open'; readonly hint: string | null }
  | {
      readonly code: 'merge.default-branch-gone';
      readonly project: string;
      readonly branch: string;
      readonly source: string;
    }
  | { readonly code: 'merge.default-branch-back' }
  | { readonly code: 'merge.not-pushed'; readonly project: string; readonly branch: string; readonly merges: number }
  | { readonly code: 'merge.pushed-later'; readonly why: Why }
  | ({ readonly code: 'merge.new-commits' } & Place)
  | ({ readonly code: 'merge.new-commits-in'; readonly files: readonly string[] } & Place)
  /** A branch no longer has commits that were taken from it. */
  | ({ readonly code: 'merge.rewritten'; readonly commits: number } & Place)
  | ({
      readonly code: 'merge.dropped';
      readonly commits: readonly { readonly sha: string; readonly subject: string }[];
      readonly tasks: readonly Named[];
    } & Place)
  /** The same, said on a task that has some of it. */
  | {
      readonly code: 'merge.began-on-dropped';
      readonly branch: string;
      readonly commits: readonly { readonly sha: string; readonly subject: string }[];
    };

const untilThen = 'Until then agents start from what the workspace has, and merges are not pushed; nothing is lost.';

export const sayCauseReason: ReasonWords<CauseReason> = (reason, say) => {
  switch (reason.code) {
    case 'merge.repository-gone':
      return `The repository of ${reason.project} is not at ${reason.source}`;
    case 'merge.repository-back':
      return `Move or mount it back there. ${untilThen}`;
    case 'merge.repository-closed':
      return `The repository of ${reason.project} cannot be read: ${reason.message.replace(/\.$/, '')}`;
    case 'merge.repository-open':
      return `${reason.hint === null ? '' : `${reason.hint} `}${untilThen}`;
    case 'merge.default-branch-gone':
      return `The default branch ${reason.branch} of ${reason.project} is gone from ${reason.source}`;
    case 'merge.default-branch-back':
      return 'Bring it back there, or choose another default branch. Until then agents start without new commits; nothing is lost.';
    case 'merge.not-pushed':
      return `${reason.branch} of ${reason.project} cannot be pushed: ${count(reason.merges, 'merge')} waiting`;
    case 'merge.pushed-later':
      return `${say(reason.why)}\n\nNothing is lost, and it is pushed automatically once that is possible.`;
    case 'merge.new-commits':
      return `New commits on ${reason.branch} of ${reason.project} conflict with ${reason.into}`;
    case 'merge.new-commits-in':
      return [
        `Until they are merged, agents start without the new commits on ${reason.branch}. Files in conflict:`,
        reason.files.map((file) => `- ${file}`).join('\n'),
      ].join('\n\n');
    case 'merge.rewritten':
      return reason.branch === reason.into
        ? `${reason.branch} of ${reason.project} was rewritten in the repository, without ${count(reason.commits, 'commit')} that had been merged`
        : `${reason.branch} of ${reason.project} was rewritten: ${reason.into} has ${count(reason.commits, 'commit')} that it dropped`;
    case 'merge.dropped':
      return sayDropped(reason);
    case 'merge.began-on-dropped':
      return [
        `${reason.branch} was rewritten and no longer has commits that this task's branch or merge contains:`,
        listOf(reason.commits),
      ].join('\n\n');
  }
};

function sayDropped({ branch, into, commits, tasks }: Extract<CauseReason, { readonly code: 'merge.dropped' }>) {
  const named = tasks.slice(0, 10).map(({ id, title }) => `- ${id} “${title}”`);
  const more = tasks.length > 10 ? [`- and ${tasks.length - 10} more`] : [];
  return [
    ...(branch === into ? droppedFromOurs(branch, listOf(commits)) : droppedFrom(branch, into, listOf(commits))),
    ...(named.length === 0 ? [] : [`Tasks that began with them:\n\n${[...named, ...more].join('\n')}`]),
  ].join('\n\n');
}

function droppedFrom(branch: string, into: string, commits: string): readonly string[] {
  return [
    `${branch} no longer has these commits. ${into} does, and merging it into ${branch} would bring them back:`,
    commits,
    `Nothing new is taken from ${branch} until you decide. If you drop them, ${into} is rebuilt from ${branch} with everything merged since, and its previous state is kept. If you keep them, the rewritten ${branch} is merged into ${into}.`,
  ];
}

function droppedFromOurs(branch: string, commits: string): readonly string[] {
  return [
    `In the repository, ${branch} no longer has these commits. In the private clone it does:`,
    commits,
    `Nothing is pushed to ${branch} until you decide. If you drop them, ${branch} is rebuilt from the one in the repository with everything merged since, and its previous state is kept. If you keep them, they are pushed again.`,
  ];
}

function listOf(commits: readonly { readonly sha: string; readonly subject: string }[]): string {
  const shown = commits.slice(0, 20).map(({ sha, subject }) => `- ${sha.slice(0, 12)} ${subject}`);
  return [...shown, ...(commits.length > 20 ? [`- and ${commits.length - 20} more`] : [])].join('\n');
}

function count(number: number, unit: string): string {
  return number === 1 ? `one ${unit}` : `${number} ${unit}s`;
}
