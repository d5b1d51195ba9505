import { toRefusal } from '@cw/entry';
import { answer, procedure, router } from '@cw/entry/trpc';
import { err } from '@cw/kernel';
import { z } from 'zod';
import type { UpkeepModule } from '../../upkeep.module.ts';
import { cleaningRefusals } from '../refusals.ts';

export function createUpkeepRouter({ commands }: UpkeepModule) {
  return router({
    cleanUp: procedure.input(z.object({ dryRun: z.boolean() })).mutation(async ({ input, ctx }) => {
      const done = await commands.cleanUp(input, ctx.act);
      return answer(done.ok ? done : err(toRefusal(cleaningRefusals, done.error)));
    }),
  });
}
