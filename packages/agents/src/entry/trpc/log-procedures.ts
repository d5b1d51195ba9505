import { toRefusal } from '@cw/entry';
import { answer, procedure } from '@cw/entry/trpc';
import { err, type Result } from '@cw/kernel';
import { z } from 'zod';
import type { AgentsModule } from '../../agents.module.ts';
import type { RunFailure } from '../../model/run-failure.ts';
import { runRefusals } from '../refusals.ts';

const told = <T>(result: Result<T, RunFailure>): T =>
  answer(result.ok ? result : err(toRefusal(runRefusals, result.error)));

const run = z.string().min(1).max(100);
const offset = z.number().int().nonnegative();
const parts = z.object({ run, first: z.number().int(), count: z.number().int().min(1).max(16) });

/** What of `runs.*` reads logs. */
export function logProcedures(agents: AgentsModule) {
  return {
    log: procedure
      .input(z.object({ run, offset: offset.default(0) }))
      .query(async ({ input }) => told(await agents.queries.log(input.run, input.offset))),
    logWindow: procedure
      .input(parts)
      .query(async ({ input }) => told(await agents.queries.logWindow(input.run, input))),
    logLine: procedure
      .input(z.object({ run, offset }))
      .query(async ({ input }) => told(await agents.queries.logLine(input.run, input.offset))),
    logSearch: procedure
      .input(z.object({ run, text: z.string().min(1).max(500), from: offset.default(0) }))
      .query(async ({ input }) => told(await agents.queries.logSearch(input.run, input.text, input.from))),
    logEdits: procedure
      .input(z.object({ run, from: offset.default(0) }))
      .query(async ({ input }) => told(await agents.queries.logEdits(input.run, input.from))),
  };
}
