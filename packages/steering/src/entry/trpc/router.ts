import { answer, procedure, router } from '@cw/entry/trpc';
import { err, type Result } from '@cw/kernel';
import { z } from 'zod';
import type { SteeringFailure } from '../../model/steering-failure.ts';
import type { SteeringModule } from '../../steering.module.ts';
import { steerRefusal } from '../refusals.ts';

const told = <T>(result: Result<T, SteeringFailure>): T => answer(result.ok ? result : err(steerRefusal(result.error)));

const id = z.string().min(1).max(100);

/** How a person steers runs and tasks. */
export function createSteeringRouter({ commands, queries }: SteeringModule) {
  return router({
    message: procedure
      .input(z.object({ run: id, text: z.string() }))
      .mutation(async ({ input, ctx }) => told(await commands.message(input, ctx.act))),
    messages: procedure
      .input(z.object({ run: id }))
      .query(async ({ input }) => ({ items: told(await queries.messages(input.run)) })),
    takeOver: procedure
      .input(z.object({ run: id }))
      .mutation(async ({ input, ctx }) => told(await commands.takeOver(input, ctx.act))),
    handBack: procedure
      .input(z.object({ task: id, note: z.string().max(20_000).optional() }))
      .mutation(async ({ input, ctx }) => told(await commands.handBack(input, ctx.act))),
    followUp: procedure
      .input(z.object({ run: id, text: z.string().max(20_000) }))
      .mutation(async ({ input, ctx }) => told(await commands.followUp(input, ctx.act))),
    cancel: procedure
      .input(
        z.object({
          task: id,
          dependents: z.boolean().optional(),
          reason: z.string().max(2_000).optional(),
          dryRun: z.boolean().optional(),
        }),
      )
      .mutation(async ({ input, ctx }) => told(await commands.cancel(input, ctx.act))),
  });
}
