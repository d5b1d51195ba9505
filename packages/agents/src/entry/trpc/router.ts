import { toRefusal } from '@cw/entry';
import { answer, type NamedInputs, procedure, router } from '@cw/entry/trpc';
import { err, type Result } from '@cw/kernel';
import { z } from 'zod';
import type { AgentsModule } from '../../agents.module.ts';
import type { RunFailure } from '../../model/run-failure.ts';
import { runRefusals } from '../refusals.ts';
import { logProcedures } from './log-procedures.ts';

export { createAgentsRouter } from './agents-router.ts';

const told = <T>(result: Result<T, RunFailure>): T =>
  answer(result.ok ? result : err(toRefusal(runRefusals, result.error)));

const run = z.string().min(1).max(100);
const filterOf = (named: NamedInputs) =>
  z
    .object({
      taskId: named.task,
      projectId: named.project,
      active: z.boolean(),
      state: z.array(z.string().max(100)).max(20),
      limit: z.number().int().min(1).max(500),
      cursor: z.string().max(100),
    })
    .partial();

/** `runs.*` */
export function createRunsRouter(agents: AgentsModule, named: NamedInputs) {
  return router({
    list: procedure
      .input(filterOf(named).optional())
      .query(async ({ input }) => told(await agents.queries.list(input ?? {}))),
    show: procedure.input(z.object({ run })).query(async ({ input }) => told(await agents.queries.show(input.run))),
    /** What the agents of runs are called, by whole id of the run. */
    names: procedure.input(z.object({ ids: z.array(run).max(500) })).query(async ({ input }) => {
      const items = await agents.queries.nameRuns(input.ids);
      return { items, total: items.length, nextCursor: null };
    }),
    ...logProcedures(agents),
    prompt: procedure
      .input(z.object({ run }))
      .query(async ({ input }) => ({ prompt: told(await agents.queries.prompt(input.run)) })),
    inputs: procedure.input(z.object({ run })).query(async ({ input }) => {
      const items = told(await agents.queries.inputs(input.run));
      return { items, total: items.length, nextCursor: null };
    }),
    input: procedure
      .input(z.object({ run, name: z.string().min(1).max(4000) }))
      .query(async ({ input }) => told(await agents.queries.input(input.run, input.name))),
    stop: procedure.input(z.object({ run })).mutation(async ({ input, ctx }) => {
      const asked = told(await agents.commands.requestStop({ run: input.run }, ctx.act));
      return told(await agents.queries.show(asked.id));
    }),
  });
}
