// Managed projects: their settings, private clones, worktrees, set-up, and all that is done with git. It refuses
// to write anything into a user's repository but branches below `cw/`, and to lose what a run leaves in a worktree.
// What is exported here for git works on a private clone; nothing of it needs the database.
export { cloneRepairs } from './adapters/check-clones.ts';
export { checkProjects } from './adapters/check-projects.ts';
export { type AddedPackage, addedPackages } from './adapters/git/added-packages.ts';
export { type Adopted, adoptHistory, type HistoryOrder, keepHistory } from './adapters/git/adopt-history.ts';
export { type ChangedFile, type Changes, changesBetween, forkPoint } from './adapters/git/changes-between.ts';
export { isClone } from './adapters/git/clone-state.ts';
export { isRecent } from './adapters/git/git-version.ts';
export { type BranchFinding, inspectBranch } from './adapters/git/inspect-branch.ts';
export { type KeptRef, listKeptRefs, removeKeptRef } from './adapters/git/kept-refs.ts';
export { type MadeMerge, type MergeOrder, makeMerge } from './adapters/git/make-merge.ts';
export { moveOwnBranch, restoreOwnBranch, type Strayed, tipRef } from './adapters/git/own-branch.ts';
export { type Pushed, pushBranch } from './adapters/git/push-branches.ts';
export { type Refreshed, refreshIntegration } from './adapters/git/refresh-integration.ts';
export { findCommit, isAncestor } from './adapters/git/refs.ts';
export { type Removal, removeWorktree, whyKeepWorktree } from './adapters/git/remove-worktree.ts';
export { resetWorktree } from './adapters/git/reset-worktree.ts';
export type { Rewritten } from './adapters/git/rewritten-history.ts';
export { runGitEnvironment } from './adapters/git/run-git-environment.ts';
export { type SandboxOpening, sandboxOpenings } from './adapters/git/sandbox-openings.ts';
export { type LeftStaging, leftStagings, removeStaging } from './adapters/git/staging.ts';
export { listTaskRefs, removeTaskRef, type TaskRef } from './adapters/git/task-refs.ts';
export {
  beganOutside,
  changesNothing,
  findTaskBranch,
  keepAttempt,
  openTaskWorktree,
  startFreshAttempt,
  type TaskWorktree,
  taskWorktreePath,
} from './adapters/git/task-worktree.ts';
export { keepLaterWork } from './adapters/keep-later-work.ts';
export { keepWork, type WorkReport } from './adapters/keep-work.ts';
export { type CommandOutcome, endCommand, runCommand } from './adapters/process/run-command.ts';
export { type SetUpReport, type SetUpRequest, setUpWorktree } from './adapters/set-up-worktree.ts';
export { noteRestoredBranch } from './commands/note-restored-branch.ts';
export { projectRefusals } from './entry/refusals.ts';
export { type LaterWork, laterWork } from './model/left-work.ts';
export type { ProjectFailure } from './model/project.ts';
export { type ProjectPaths, projectPaths } from './model/project-paths.ts';
export type { ProjectView } from './model/project-view.ts';
export { withoutClone } from './model/without-clone.ts';
export { createProjectsModule, type ProjectsModule } from './projects.module.ts';
export { findProject, getProject, listProjects } from './queries/find-project.ts';
export { projectRefreshes } from './refreshes.ts';
