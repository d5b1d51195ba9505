import { toRefusal } from '@cw/entry';
import { answer, type NamedInputs, procedure, router } from '@cw/entry/trpc';
import { err, type Result } from '@cw/kernel';
import { z } from 'zod';
import type { AgentsModule } from '../../agents.module.ts';
import type { AgentFailure } from '../../model/agent.ts';
import { agentRefusals } from '../agent-refusals.ts';

const told = <T>(result: Result<T, AgentFailure>): T =>
  answer(result.ok ? result : err(toRefusal(agentRefusals, result.error)));

const one = z.object({ agent: z.string().min(1).max(100) });
const word = z.string().max(200);
const filterOf = (named: NamedInputs) =>
  z
    .object({
      projectId: named.project,
      all: z.boolean(),
      limit: z.number().int().min(1).max(500),
      cursor: z.string().max(20),
    })
    .partial();
const registration = z.object({
  name: word,
  role: word.optional(),
  provider: word.optional(),
  capabilities: z.array(word).max(200).optional(),
  project: word.optional(),
});

/** `agents.*` */
export function createAgentsRouter({ commands, queries }: AgentsModule, named: NamedInputs) {
  return router({
    list: procedure.input(filterOf(named).optional()).query(async ({ input }) => told(await queries.listAgents(input))),
    show: procedure.input(one).query(async ({ input }) => told(await queries.showAgent(input.agent))),
    register: procedure
      .input(registration)
      .mutation(async ({ input, ctx }) => told(await commands.registerAgent(input, ctx.act))),
    heartbeat: procedure
      .input(one)
      .mutation(async ({ input, ctx }) => told(await commands.heartbeatAgent(input, ctx.act))),
    remove: procedure.input(one).mutation(async ({ input, ctx }) => told(await commands.removeAgent(input, ctx.act))),
  });
}
