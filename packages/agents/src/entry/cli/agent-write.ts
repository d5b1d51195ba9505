import { type CliAnswer, type CliRun, toRefusal } from '@cw/entry';
import { err, ok, type Result } from '@cw/kernel';
import { heartbeatAgent, registerAgent, removeAgent } from '../../commands/register-agent.ts';
import type { AgentFailure, AgentView } from '../../model/agent.ts';
import { agents } from '../../run.ts';
import { agentRefusals } from '../agent-refusals.ts';

export const agentRegister: CliRun = async (input, context) => {
  const { workspace } = context;
  const registered = await agents.run(
    workspace,
    registerAgent,
    {
      name: input.argument('name'),
      role: input.option('role'),
      provider: input.option('provider'),
      capabilities: input.optionList('capability'),
      project: input.option('project'),
    },
    await context.act(),
  );
  return answer(
    registered,
    ({ name }) => `Registered ${name}. It claims tasks under this name with CW_SESSION=${name}.`,
  );
};

export const agentHeartbeat: CliRun = async (input, context) => {
  const heard = await agents.run(
    context.workspace,
    heartbeatAgent,
    { agent: input.argument('agent') },
    await context.act(),
  );
  return answer(heard, ({ name, state }) => `Heartbeat of ${name} recorded; it is ${state}.`);
};

export const agentRemove: CliRun = async (input, context) => {
  const removed = await agents.run(
    context.workspace,
    removeAgent,
    { agent: input.argument('agent') },
    await context.act(),
  );
  return answer(removed, ({ name }) => `Removed ${name}; its history is kept.`);
};

function answer(result: Result<AgentView, AgentFailure>, say: (agent: AgentView) => string): CliAnswer {
  if (!result.ok) return err(toRefusal(agentRefusals, result.error));
  const agent = result.value;
  return ok({ data: agent, ids: [agent.id], text: () => say(agent) });
}
