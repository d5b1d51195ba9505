import { type Act, readReason, sayerOf, step } from '@cw/kernel';
import { causeSubject, isTold, messagesWithin, type NewCause, openItemOf } from '@cw/messages';
import { noteRestoredBranch, type ProjectView, type Refreshed, type Rewritten } from '@cw/projects';
import { type SourceTrouble, stepsWithoutBranch } from '@cw/projects/contract';
import type { ReadDb, Tx } from '@cw/storage';
import { getTask, tasksWithin } from '@cw/tasks';
import { isInHand, taskForConflict } from './adapters/ask-by-task.ts';
import { type CauseReason, sayCauseReason } from './model/cause-reason.ts';
import { storedReasonOf } from './queries/find-merge.ts';
import { listWithheld } from './queries/list-withheld.ts';

/** What looking at a repository has come to. */
export type Looked = {
  readonly project: ProjectView;
  readonly found: Refreshed;
  /** Whether the repository is at its path; a remote one is not looked at. */
  readonly isThere: boolean;
};

/** Whether there is something to tell of what was found, or to take back. */
export async function isNews(db: ReadDb, { project, found, isThere }: Looked): Promise<boolean> {
  const { strayed, synced, rewritten, trouble } = found;
  if (strayed !== undefined || synced.kind === 'conflict' || rewritten.length > 0 || !isThere) return true;
  if (trouble !== undefined && !isOutOfReach(trouble)) return true;
  return isTold(db, [
    causeSubject('repository', project.id),
    causeSubject('source', project.id),
    causeSubject('default-branch', project.id),
    causeSubject('new-commits', project.id),
    ...[project.defaultBranch, project.integrationBranch].map((branch) => causeSubject('history', of(project, branch))),
  ]);
}

/** Tells people what keeps the commits of a repository from being taken in, and takes back what is over. */
export async function tellRefreshed(tx: Tx, { project, found, isThere }: Looked, act: Act): Promise<void> {
  const { id: projectId, defaultBranch, integrationBranch } = project;
  const { strayed, synced, rewritten } = found;
  if (strayed !== undefined) await noteRestoredBranch(tx, { projectId, restored: strayed }, act);
  await tellRepository(tx, { project, isThere }, act);
  await tellTrouble(tx, { project, trouble: found.trouble }, act);
  for (const branch of [defaultBranch, integrationBranch]) {
    const anew = rewritten.find((each) => each.branch === branch);
    if (anew === undefined) await messagesWithin(tx).endCause({ cause: 'history', of: of(project, branch) }, act);
    else await tellHistory(tx, { project, rewritten: anew }, act);
  }
  if (synced.kind !== 'conflict') {
    if (rewritten.length === 0) await messagesWithin(tx).endCause({ cause: 'new-commits', of: projectId }, act);
    return;
  }
  await tellConflict(tx, { project, conflict: synced }, act);
}

type Conflicting = {
  readonly project: ProjectView;
  readonly conflict: Extract<Refreshed['synced'], { readonly kind: 'conflict' }>;
};

/**
 * Tells that new commits conflict with the integration branch. Where a person has dismissed that nothing is told or asked for, and where
 * the task that is to merge them is in hand it is over.
 */
async function tellConflict(tx: Tx, { project, conflict: { branch, files } }: Conflicting, act: Act): Promise<void> {
  const { id: projectId, name, integrationBranch: into } = project;
  if (await isDismissed(tx, causeSubject('new-commits', projectId))) return;
  const fix = await taskForConflict(tx, { projectId, branch, into, files }, act);
  if (isInHand(fix)) return messagesWithin(tx).endCause({ cause: 'new-commits', of: projectId }, act);
  const place = { project: name, branch, into };
  const title: CauseReason = { code: 'merge.new-commits', ...place };
  const text: CauseReason = { code: 'merge.new-commits-in', ...place, files };
  const details = { branch, fixedBy: fix.id, next: [step('See the task that is to merge them', 'task show', fix.id)] };
  const cause = { cause: 'new-commits', of: projectId, projectId, title, text, details } as const;
  await messagesWithin(tx).raiseCause(cause, act);
}

/** Whether a person has dismissed what is told of a subject, and it still lasts. */
async function isDismissed(db: ReadDb, subject: string): Promise<boolean> {
  return (await openItemOf(db, subject)) === undefined && isTold(db, [subject]);
}

/** Whether people are told that a branch cannot be pushed. */
export function isPushTold(db: ReadDb, { project, branch }: Pick<Branch, 'project' | 'branch'>): Promise<boolean> {
  const at = of(project, branch);
  return isTold(db, [causeSubject('push', at), causeSubject('history', at), causeSubject('repository', project.id)]);
}

/** Which branch of which project, as the end of a subject. */
function of({ id }: Pick<ProjectView, 'id'>, branch: string): string {
  return `${id}:${branch}`;
}

