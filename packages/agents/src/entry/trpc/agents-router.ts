import { toRefusal } from '@cw/entry';
import { answer, procedure, router } from '@cw/entry/trpc';
import { err, type Result } from '@cw/kernel';
import { z } from 'zod';
import type { AgentsModule } from '../../agents.module.ts';
import type { AgentFailure } from '../../model/agent.ts';
import { agentRefusals } from '../agent-refusals.ts';

const told = <T>(result: Result<T, AgentFailure>): T =>
  answer(result.ok ? result : err(toRefusal(agentRefusals, result.error)));

const one = z.object({ agent: z.string().min(1).max(100) });
const word = z.string().max(200);
const filter = z
  .object({
    projectId: z.string().max(100),
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
export function createAgentsRouter({ commands, queries }: AgentsModule) {
  return router({
    list: procedure.input(filter.optional()).query(async ({ input }) => told(await queries.listAgents(input))),
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
