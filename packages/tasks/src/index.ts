// The tracker: tasks, what they need of each other, who holds them, and how they came to be what they are. It decides
// what is ready, hands each task to one holder at a time, and keeps every change in the history. It refuses circles,
// titles that are no titles, and anything agents may not do: set a script, assign, or decide on their own follow-ups.
// It starts no agent and knows no run: rooms to its right use its commands inside transactions of their own.
export type { Page } from '@cw/kernel';
export { joinConsequences } from './commands/consequences.ts';
export type { TaskResult } from './commands/task-work.ts';
export { consequenceLines } from './entry/cli/consequence-lines.ts';
export { showAny } from './entry/mcp/show-any.ts';
export { taskRefusal, taskRefusals } from './entry/refusals.ts';
export { sayConsequences } from './entry/say-consequences.ts';
export { sayWaitEnd, stepsForWaitEnd } from './entry/say-wait-end.ts';
export { type NamedPlace, type PlaceIds, wholeIds } from './entry/whole-ids.ts';
export type { TaskHolder } from './model/claim-rules.ts';
export { fieldWords } from './model/field-words.ts';
export { parseSpan } from './model/moment.ts';
export { defaultLeaseMs, type TaskStage } from './model/task.ts';
export type { TaskEvent } from './model/task-events.ts';
export type { TaskFailure } from './model/task-failure.ts';
export type * from './model/task-view.ts';
export { priorities, taskSizes, taskStatuses } from './model/task-view.ts';
export type { TaskStep } from './model/undo.ts';
export { checkTasks } from './queries/check-tasks.ts';
export { countWaitingFor } from './queries/count-waiting.ts';
export { type DependencyResult, dependencyResults } from './queries/dependency-results.ts';
export { dependentsOf } from './queries/dependents-of.ts';
export { findTask } from './queries/find-task.ts';
export { findWaitEnds } from './queries/find-wait-ends.ts';
export { getTask } from './queries/get-task.ts';
export { heldTasks } from './queries/held-tasks.ts';
export {
  type Dispatchable,
  type DispatchNeeds,
  dispatchNeeds,
  type FilesInUse,
  filesInUse,
  listDispatchable,
  type OpenGraph,
  readOpenGraph,
} from './queries/list-dispatchable.ts';
export { listProposals } from './queries/list-proposals.ts';
export { firstReady, listReady } from './queries/list-ready.ts';
export { listTasks } from './queries/list-tasks.ts';
export { projectAt, type RepositoryPlace } from './queries/project-at.ts';
export { readyCondition } from './queries/ready-sql.ts';
export { lastCheckpoints } from './queries/task-checkpoints.ts';
export { taskSorts } from './queries/task-order.ts';
export { getPlan } from './queries/task-plan.ts';
export { taskComments, taskTitles, withIsoTimes } from './queries/task-story.ts';
export {
  assigneeWords,
  commentWords,
  labelWords,
  projectWords,
  proposalWords,
  taskWords,
} from './queries/typed-words.ts';
export { taskRefreshes } from './refreshes.ts';
export { taskRepairs } from './repairs.ts';
export { createTasksModule, type TasksModule, tasksWithin } from './tasks.module.ts';
export { tasksConfigKeys } from './tasks-config.ts';
