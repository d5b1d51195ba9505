import { type McpTool, type UserContext, userTool } from '@cw/entry/mcp';
import { err, ok, systemAct } from '@cw/kernel';
import { z } from 'zod';
import { claimReady } from '../../commands/claim-task.ts';
import { expireLeases } from '../../commands/expire-leases.ts';
import { hasExpiredLease, listReady } from '../../queries/list-ready.ts';
import { ofProject } from '../../queries/task-filter.ts';
import { run } from '../../run.ts';
import { taskRefusal } from '../refusals.ts';
import { budget, changed, defaultBudget, ref, rowFor, rowLine, said, shortText } from './answers.ts';
import { findTasks } from './find-tasks.ts';
import { showAny } from './show-any.ts';

const allProjects = z.boolean().optional().describe('not only that of your folder');
const limit = z.number().int().min(1).max(200).optional().describe('default 20');

/** How a person's own agent looks around. */
export const userReadingTools: readonly McpTool<UserContext>[] = [
  userTool({
    name: 'task_ready',
    description: 'Tasks that can be started now, most urgent first. With claim, the first one becomes yours.',
    input: z.object({ limit, claim: z.boolean().optional(), allProjects }),
    readOnly: false,
    run: async (input, context) => {
      const { workspace, holder, act } = context;
      const project = input.allProjects ? undefined : await context.folderProject();
      if (input.claim) {
        const claimed = await run(workspace, claimReady, { holder, projectId: project?.id }, act);
        return said(claimed, (task) => (task ? changed(task, 'Claimed') : { text: 'Nothing is ready.' }));
      }
      const { read } = workspace.storage;
      if (await hasExpiredLease(read, workspace.clock.now())) await run(workspace, expireLeases, systemAct('leases'));
      return said(
        await listReady(read, { limit: input.limit, also: project && ofProject(project.id) }),
        ({ items, total }) => ({
          text: items.length === 0 ? 'Nothing is ready.' : [...items.map(rowLine), `${total} in all`].join('\n'),
          structured: { items: items.map(rowFor), total },
        }),
      );
    },
  }),
  userTool({
    name: 'task_list',
    description:
      'Find tasks. where: status = open and (label = auth or priority <= 1) and parent = <id>; also state, type, assignee, project, created > 7d, under = <id>. words searches texts and comments.',
    input: z.object({
      where: shortText.optional(),
      words: shortText.optional(),
      all: z.boolean().optional().describe('closed ones too'),
      allProjects: z.boolean().optional(),
      limit,
      cursor: shortText.optional(),
    }),
    readOnly: true,
    run: findTasks,
  }),
  userTool({
    name: 'task_show',
    description: 'One task with its text, plan, checkpoints, comments, and related tasks.',
    input: z.object({ id: ref, budget }),
    readOnly: true,
    run: async (input, { workspace }) => {
      const shown = await showAny(workspace.storage.read, input.id, input.budget ?? defaultBudget);
      return shown.ok ? ok(shown.value) : err(taskRefusal(shown.error));
    },
  }),
];
