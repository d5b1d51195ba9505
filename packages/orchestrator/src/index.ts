// The loop: a task that was assigned and is ready gets a fresh agent in its own worktree, its result is judged, its branch
// goes into the merge queue. All of it is code; no model is called to decide. It refuses to start an agent for a task
// that nobody assigned, and to do anything once another process dispatches.
export { checkPlaces } from './adapters/check-places.ts';
export { orchestratorConfigKeys } from './config-keys.ts';
export type { OrchestratorDeps } from './deps.ts';
export { unchangedReaction } from './ending/settle-unchanged.ts';
export { retryRefusals, sayWhyFresh } from './entry/refusals.ts';
export { removalReaction } from './inbox/end-pause.ts';
export type { Loop } from './loop.ts';
export type { DispatchView, PauseView } from './model/pause.ts';
export { longestNote, type RetryFailure } from './model/retry.ts';
export { type StepWatch, watchNothing } from './model/step-watch.ts';
export { createOrchestratorModule, type OrchestratorModule } from './orchestrator.module.ts';
export { listAccountRests } from './queries/find-rests.ts';
export { type AttemptView, listAttempts } from './queries/list-attempts.ts';
export { listPauses } from './queries/list-pauses.ts';
export { workInProject } from './queries/work-in-project.ts';
export { orchestratorRefreshes } from './refreshes.ts';
export { endRestStep, type Retried, retryRunStep } from './retry/retry-run.ts';
export { listWaits } from './selection/list-waits.ts';
export { firstInQueue } from './selection/queue.ts';
