import type { LayerIds } from '@cw/config/cli';
import { ok } from '@cw/kernel';
import { wholeIds } from '@cw/tasks';

/** The whole ids of the project and the task that a settings command names. */
export const layerIds: LayerIds = async ({ workspace }, named) => {
  const found = await wholeIds(workspace.storage.read, named);
  return found.ok ? ok({ project: found.value.projectId, task: found.value.taskId }) : found;
};
