import { isFault } from '@cw/kernel';
import type { ProjectView, Refreshed } from '@cw/projects';
import { holding, type MergeReason } from '../model/merge-reason.ts';
import { type MergeRequest, stepsAfterFindings } from '../model/merge-request.ts';
import { isNews } from '../tell-refreshed.ts';
import { advance, endUnchanged, endUnmerged, finish, putBack, take, told } from './merge-steps.ts';
import type { InHand, QueueDeps } from './queue-deps.ts';
import { runChecks } from './run-checks.ts';

/**
 * Works a project's merge queue until it is empty, one request at a time. Each step is written down before the next
 * begins, so that a kill at any point leaves the request before its merge or after it. When `signal` aborts, the
 * request in hand goes back into the queue.
 * @returns how many requests came to an end, well or not
 */
export async function workQueue(deps: QueueDeps, projectId: string, signal: AbortSignal): Promise<number> {
  for (let ended = 0; ; ended += 1) {
    const request = signal.aborted ? undefined : await take(deps, projectId);
    if (request === undefined) return ended;
    await carryOut(deps, request, signal);
  }
}

async function carryOut(deps: QueueDeps, request: MergeRequest, signal: AbortSignal): Promise<void> {
  try {
    const project = await deps.projectOf(request.projectId);
    if (project === undefined) throw new Error(`merge request ${request.id} belongs to no project`);
    const { synced } = await refresh(deps, project);
    await merge(deps, { request, project, signal });
    if (synced.kind === 'conflict') await lookAgain(deps, project);
  } catch (error) {
    if (!isFault(error)) throw error;
    if (signal.aborted) return putBack(deps, request, { code: 'merge.put-back', how: 'queue-stopped' });
    const reason: MergeReason = { code: 'merge.fault', fault: error.code, message: error.message };
    await endUnmerged(deps, request, { state: 'failed', reason });
  }
}

/** What keeps the user's new commits from being taken in does not keep a finished task from being merged: people are told. */
async function refresh(deps: QueueDeps, project: ProjectView): Promise<Refreshed> {
  const looked = { project, found: await deps.bench.refresh(project), isThere: deps.bench.isThere(project) };
  if (await isNews(deps.read, looked)) await deps.transact((store) => store.tellRefreshed(looked, deps.act));
  return looked.found;
}

/** What conflicted with the branch may not any more, once something was merged; what git cannot do now the next refresh does. */
async function lookAgain(deps: QueueDeps, project: ProjectView): Promise<void> {
  try {
    await refresh(deps, project);
  } catch (error) {
    if (!isFault(error)) throw error;
  }
}

async function merge(deps: QueueDeps, { request, project, signal }: InHand): Promise<void> {
  const prepared = await deps.bench.prepare(project, request);
  const { targetSha } = prepared;
  if (prepared.kind === 'conflict') {
    const { files } = prepared;
    const reason: MergeReason = { code: 'merge.conflicts', branch: request.targetBranch, files };
    await endUnmerged(deps, request, { state: 'conflict', reason, conflictFiles: files });
    return;
  }
  if (prepared.kind === 'nothing') {
    const empty = { ...request, targetSha, mergeSha: targetSha };
    await finish(deps, project, { request: empty, note: { code: 'merge.nothing' } });
    return;
  }
  if (prepared.kind === 'unchanged') {
    const same = { ...request, targetSha, mergeSha: targetSha };
    if (await runChecks(deps, { request: same, project, signal, isUnchanged: true })) await endUnchanged(deps, same);
    return;
  }
  const made = { ...request, targetSha, mergeSha: prepared.mergeSha };
  if (await isHeld(deps, project, made)) return;
  const checked = await runChecks(deps, { request: made, project, signal });
  if (!checked) return;
  await advance(deps, made, { state: 'merging', targetSha, mergeSha: prepared.mergeSha });
  if (!(await deps.bench.land(project, made))) {
    await putBack(deps, made, { code: 'merge.moved', branch: request.targetBranch });
    return;
  }
  await settle(deps, project, made);
}

/** A branch that brings a secret or merge markers waits for a person, who takes them out or lets them pass. */
async function isHeld(deps: QueueDeps, project: ProjectView, request: MergeRequest): Promise<boolean> {
  if (!(await deps.holdsFindings(request))) return false;
  const findings = await deps.bench.inspect(project, request);
  if (findings.length === 0) return false;
  const reason = holding(request, findings);
  await endUnmerged(deps, request, { state: 'failed', reason, next: stepsAfterFindings(request) });
  return true;
}

/** What follows once the branch has moved; also where a killed queue goes on. */
async function settle(deps: QueueDeps, project: ProjectView, request: MergeRequest): Promise<void> {
  if (!(await deps.bench.hasLanded(project, request))) {
    const { targetBranch: branch, mergeSha } = request;
    const reason: MergeReason = { code: 'merge.not-landed', branch, mergeSha: String(mergeSha) };
    await endUnmerged(deps, request, { state: 'failed', reason });
    return;
  }
  await finish(deps, project, { request });
}

/**
 * Brings requests that a killed program had in hand back to before their merge, or on to after it. Only for the one
 * process that works the queues, before it begins to.
 * @param projectId only of this project, whose queue nobody works just now
 * @returns how many there were
 */
export async function recoverMerges(deps: QueueDeps, projectId?: string): Promise<number> {
  const all = await deps.transact((store) => store.inHand());
  const how = projectId === undefined ? 'program-ended' : 'queue-broke';
  const requests = all.filter((request) => projectId === undefined || request.projectId === projectId);
  for (const request of requests) {
    await deps.bench.clear(request);
    const project = await deps.projectOf(request.projectId);
    const landed =
      project !== undefined && request.state === 'merging' && (await deps.bench.hasLanded(project, request));
    const payload = { ...told(request), landed };
    await deps.transact((store) => store.append({ type: 'merge.recovered', entity: request.id, payload }, deps.act));
    if (landed) await settle(deps, project, request);
    else await putBack(deps, request, { code: 'merge.put-back', how });
  }
  return requests.length;
}
