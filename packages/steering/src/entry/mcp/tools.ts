import type { Workspace } from '@cw/entry';
import { type McpTool, type UserContext, userTool } from '@cw/entry/mcp';
import { type Act, err, ok, type Result } from '@cw/kernel';
import { sayConsequences } from '@cw/tasks';
import { z } from 'zod';
import { cancelTasks } from '../../commands/cancel-tasks.ts';
import { followUpRun } from '../../commands/follow-up.ts';
import { handBack } from '../../commands/hand-back.ts';
import { messageRun } from '../../commands/message-run.ts';
import { takeOverRun } from '../../commands/take-over-run.ts';
import type { SteeringFailure } from '../../model/steering-failure.ts';
import { run } from '../../run.ts';
import { steerRefusal } from '../refusals.ts';

const actions = ['message', 'follow-up', 'take-over', 'hand-back', 'cancel'] as const;

type Wanted = { readonly run: string; readonly text: string };
type Done = Promise<Result<{ readonly said: string; readonly data: object }, SteeringFailure>>;

const does: Readonly<
  Record<(typeof actions)[number], (workspace: Workspace, { run, text }: Wanted, act: Act) => Done>
> = {
  message: async (workspace, wanted, act) => {
    const sent = await run(workspace, messageRun, wanted, act);
    if (!sent.ok) return sent;
    const { runId, message } = sent.value;
    return ok({ said: `${message.id} is saved for ${runId}, which gets it between two turns.`, data: sent.value });
  },
  'follow-up': async (workspace, wanted, act) => {
    const done = await run(workspace, followUpRun, wanted, act);
    return done.ok ? ok({ said: `${done.value.task.id} is resumed.`, data: { taskId: done.value.task.id } }) : done;
  },
  'take-over': async (workspace, { run: id }, act) => {
    const done = await takeOverRun(workspace.storage, { run: id }, act);
    if (!done.ok) return done;
    const { task, runId, stopped, worktree, resume } = done.value;
    const said = `${task.id} is the person's. Worktree: ${worktree}. The agent ${stopped ? 'has ended' : 'is being ended'}.`;
    return ok({ said, data: { taskId: task.id, runId, stopped, worktree, resume } });
  },
  'hand-back': async (workspace, { run: id, text }, act) => {
    const done = await run(workspace, handBack, { task: id, note: text }, act);
    return done.ok
      ? ok({ said: `${done.value.task.id} is handed back to an agent.`, data: { taskId: done.value.task.id } })
      : done;
  },
  cancel: async (workspace, { run: id, text }, act) => {
    const done = await run(workspace, cancelTasks, { task: id, reason: text }, act);
    if (!done.ok) return done;
    const { items, consequences } = done.value;
    return ok({ said: ['Cancelled.', ...sayConsequences(consequences)].join(' '), data: { items, consequences } });
  },
};

/** How a person's own agent steers runs for that person. */
export const steeringTools: readonly McpTool<UserContext>[] = [
  userTool({
    name: 'run_steer',
    description:
      'Steer an agent as the person told you to: message it, follow up after its result, take over, hand back, cancel.',
    input: z.object({
      run: z.string().max(100).describe('id of the run or its task'),
      action: z.enum(actions),
      text: z.string().max(20_000).optional().describe('message, note or reason'),
    }),
    readOnly: false,
    run: async ({ run: id, action, text = '' }, { workspace, act }) => {
      const done = await does[action](workspace, { run: id, text }, act);
      return done.ok
        ? ok({ text: done.value.said, structured: { ...done.value.data } })
        : err(steerRefusal(done.error));
    },
  }),
];
