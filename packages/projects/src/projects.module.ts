import { isAbsolute } from 'node:path';
import type { Workspace } from '@cw/entry';
import { type Act, err, type Result } from '@cw/kernel';
import { gitRepositories } from './adapters/git-repositories.ts';
import { sqliteProjectStore } from './adapters/sqlite-project-store.ts';
import { type AddProjectInput, addProject } from './commands/add-project.ts';
import { removeProject, type SetProjectInput, setProject } from './commands/set-project.ts';
import type { ProjectFailure } from './model/project.ts';
import { type ProjectPaths, projectPaths } from './model/project-paths.ts';
import { parseSource } from './model/project-source.ts';
import type { ProjectView } from './model/project-view.ts';
import type { WorkIn } from './ports/work-in.ts';
import { findProject, getProject, listProjects } from './queries/find-project.ts';

const nothing: WorkIn = async () => ({ runs: [], merges: [] });

export type ProjectsModule = {
  list(): Promise<readonly ProjectView[]>;
  /** By name, id, or start of id. */
  find(project: string): Promise<Result<ProjectView, ProjectFailure>>;
  /** By whole id, removed ones too. */
  get(id: string): Promise<ProjectView | undefined>;
  add(input: AddProjectInput, act: Act): Promise<Result<ProjectView, ProjectFailure>>;
  set(input: SetProjectInput, act: Act): Promise<Result<ProjectView, ProjectFailure>>;
  remove(input: { readonly project: string }, act: Act): Promise<Result<ProjectView, ProjectFailure>>;
  paths(projectId: string): ProjectPaths;
};

/** @param workIn what is under way in a project, which keeps it from being removed */
export function createProjectsModule(workspace: Workspace, workIn: WorkIn = nothing): ProjectsModule {
  const { home, storage, ids, clock } = workspace;
  const { read, transact } = storage;
  const deps = { home, read, transact, ids, store: sqliteProjectStore, repositories: gitRepositories(home, clock) };
  return {
    list: () => listProjects(read, home),
    find: (project) => findProject(read, home, project),
    get: (id) => getProject(read, home, id),
    add: async (input, act) => {
      const relative = relativePathIn(input);
      return relative ?? addProject(deps, input, act);
    },
    set: (input, act) => setProject(deps, input, act),
    remove: (input, act) => removeProject({ ...deps, workIn }, input, act),
    paths: (projectId) => projectPaths(home, projectId),
  };
}

/** Over the wire there is no working directory that a relative path could be meant from. */
function relativePathIn(input: AddProjectInput): Result<never, ProjectFailure> | undefined {
  const source = parseSource(input.source);
  if (source.ok && source.value.kind === 'path' && !isAbsolute(source.value.location)) {
    return err({ kind: 'project.value-invalid', field: 'source', why: 'a path must be given in full, from / on' });
  }
  return undefined;
}
