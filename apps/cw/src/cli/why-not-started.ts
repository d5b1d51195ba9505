import type { NotStarted, Workspace } from '@cw/entry';
import { listWaits } from '@cw/orchestrator';

/** Why agents are not started on a task, by its whole id. */
export function whyNotStarted(workspace: Workspace, taskId: string): Promise<readonly NotStarted[]> {
  return listWaits({ read: workspace.storage.read, home: workspace.home }, taskId);
}
