import { answer, procedure, router } from '@cw/entry/trpc';
import { err } from '@cw/kernel';
import { z } from 'zod';
import type { OrchestratorModule } from '../../orchestrator.module.ts';
import { answerRefusal } from '../refusals.ts';

const id = z.string().min(1).max(100);

/** What changes the inbox, beside what reads it. */
export function createInboxAnswerRouter({ commands }: Pick<OrchestratorModule, 'commands'>) {
  return router({
    answer: procedure
      .input(
        z.object({ id, choice: z.string().min(1).max(100).optional(), text: z.string().max(2_000_000).optional() }),
      )
      .mutation(async ({ input, ctx }) => {
        const { id: item, choice, text } = input;
        const done = await commands.answer({ item, choice, text, via: 'dashboard' }, ctx.act);
        return answer(done.ok ? done : err(answerRefusal(done.error)));
      }),
    dismiss: procedure.input(z.object({ id })).mutation(async ({ input, ctx }) => {
      const done = await commands.dismiss({ item: input.id, via: 'dashboard' }, ctx.act);
      return answer(done.ok ? done : err(answerRefusal(done.error)));
    }),
    restore: procedure.input(z.object({ id })).mutation(async ({ input, ctx }) => {
      const done = await commands.restore({ item: input.id, via: 'dashboard' }, ctx.act);
      return answer(done.ok ? done : err(answerRefusal(done.error)));
    }),
  });
}
