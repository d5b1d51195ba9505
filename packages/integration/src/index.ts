// The merge queue of each project: predicts a merge, tries it out in a worktree of its own, moves the integration branch
// only from where it was seen, proves what landed, and closes the task with it. It refuses to merge what conflicts or
// fails a check, to call unchecked work checked, and to touch anything a person has checked out.

export { isInHand } from './adapters/ask-by-task.ts';
export { checkLogSize, listCheckLogs, removeCheckLogs } from './adapters/check-logs.ts';
export { checkMerges } from './adapters/check-merges.ts';
export type { NewMergeRequest } from './adapters/merge-store.ts';
export type { Requeue } from './commands/retry-merge.ts';
export type { HistoryChoice, HistorySettled } from './commands/settle-history.ts';
export { mergeRefusals } from './entry/refusals.ts';
export { createIntegrationModule, type IntegrationModule, integrationWithin } from './integration.module.ts';
export { integrationConfigKeys } from './integration-config.ts';
export type { MergeFailure, MergeRequest } from './model/merge-request.ts';
export {
  type CheckVerdict,
  type CheckView,
  type FailedCheck,
  isWaiting,
  type MergeRequestView,
  type MergeState,
  mergeStates,
} from './model/merge-view.ts';
export { findMerge, listMerges, projectsWithMerges } from './queries/find-merge.ts';
export { listWithheld, type Withheld } from './queries/list-withheld.ts';
export { mergeWords } from './queries/merge-words.ts';
export { type MergedTask, mergedSince } from './queries/merged-since.ts';
export { mergeRefreshes } from './refreshes.ts';
export { offerPush, prepareRetry, settleRewritten } from './run.ts';
export { failedCheckOf } from './show-merge.ts';
export { isNews, tellRefreshed } from './tell-refreshed.ts';
