import type { Workspace } from '@cw/entry';
import type { McpToolSet, UserContext } from '@cw/entry/mcp';
import { renewLeases } from '../../commands/renew-leases.ts';
import { heldTasks } from '../../queries/held-tasks.ts';
import { run } from '../../run.ts';
import { userReadingTools } from './user-reading-tools.ts';
import { userWritingTools } from './user-writing-tools.ts';

export { runTools } from './run-tools.ts';

/** What a person's own agent may see and do: what that person may, but for approvals and what is run. */
export const userTools: McpToolSet<UserContext> = {
  instructions:
    'cw is the task tracker of this machine. Before work: task_ready, then task_claim. While you work: task_checkpoint_add and task_comment; task_create for what you find. At the end: task_close with the result.',
  tools: [...userReadingTools, ...userWritingTools],
};

/** Renews what a session holds, for as long as somebody calls this more often than a lease lasts. */
export async function keepClaims(workspace: Workspace, holder: UserContext['holder']): Promise<void> {
  const held = await heldTasks(workspace.storage.read, holder.name);
  const tasks = held.filter(({ lease }) => lease?.expiresAt != null).map(({ id }) => id);
  if (tasks.length > 0) await run(workspace, renewLeases, { tasks, holder });
}
