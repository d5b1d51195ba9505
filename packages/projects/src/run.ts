import type { Workspace } from '@cw/entry';
import { commandsOver } from '@cw/storage';
import { gitRepositories } from './adapters/git-repositories.ts';
import { projectStore } from './adapters/project-store.ts';
import type { WorkIn } from './ports/work-in.ts';

const nothing: WorkIn = async () => ({ runs: [], merges: [] });

/** How the commands of this room are run. @param workIn what is under way in a project, which keeps it from being removed */
export const projects = ({ home }: Pick<Workspace, 'home'>, workIn: WorkIn = nothing) =>
  commandsOver((tx) => projectStore(tx, { home, workIn }));

/** What the commands take that look at repositories before they write. */
export function projectDeps(workspace: Workspace) {
  const { home, ids, clock, storage } = workspace;
  const { transact } = projects(workspace);
  const repositories = gitRepositories(home, clock);
  return { home, ids, read: storage.read, transact: transact(workspace), repositories };
}
