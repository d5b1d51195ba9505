import { type NextStep, ok, storeReason } from '@cw/kernel';
import type { ProjectView } from '@cw/projects';
import type { MergeChanges } from '../adapters/merge-store.ts';
import type { MergeReason } from '../model/merge-reason.ts';
import type { MergeRequest } from '../model/merge-request.ts';
import type { MergeState } from '../model/merge-view.ts';
import type { QueueDeps } from './queue-deps.ts';

type StepDeps = Pick<QueueDeps, 'transact' | 'act'>;

/** Takes the project's next request in hand, unless one is. */
export function take(deps: StepDeps, projectId: string): Promise<MergeRequest | undefined> {
  return deps.transact(async (store) => {
    if (await store.isBusy(projectId)) return undefined;
    const request = await store.next(projectId);
    if (request === undefined) return undefined;
    await store.change(request.id, { state: 'preparing', startedAt: store.at, reason: null });
    await store.append({ type: 'merge.started', entity: request.id, payload: told(request) }, deps.act);
    return { ...request, state: 'preparing' };
  });
}

/** Writes down the step that begins now. */
export function advance(
  deps: StepDeps,
  request: MergeRequest,
  changes: MergeChanges & { readonly state: MergeState },
): Promise<void> {
  return deps.transact(async (store) => {
    await store.change(request.id, changes);
    const payload = { ...told(request), step: changes.state };
    await store.append({ type: 'merge.step-reached', entity: request.id, payload }, deps.act);
  });
}

/** Puts a request back as if it had not been begun. */
export function putBack(deps: StepDeps, request: MergeRequest, why: MergeReason): Promise<void> {
  return deps.transact(async (store) => {
    await store.change(request.id, {
      state: 'queued',
      verdict: 'pending',
      startedAt: null,
      targetSha: null,
      mergeSha: null,
    });
    const payload = { ...told(request), why: storeReason(why) };
    await store.append({ type: 'merge.put-back', entity: request.id, payload }, deps.act);
  });
}

const endEvents = {
  conflict: 'merge.conflicted',
  'checks-failed': 'merge.checks-failed',
  failed: 'merge.failed',
} as const;

export type Unmerged = {
  readonly state: keyof typeof endEvents;
  readonly reason: MergeReason;
  /** What they can do besides answering. */
  readonly next?: readonly NextStep[] | undefined;
  readonly conflictFiles?: readonly string[];
  readonly verdict?: 'failed' | 'timed-out';
  /** The last lines of what a check wrote that did not pass. */
  readonly output?: readonly string[];
  /** Its branch changes nothing. */
  readonly isUnchanged?: true | undefined;
};

/** Ends a request without a merge; its branch stays and its task waits for a person, in the same transaction. */
export function endUnmerged(deps: StepDeps, request: MergeRequest, end: Unmerged): Promise<void> {
  return deps.transact(async (store) => {
    const { state, reason, next, conflictFiles = [], output = [], isUnchanged } = end;
    await store.change(request.id, {
      state,
      reason,
      conflictFiles,
      endedAt: store.at,
      targetSha: null,
      mergeSha: null,
      ...(end.verdict === undefined ? {} : { verdict: end.verdict }),
    });
    const payload = { ...told(request), reason: storeReason(reason), conflictFiles };
    await store.append({ type: endEvents[state], entity: request.id, payload }, deps.act);
    const { id: mergeId, taskId, projectId, runId } = request;
    const unmerged: MergeReason = { code: isUnchanged ? 'merge.unchanged-fails' : 'merge.unmerged', why: reason };
    const left = { mergeId, taskId, projectId, runId, conflictFiles, reason: unmerged, next, output, isUnchanged };
    await store.leaveToPerson(left, deps.act);
  });
}

/** Ends a request whose branch changes nothing, once the checks have passed; what becomes of its task follows from the event. */
export function endUnchanged(deps: StepDeps, request: MergeRequest): Promise<void> {
  return deps.transact(async (store) => {
    const reason: MergeReason = { code: 'merge.unchanged' };
    const ended = { state: 'unchanged', reason, endedAt: store.at, targetSha: null, mergeSha: null } as const;
    await store.change(request.id, ended);
    await store.append({ type: 'merge.unchanged', entity: request.id, payload: told(request) }, deps.act);
  });
}

export type Finish = {
  readonly request: MergeRequest;
  /** Said on the request when there is nothing worse to say. */
  readonly note?: MergeReason;
};

/**
 * Gives the user's repository what was merged, then ends request and task in one transaction. A task that a person has
 * closed meanwhile stays as it is.
 */
export async function finish(
  deps: StepDeps & Pick<QueueDeps, 'bench'>,
  project: ProjectView,
  { request, note }: Finish,
): Promise<void> {
  const unpushed = await deps.bench.push(project, request.targetBranch);
  const { mergeSha, targetBranch, taskId } = request;
  if (mergeSha === null) throw new Error(`merge request ${request.id} has no merge to finish`);
  await deps.transact(async (store) => {
    const pushed = unpushed === undefined;
    const changes = { state: 'merged', reason: unpushed ?? note ?? null, pushed, mergeSha, endedAt: store.at } as const;
    await store.change(request.id, note === undefined ? changes : { ...changes, verdict: 'unchecked' });
    if (pushed) await store.markPushed(request.projectId, targetBranch);
    const payload = { ...told(request), mergeSha, targetBranch, pushed };
    await store.append({ type: 'merge.merged', entity: request.id, payload }, deps.act);
    const reason: MergeReason = note ?? { code: 'merge.merged', branch: targetBranch, mergeSha };
    await store.closeTask({ taskId, reason, mergeSha }, deps.act);
    const branch = { project, branch: targetBranch, isThere: deps.bench.isThere(project) };
    // What cannot be pushed now is offered again soon, and told of then.
    if (await store.isPushTold(branch)) await store.tellPush(branch, deps.act);
    return ok(undefined);
  });
}

/** What every event of a request tells. */
export function told({ taskId, projectId, runId, attempt }: MergeRequest) {
  return { taskId, projectId, runId, attempt };
}
