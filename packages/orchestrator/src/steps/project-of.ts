import { Fault, step } from '@cw/kernel';
import type { ProjectPaths, ProjectView } from '@cw/projects';
import type { Driving } from '../deps.ts';

/**
 * The project of a run and where its things lie; one that was removed meanwhile still serves its runs.
 * @throws Fault `project.gone`
 */
export async function projectOf(
  deps: Pick<Driving, 'projects'>,
  projectId: string,
): Promise<{ readonly project: ProjectView; readonly paths: ProjectPaths }> {
  const project = await deps.projects.queries.get(projectId);
  if (project === undefined) {
    throw new Fault({
      code: 'project.gone',
      message: `The project ${projectId} is not there any more.`,
      hint: 'Add it again, or move the task to another project.',
      next: [step('Move the task', 'task update', '<task>', '--project', '<project>')],
    });
  }
  return { project, paths: deps.projects.paths(projectId) };
}
