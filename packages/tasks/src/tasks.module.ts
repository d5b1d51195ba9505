import type { Workspace } from '@cw/entry';
import type { Act } from '@cw/kernel';
import type { Storage } from '@cw/storage';
import { type ArtifactInput, addArtifact } from './commands/add-artifact.ts';
import { addCheckpoint, type CheckpointWords } from './commands/add-checkpoint.ts';
import { addComment, type CommentInput } from './commands/add-comment.ts';
import { addDependency, type DependencyInput } from './commands/add-dependency.ts';
import { type ApproveGateInput, approveGate } from './commands/approve-gate.ts';
import { type AssignInput, assignTasks } from './commands/assign-tasks.ts';
import { type ChangeTasksInput, changeTasks } from './commands/change-tasks.ts';
import { type ClaimInput, claimReady, claimTask } from './commands/claim-task.ts';
import { type CloseInput, closeTask } from './commands/close-task.ts';
import { type CreateTaskInput, createTask } from './commands/create-task.ts';
import { acceptFollowUp, declineFollowUp } from './commands/decide-follow-up.ts';
import { type DeleteInput, deleteTask, restoreTask } from './commands/delete-task.ts';
import { expireLeases } from './commands/expire-leases.ts';
import { type HeartbeatInput, heartbeatTask } from './commands/heartbeat-task.ts';
import { type ImportInput, importTasks } from './commands/import-tasks.ts';
import { type PlannedInput, planTasks } from './commands/plan-tasks.ts';
import { type ProposeInput, proposeFollowUp } from './commands/propose-follow-up.ts';
import { type ReleaseInput, releaseTask } from './commands/release-task.ts';
import { removeDependency } from './commands/remove-dependency.ts';
import { reopenTask } from './commands/reopen-task.ts';
import { type ReplanInput, replan } from './commands/replan.ts';
import { type ApproveInput, approvePlan, type PlanInput, setPlan } from './commands/set-plan.ts';
import { undoChanges } from './commands/undo-changes.ts';
import { type UpdateTaskInput, updateTask } from './commands/update-task.ts';
import type { TaskStep } from './model/undo.ts';
import { currentRows } from './queries/current-rows.ts';
import { type ExplainInput, explainReady } from './queries/explain-ready.ts';
import { findTask } from './queries/find-task.ts';
import { getTask } from './queries/get-task.ts';
import { type GraphFilter, listGraphEdges } from './queries/graph-edges.ts';
import { listFinishedEpics, listNeedsBreakdown } from './queries/list-breakdown.ts';
import { listProposals, type ProposalFilter } from './queries/list-proposals.ts';
import { listReady, type ReadyInput } from './queries/list-ready.ts';
import { type ListInput, listTasks } from './queries/list-tasks.ts';
import { type MatchInput, matchTasks } from './queries/match-tasks.ts';
import { listCheckpoints } from './queries/task-checkpoints.ts';
import { getPlan } from './queries/task-plan.ts';
import { taskComments, taskHistory, taskTitles } from './queries/task-story.ts';
import { typedTasks } from './queries/typed-tasks.ts';
import { taskDeps } from './task-deps.ts';

export type TasksDeps = Pick<Workspace, 'ids'> & { readonly storage: Pick<Storage, 'read' | 'transact'> };

/** The tracker of one workspace: every command and query, bound to it. */
export function createTasksModule({ storage, ids }: TasksDeps) {
  const deps = taskDeps({ storage, ids });
  const { read } = storage;
  return {
    commands: {
      create: (input: CreateTaskInput, act: Act) => createTask(deps, input, act),
      update: (input: UpdateTaskInput, act: Act) => updateTask(deps, input, act),
      changeTasks: (input: ChangeTasksInput, act: Act) => changeTasks(deps, input, act),
      undoChanges: (input: { readonly steps: readonly TaskStep[] }, act: Act) => undoChanges(deps, input, act),
      claim: (input: ClaimInput, act: Act) => claimTask(deps, input, act),
      claimReady: (input: Omit<ClaimInput, 'task'>, act: Act) => claimReady(deps, input, act),
      release: (input: ReleaseInput, act: Act) => releaseTask(deps, input, act),
      close: (input: CloseInput, act: Act) => closeTask(deps, input, act),
      reopen: (input: { readonly task: string }, act: Act) => reopenTask(deps, input, act),
      assign: (input: AssignInput, act: Act) => assignTasks(deps, input, act),
      addDependency: (input: DependencyInput, act: Act) => addDependency(deps, input, act),
      removeDependency: (input: DependencyInput, act: Act) => removeDependency(deps, input, act),
      comment: (input: CommentInput, act: Act) => addComment(deps, input, act),
      planTasks: (input: PlannedInput, act: Act) => planTasks(deps, input, act),
      replan: (input: ReplanInput, act: Act) => replan(deps, input, act),
      setPlan: (input: PlanInput, act: Act) => setPlan(deps, input, act),
      approvePlan: (input: ApproveInput, act: Act) => approvePlan(deps, input, act),
      approveGate: (input: ApproveGateInput, act: Act) => approveGate(deps, input, act),
      checkpoint: (input: CheckpointWords & { readonly task: string }, act: Act) => addCheckpoint(deps, input, act),
      artifact: (input: ArtifactInput, act: Act) => addArtifact(deps, input, act),
      heartbeat: (input: HeartbeatInput) => heartbeatTask(deps, input),
      delete: (input: DeleteInput, act: Act) => deleteTask(deps, input, act),
      restore: (input: { readonly task: string }, act: Act) => restoreTask(deps, input, act),
      proposeFollowUp: (input: ProposeInput, act: Act) => proposeFollowUp(deps, input, act),
      acceptFollowUp: (input: { readonly followUp: string }, act: Act) => acceptFollowUp(deps, input, act),
      declineFollowUp: (input: { readonly followUp: string }, act: Act) => declineFollowUp(deps, input, act),
      expireLeases: (act: Act) => expireLeases(deps, act),
      import: (input: ImportInput, act: Act) => importTasks(deps, input, act),
    },
    queries: {
      find: (ref: string) => findTask(read, ref),
      get: (id: string) => getTask(read, id),
      list: (input: ListInput) => listTasks(read, input),
      ready: (input: ReadyInput) => listReady(read, input),
      explain: (input: ExplainInput) => explainReady(read, input),
      graph: (filter: GraphFilter) => listGraphEdges(read, filter),
      needsBreakdown: () => listNeedsBreakdown(read),
      finishedEpics: () => listFinishedEpics(read),
      history: (id: string) => taskHistory(read, id),
      comments: (id: string) => taskComments(read, id),
      rows: (ids: readonly string[]) => currentRows(read, ids),
      matching: (input: MatchInput) => matchTasks(read, input),
      typed: (input: { readonly text: string; readonly limit: number }) => typedTasks(read, input),
      titles: (ids: readonly string[]) => taskTitles(read, ids),
      plan: (id: string) => getPlan(read, id),
      checkpoints: (filter: { readonly taskId: string; readonly type?: string | undefined }) =>
        listCheckpoints(read, filter),
      proposals: (filter: ProposalFilter) => listProposals(read, filter),
    },
  };
}

export type TasksModule = ReturnType<typeof createTasksModule>;