/** Tells that the repository of a project is not where it was, or that it is there again. */
export async function tellRepository(
  tx: Tx,
  { project, isThere }: Pick<Looked, 'project' | 'isThere'>,
  act: Act,
): Promise<void> {
  const { id: projectId, name, source } = project;
  const about = { cause: 'repository', of: projectId } as const;
  if (isThere) return messagesWithin(tx).endCause(about, act);
  const title: CauseReason = { code: 'merge.repository-gone', project: name, source };
  const text: CauseReason = { code: 'merge.repository-back' };
  await messagesWithin(tx).raiseCause({ ...about, projectId, title, text }, act);
}

/** Whether it may be the network, which comes and goes: that is neither told nor the end of what was. */
function isOutOfReach(trouble: SourceTrouble): boolean {
  return trouble.code === 'project.out-of-reach' && trouble.fault === 'project.source-unreachable';
}

type Troubled = { readonly project: ProjectView; readonly trouble: SourceTrouble | undefined };

/** Tells what is wrong with a repository that is where it was, or that nothing is any more. */
async function tellTrouble(tx: Tx, { project, trouble }: Troubled, act: Act): Promise<void> {
  if (trouble !== undefined && isOutOfReach(trouble)) return;
  const { id: projectId, name } = project;
  const [source, branch] = [
    { cause: 'source', of: projectId } as const,
    { cause: 'default-branch', of: projectId } as const,
  ];
  if (trouble?.code === 'project.out-of-reach') {
    // That it is gone is told as such.
    if (trouble.fault === 'project.repository-gone') return messagesWithin(tx).endCause(source, act);
    const title: CauseReason = { code: 'merge.repository-closed', project: name, message: trouble.message };
    const text: CauseReason = { code: 'merge.repository-open', hint: trouble.hint ?? null };
    return messagesWithin(tx).raiseCause({ ...source, projectId, title, text }, act);
  }
  await messagesWithin(tx).endCause(source, act);
  if (trouble === undefined) return messagesWithin(tx).endCause(branch, act);
  const { branch: named, source: at } = trouble;
  const title: CauseReason = { code: 'merge.default-branch-gone', project: name, branch: named, source: at };
  const text: CauseReason = { code: 'merge.default-branch-back' };
  const details = { branch: named, next: stepsWithoutBranch(projectId) };
  await messagesWithin(tx).raiseCause({ ...branch, projectId, title, text, details }, act);
}

export type Branch = Pick<Looked, 'project' | 'isThere'> & { readonly branch: string };

/**
 * Tells that what was merged into a branch cannot be pushed, or that it was: with the repository gone or closed, or commits taken off
 * the branch there, of that alone.
 */
export async function tellPush(tx: Tx, { project, branch, isThere }: Branch, act: Act): Promise<void> {
  await tellRepository(tx, { project, isThere }, act);
  const { id: projectId, name } = project;
  const about = { cause: 'push', of: of(project, branch) } as const;
  const all = await listWithheld(tx);
  const withheld = all.find((each) => each.projectId === projectId && each.targetBranch === branch);
  // It was pushed: the repository can be written.
  if (withheld === undefined && isThere) await messagesWithin(tx).endCause({ cause: 'source', of: projectId }, act);
  const others = [causeSubject('source', projectId), causeSubject('history', about.of)];
  const isClosed = !isThere || (await isTold(tx, others));
  if (withheld === undefined || isClosed) return messagesWithin(tx).endCause(about, act);
  const { merges, mergeId } = withheld;
  const why = readReason((await storedReasonOf(tx, mergeId)) ?? '');
  const title: CauseReason = { code: 'merge.not-pushed', project: name, branch, merges };
  const text: CauseReason = { code: 'merge.pushed-later', why };
  await messagesWithin(tx).raiseCause({ ...about, projectId, title, text, details: { branch, mergeId } }, act);
}

type History = { readonly project: ProjectView; readonly rewritten: Rewritten };

const say = sayerOf({ merge: sayCauseReason });

async function tellHistory(tx: Tx, { project, rewritten }: History, act: Act): Promise<void> {
  const { id: projectId, name, integrationBranch: into } = project;
  const { branch, dropped: commits, taskIds } = rewritten;
  const tasks = (await Promise.all(taskIds.map((id) => getTask(tx, id)))).filter((task) => task !== undefined);
  const place = { project: name, branch, into };
  const title: CauseReason = { code: 'merge.rewritten', ...place, commits: commits.length };
  const named = tasks.map((task) => ({ id: task.id, title: task.title }));
  const text: CauseReason = { code: 'merge.dropped', ...place, commits, tasks: named };
  const details = { branch, commits, taskIds };
  const cause: NewCause = { cause: 'history', of: of(project, branch), projectId, title, text, details };
  const subject = causeSubject('history', cause.of);
  // It is not brought up on tasks either.
  if (await isDismissed(tx, subject)) return;
  const before = await openItemOf(tx, subject);
  const known = Array.isArray(before?.details.taskIds) ? before.details.taskIds : [];
  await messagesWithin(tx).raiseCause(cause, act);
  const reason: CauseReason = { code: 'merge.began-on-dropped', branch, commits };
  for (const { id } of tasks.filter((task) => !known.includes(task.id))) {
    await tasksWithin(tx).comment({ task: id, text: say(reason) }, act);
  }
}
