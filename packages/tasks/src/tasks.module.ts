import { boundTo, type Storage, type Tx } from '@cw/storage';
import { addArtifact } from './commands/add-artifact.ts';
import { addCheckpoint } from './commands/add-checkpoint.ts';
import { addComment } from './commands/add-comment.ts';
import { addDependency } from './commands/add-dependency.ts';
import { approveGate } from './commands/approve-gate.ts';
import { assignTask, assignTasks } from './commands/assign-tasks.ts';
import { blockTask, restTask, setStage } from './commands/block-task.ts';
import { changeTasks } from './commands/change-tasks.ts';
import { claimForRun, claimReady, claimTask, takeOverTask } from './commands/claim-task.ts';
import { closeTask, endTask } from './commands/close-task.ts';
import { createTask } from './commands/create-task.ts';
import { acceptFollowUp, acceptProposed, declineFollowUp } from './commands/decide-follow-up.ts';
import { expireLeases } from './commands/expire-leases.ts';
import { heartbeatTask } from './commands/heartbeat-task.ts';
import { importTasks } from './commands/import-tasks.ts';
import { planTasks } from './commands/plan-tasks.ts';
import { proposeFollowUp } from './commands/propose-follow-up.ts';
import { restoreTask } from './commands/put-into-trash.ts';
import { releaseFromRun, releaseTask, renewLease } from './commands/release-task.ts';
import { removeDependency } from './commands/remove-dependency.ts';
import { reopenTask } from './commands/reopen-task.ts';
import { replan } from './commands/replan.ts';
import { approvePlan, setPlan } from './commands/set-plan.ts';
import { deleteTasks } from './commands/trash-tasks.ts';
import { undoChanges } from './commands/undo-changes.ts';
import { updateTask } from './commands/update-task.ts';
import { currentRows } from './queries/current-rows.ts';
import { explainReady } from './queries/explain-ready.ts';
import { findTask } from './queries/find-task.ts';
import { getTask } from './queries/get-task.ts';
import { listGraphEdges } from './queries/graph-edges.ts';
import { listFinishedEpics, listNeedsBreakdown } from './queries/list-breakdown.ts';
import { listProposals } from './queries/list-proposals.ts';
import { listReady } from './queries/list-ready.ts';
import { listTasks } from './queries/list-tasks.ts';
import { matchTasks } from './queries/match-tasks.ts';
import { listCheckpoints } from './queries/task-checkpoints.ts';
import { getPlan } from './queries/task-plan.ts';
import { taskComments, taskHistory, taskTitles } from './queries/task-story.ts';
import { typedTasks } from './queries/typed-tasks.ts';
import { bind, transact, within } from './run.ts';

/** What the tracker does, each over its rows inside one write transaction. */
const commands = {
  create: createTask,
  update: updateTask,
  changeTasks,
  undoChanges,
  claim: claimTask,
  claimReady,
  claimForRun,
  takeOver: takeOverTask,
  renewLease,
  heartbeat: heartbeatTask,
  expireLeases,
  release: releaseTask,
  releaseFromRun,
  assign: assignTasks,
  assignOne: assignTask,
  setStage,
  block: blockTask,
  rest: restTask,
  close: closeTask,
  end: endTask,
  reopen: reopenTask,
  addDependency,
  removeDependency,
  comment: addComment,
  planTasks,
  replan,
  setPlan,
  approvePlan,
  approveGate,
  checkpoint: addCheckpoint,
  artifact: addArtifact,
  delete: deleteTasks,
  restore: restoreTask,
  proposeFollowUp,
  acceptFollowUp,
  acceptProposed,
  declineFollowUp,
};

const queries = {
  find: findTask,
  get: getTask,
  list: listTasks,
  ready: listReady,
  explain: explainReady,
  graph: listGraphEdges,
  needsBreakdown: listNeedsBreakdown,
  finishedEpics: listFinishedEpics,
  history: taskHistory,
  comments: taskComments,
  rows: currentRows,
  matching: matchTasks,
  typed: typedTasks,
  titles: taskTitles,
  plan: getPlan,
  checkpoints: listCheckpoints,
  proposals: listProposals,
};

/** Every command of the tracker inside a transaction that the caller holds. */
export const tasksWithin = (tx: Tx) => within(tx, commands);

/** The tracker of one workspace: every command and query, bound to it. */
export function createTasksModule(workspace: { readonly storage: Pick<Storage, 'read' | 'transact'> }) {
  return {
    commands: {
      ...bind(workspace, commands),
      ...boundTo(transact(workspace), { import: importTasks }),
    },
    within: tasksWithin,
    queries: boundTo(workspace.storage.read, queries),
  };
}

export type TasksModule = ReturnType<typeof createTasksModule>;
