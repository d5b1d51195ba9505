import type { NotStarted, Workspace } from '@cw/entry';
import { createControls } from '@cw/orchestrator';

/** Why agents are not started on a task, by its whole id. */
export function whyNotStarted(workspace: Workspace, taskId: string): Promise<readonly NotStarted[]> {
  return createControls(workspace).waiting(taskId);
}
