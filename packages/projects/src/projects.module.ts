import type { Workspace } from '@cw/entry';
import { boundTo } from '@cw/storage';
import { addProject } from './commands/add-project.ts';
import { removeProject, setProject } from './commands/set-project.ts';
import { projectPaths } from './model/project-paths.ts';
import type { WorkIn } from './ports/work-in.ts';
import { findProject, getProject, listProjects } from './queries/find-project.ts';
import { projectDeps, projects } from './run.ts';

/** The projects of one workspace. @param workIn what is under way in a project, which keeps it from being removed */
export function createProjectsModule(workspace: Workspace, workIn?: WorkIn) {
  const { home } = workspace;
  const { read } = workspace.storage;
  return {
    commands: {
      ...boundTo(projectDeps(workspace), { add: addProject, set: setProject }),
      ...projects(workspace, workIn).bind(workspace, { remove: removeProject }),
    },
    queries: {
      list: () => listProjects(read, home),
      find: (project: string) => findProject(read, home, project),
      get: (id: string) => getProject(read, home, id),
    },
    paths: (projectId: string) => projectPaths(home, projectId),
  };
}

export type ProjectsModule = ReturnType<typeof createProjectsModule>;
