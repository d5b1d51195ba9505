import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import {
  adoptHistory,
  beganOutside,
  type CommandOutcome,
  changesNothing,
  endCommand,
  findCommit,
  inspectBranch,
  isAncestor,
  keepHistory,
  keepLaterWork,
  makeMerge,
  moveOwnBranch,
  type ProjectView,
  projectPaths,
  pushBranch,
  refreshIntegration,
  resetWorktree,
  restoreOwnBranch,
  runCommand,
  setUpWorktree,
  tipRef,
} from '@cw/projects';
import { type MergeRequest, mergeSubject, mergeTrailers } from '../model/merge-request.ts';
import type { CheckRun, MergeBench, Prepared } from '../ports/merge-bench.ts';
import { checkLogPath, lastLinesOf } from './check-logs.ts';

/** The bench on a project's private clone and its merge worktree. */
export function gitMergeBench(home: string): MergeBench {
  const cloneOf = (projectId: string) => projectPaths(home, projectId).clone;
  return {
    refresh: (project) => refreshIntegration(home, project),
    prepare: (project, request) => prepare(cloneOf(project.id), project, request),
    inspect: async (project, request) => {
      const { clone, filesDir } = projectPaths(home, project.id);
      const target = known(request.targetSha);
      const since = await beganOutside(clone, { taskId: request.taskId, head: request.headSha, target });
      // What such a branch began with is not merged.
      const head = since === undefined ? request.headSha : known(request.mergeSha);
      return inspectBranch({ clone, filesDir, head, target });
    },
    setUp: async ({ request, project, signal }, commit) => {
      const { clone, mergeWorktree, filesDir } = projectPaths(home, project.id);
      const logFile = checkLogPath(home, request, 'set-up');
      await rm(logFile, { force: true });
      await resetWorktree(clone, mergeWorktree, commit);
      const command = project.setupCommand;
      await setUpWorktree({ worktree: mergeWorktree, filesDir, command, logFile, mark: request.id, signal });
    },
    runCheck: async ({ request, project, position, command, signal }) => {
      const logFile = checkLogPath(home, request, position);
      await rm(logFile, { force: true });
      const cwd = projectPaths(home, project.id).mergeWorktree;
      const timeout = project.checkTimeout * 1000;
      return checkRun(await runCommand({ command, cwd, logFile, timeout, mark: request.id, signal }));
    },
    lastLines: ({ request, position }) => lastLinesOf(checkLogPath(home, request, position)),
    land: async (project, request) => {
      const clone = cloneOf(project.id);
      await restoreOwnBranch(clone, request.targetBranch);
      return moveOwnBranch(clone, {
        branch: request.targetBranch,
        to: known(request.mergeSha),
        from: known(request.targetSha),
        why: `cw: merge ${request.taskId}`,
      });
    },
    hasLanded: async (project, request) =>
      request.mergeSha !== null && isAncestor(cloneOf(project.id), request.mergeSha, tipRef(request.targetBranch)),
    push: async (project, targetBranch) => {
      const source = { kind: project.sourceKind, location: project.source };
      const outcome = await pushBranch(cloneOf(project.id), source, targetBranch);
      return outcome.pushed ? undefined : outcome.why;
    },
    clear: (request) => endCommand(request.id, undefined),
    settleHistory: async (project, branch, how) => {
      const order = { clone: cloneOf(project.id), branch, integrationBranch: project.integrationBranch };
      if (how === 'adopt') return adoptHistory(order);
      await keepHistory(order);
      return { kind: 'kept' };
    },
    isThere: (project) => project.sourceKind === 'url' || existsSync(project.source),
    keepLeft: ({ projectId, taskId, branch, runId, headSha: since }) =>
      keepLaterWork({ home, projectId, taskId, branch, runId, since }),
    tipOf: (projectId, branch) => findCommit(cloneOf(projectId), `refs/heads/${branch}`),
  };
}

async function prepare(clone: string, project: ProjectView, request: MergeRequest): Promise<Prepared> {
  const targetSha = await findCommit(clone, tipRef(request.targetBranch));
  if (targetSha === undefined) throw new Error(`the clone of ${project.id} has no ${request.targetBranch}`);
  const { taskId, headSha: head } = request;
  if (await changesNothing(clone, { taskId, head })) return { kind: 'unchanged', targetSha };
  const style = project.mergeStyle;
  const made = await makeMerge(clone, {
    style,
    target: targetSha,
    head,
    since: await beganOutside(clone, { taskId, head, target: targetSha }),
    subject: mergeSubject(request, style),
    trailers: mergeTrailers(request),
  });
  if (made.kind === 'conflict') return { kind: 'conflict', targetSha, files: made.files };
  return made.kind === 'made' ? { kind: 'made', targetSha, mergeSha: made.commit } : { kind: 'nothing', targetSha };
}

function checkRun({ kind, exitCode, durationMs }: CommandOutcome): CheckRun {
  if (kind === 'timed-out') return { kind, exitCode, durationMs };
  if (kind === 'aborted') return { kind: 'stopped', exitCode, durationMs };
  // The shell's own words for a program that is missing, or is not executable.
  if (exitCode === 126 || exitCode === 127) return { kind: 'not-runnable', exitCode, durationMs };
  return { kind: exitCode === 0 ? 'passed' : 'failed', exitCode, durationMs };
}

function known(sha: string | null): string {
  if (sha === null) throw new Error('the merge was not prepared');
  return sha;
}
