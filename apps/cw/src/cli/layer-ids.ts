import type { LayerIds } from '@cw/config/cli';
import { toRefusal } from '@cw/entry';
import { err, ok } from '@cw/kernel';
import { findProject, projectRefusals } from '@cw/projects';
import { findTask, taskRefusal } from '@cw/tasks';

/** The whole ids of the project and the task that a settings command names, by name or by the start of an id. */
export const layerIds: LayerIds = async ({ workspace }, named) => {
  const { read } = workspace.storage;
  const project = named.project === undefined ? undefined : await findProject(read, workspace.home, named.project);
  if (project?.ok === false) return err(toRefusal(projectRefusals, project.error));
  const task = named.task === undefined ? undefined : await findTask(read, named.task);
  if (task?.ok === false) return err(taskRefusal(task.error));
  return ok({ project: project?.value.id, task: task?.value });
};
