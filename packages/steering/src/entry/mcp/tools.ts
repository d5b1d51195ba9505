import { type McpTool, type UserContext, userTool } from '@cw/entry/mcp';
import { type Act, err, ok, type Result } from '@cw/kernel';
import { z } from 'zod';
import type { SteeringFailure } from '../../model/steering-failure.ts';
import { createSteeringModule, type SteeringModule } from '../../steering.module.ts';
import { steerRefusal } from '../refusals.ts';

const actions = ['message', 'follow-up', 'take-over', 'hand-back', 'cancel'] as const;

type Wanted = { readonly run: string; readonly text: string };
type Done = Promise<Result<{ readonly said: string; readonly data: object }, SteeringFailure>>;

const does: Readonly<
  Record<(typeof actions)[number], (steering: SteeringModule, { run, text }: Wanted, act: Act) => Done>
> = {
  message: async (steering, wanted, act) => {
    const sent = await steering.message(wanted, act);
    if (!sent.ok) return sent;
    const { runId, message } = sent.value;
    return ok({ said: `${message.id} is kept for ${runId}, which gets it between two turns.`, data: sent.value });
  },
  'follow-up': async (steering, wanted, act) => {
    const done = await steering.followUp(wanted, act);
    return done.ok ? ok({ said: `${done.value.task.id} is resumed.`, data: { taskId: done.value.task.id } }) : done;
  },
  'take-over': async (steering, { run }, act) => {
    const done = await steering.takeOver({ run }, act);
    if (!done.ok) return done;
    const { task, runId, stopped, worktree, resume } = done.value;
    const said = `${task.id} is the person's. Worktree: ${worktree}. The agent ${stopped ? 'has ended' : 'is being ended'}.`;
    return ok({ said, data: { taskId: task.id, runId, stopped, worktree, resume } });
  },
  'hand-back': async (steering, { run, text }, act) => {
    const done = await steering.handBack({ task: run, note: text }, act);
    return done.ok
      ? ok({ said: `${done.value.task.id} is an agent's again.`, data: { taskId: done.value.task.id } })
      : done;
  },
  cancel: async (steering, { run, text }, act) => {
    const done = await steering.cancel({ task: run, reason: text }, act);
    if (!done.ok) return done;
    const { items, waiting } = done.value;
    return ok({ said: `Cancelled. ${waiting.length} tasks that depend on it stay.`, data: { items, waiting } });
  },
};

/** How a person's own agent steers runs for that person. */
export const steeringTools: readonly McpTool<UserContext>[] = [
  userTool({
    name: 'run_steer',
    description:
      'Steer an agent as the person told you to: a message to one at work, more for one that is done, take over, hand back, cancel.',
    input: z.object({
      run: z.string().max(100).describe('id of the run or its task'),
      action: z.enum(actions),
      text: z.string().max(20_000).optional().describe('message, note or reason'),
    }),
    readOnly: false,
    run: async ({ run, action, text = '' }, { workspace, act }) => {
      const done = await does[action](createSteeringModule(workspace), { run, text }, act);
      return done.ok
        ? ok({ text: done.value.said, structured: { ...done.value.data } })
        : err(steerRefusal(done.error));
    },
  }),
];
