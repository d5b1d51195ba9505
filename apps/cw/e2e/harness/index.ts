// What end-to-end tests of any part need: a workspace of their own with the built program at work on it.
export { refreshesOf } from '../../src/http/refreshes.ts';
export { damageLeaves, damageTable } from '../faults/damage.ts';
export { copyProgram } from './copied-program.ts';
export { raiseItems } from './inbox.ts';
export { program, repositoryRoot } from './program.ts';
export { addProject, assign, committing, createTask, useClaude } from './project.ts';
export { type Server, startServer } from './server.ts';
export { isSettled, openWorkspace, type Workspace } from './workspace.ts';
