import { toRefusal } from '@cw/entry';
import { answer, type NamedInputs, procedure, router } from '@cw/entry/trpc';
import { err, ok, type Result } from '@cw/kernel';
import { z } from 'zod';
import type { IntegrationModule } from '../../integration.module.ts';
import type { MergeFailure } from '../../model/merge-request.ts';
import { mergePriorities, mergeStateFilters } from '../../model/merge-view.ts';
import { mergeRefusals } from '../refusals.ts';

const told = <T>(result: Result<T, MergeFailure>): T =>
  answer(result.ok ? result : err(toRefusal(mergeRefusals, result.error)));

const id = z.string().min(1).max(100);
const reason = z.string().max(2_000).optional();

export function createMergesRouter({ commands, queries }: IntegrationModule, named: NamedInputs) {
  return router({
    list: procedure
      .input(
        z
          .object({
            projectId: named.project.optional(),
            taskId: named.task.optional(),
            states: z.array(z.enum(mergeStateFilters)).max(20).optional(),
            limit: z.number().int().min(1).max(500).optional(),
            cursor: z.string().max(20).optional(),
          })
          .optional(),
      )
      .query(async ({ input }) => told(await queries.list(input))),
    show: procedure.input(z.object({ id })).query(async ({ input }) => told(await queries.show(input.id))),
    changes: procedure
      .input(z.object({ ids: z.array(id).max(50) }))
      .query(async ({ input }) => ({ items: await queries.changes(input.ids) })),
    checkLog: procedure.input(z.object({ id, index: z.number().int().min(0).max(1000) })).query(async ({ input }) => {
      const text = await queries.checkLog(input.id, input.index);
      return told(text.ok ? ok({ text: text.value }) : text);
    }),
    retry: procedure
      .input(z.object({ id }))
      .mutation(async ({ input, ctx }) => told(await commands.retry({ merge: input.id }, ctx.act))),
    cancel: procedure
      .input(z.object({ id, reason }))
      .mutation(async ({ input, ctx }) =>
        told(await commands.cancel({ merge: input.id, reason: input.reason }, ctx.act)),
      ),
    hold: procedure
      .input(z.object({ id, reason }))
      .mutation(async ({ input, ctx }) =>
        told(await commands.hold({ merge: input.id, reason: input.reason }, ctx.act)),
      ),
    release: procedure
      .input(z.object({ id }))
      .mutation(async ({ input, ctx }) => told(await commands.release({ merge: input.id }, ctx.act))),
    prioritize: procedure
      .input(z.object({ id, priority: z.enum(mergePriorities) }))
      .mutation(async ({ input, ctx }) =>
        told(await commands.prioritize({ merge: input.id, priority: input.priority }, ctx.act)),
      ),
  });
}
