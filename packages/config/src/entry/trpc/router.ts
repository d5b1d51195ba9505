import { toRefusal } from '@cw/entry';
import { answer, type NamedInputs, procedure, router } from '@cw/entry/trpc';
import { err } from '@cw/kernel';
import { z } from 'zod';
import type { ConfigModule } from '../../config.module.ts';
import { scopes } from '../../model/config-key.ts';
import { configRefusals } from '../refusals.ts';

export function createConfigRouter({ commands, queries }: ConfigModule, named: NamedInputs) {
  const ids = z.object({ project: named.project, initiative: z.string().max(100), task: named.task }).partial();
  return router({
    list: procedure.input(ids.optional()).query(async ({ input }) => {
      const items = await queries.list(input ?? {});
      return { items, total: items.length, nextCursor: null };
    }),
    set: procedure
      .input(
        z.object({
          key: z.string().max(200),
          value: z.string().max(10_000).optional(),
          scope: z.enum(scopes).default('workspace'),
          scopeId: z.string().max(100).default(''),
        }),
      )
      .mutation(async ({ input, ctx }) => {
        const result = await commands.set({ ...input, value: input.value }, ctx.act);
        return answer(result.ok ? result : err(toRefusal(configRefusals, result.error)));
      }),
  });
}
