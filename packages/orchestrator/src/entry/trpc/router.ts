import { toldToScreen, toRefusal } from '@cw/entry';
import { answer, type NamedInputs, procedure, router } from '@cw/entry/trpc';
import { err, type Result } from '@cw/kernel';
import { z } from 'zod';
import type { DispatchFailure } from '../../model/pause.ts';
import type { OrchestratorModule } from '../../orchestrator.module.ts';
import type { WaitView } from '../../selection/list-waits.ts';
import { dispatchRefusals, retryRefusal } from '../refusals.ts';

export { createInboxAnswerRouter } from './inbox-router.ts';

const told = <T>(result: Result<T, DispatchFailure>): T =>
  answer(result.ok ? result : err(toRefusal(dispatchRefusals, result.error)));

/** A reason as the panel of a task shows it, with the task that is waited for in the end. */
function onScreen(wait: WaitView) {
  const rootCause = wait.why === 'root-cause' ? { end: wait.end, itemId: wait.itemId } : null;
  return { ...toldToScreen(wait), rootCause };
}

const project = z.string().min(1).max(100).optional();

export function createDispatchRouter(
  { commands, queries }: Pick<OrchestratorModule, 'commands' | 'queries'>,
  named: NamedInputs,
) {
  return router({
    pauses: procedure.query(async () => ({ items: await queries.pauses() })),
    rests: procedure.query(async () => ({ items: await queries.rests() })),
    waiting: procedure
      .input(z.object({ taskId: named.task }))
      .query(async ({ input }) => ({ items: (await queries.waiting(input.taskId)).map(onScreen) })),
    pause: procedure
      .input(z.object({ project, reason: z.string().max(2_000).optional() }))
      .mutation(async ({ input, ctx }) => told(await commands.pause(input, ctx.act))),
    attempts: procedure
      .input(z.object({ taskId: named.task }))
      .query(async ({ input }) => ({ items: await queries.attempts(input.taskId) })),
    spans: procedure
      .input(z.object({ taskId: named.task }))
      .query(async ({ input }) => ({ items: await queries.spans(input.taskId) })),
    compare: procedure
      .input(z.object({ run: z.string().min(1).max(100), other: z.string().min(1).max(100) }))
      .query(async ({ input }) => {
        const done = await queries.compare(input.run, input.other);
        return answer(done.ok ? done : err(retryRefusal(done.error)));
      }),
    changes: procedure.input(z.object({ run: z.string().min(1).max(100) })).query(async ({ input }) => {
      const done = await queries.changes(input.run);
      return answer(done.ok ? done : err(retryRefusal(done.error)));
    }),
    retry: procedure
      .input(
        z.object({
          run: z.string().min(1).max(100),
          mode: z.enum(['resume', 'fresh']).optional(),
          model: z.string().max(200).optional(),
          note: z.string().max(20_000).optional(),
        }),
      )
      .mutation(async ({ input, ctx }) => {
        const done = await commands.retry(input, ctx.act);
        return answer(done.ok ? done : err(retryRefusal(done.error)));
      }),
    resume: procedure
      .input(z.object({ project }))
      .mutation(async ({ input, ctx }) => told(await commands.resume(input, ctx.act))),
  });
}
