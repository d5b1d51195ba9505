import { toRefusal } from '@cw/entry';
import { answer, procedure, router } from '@cw/entry/trpc';
import { err } from '@cw/kernel';
import type { Storage } from '@cw/storage';
import { z } from 'zod';
import { type ConfigKey, scopes } from '../../model/config-key.ts';
import { listSettings } from '../../queries/list-settings.ts';
import { setSetting } from '../../settings.ts';
import { configRefusals } from '../refusals.ts';

const ids = z
  .object({ project: z.string().max(100), initiative: z.string().max(100), task: z.string().max(100) })
  .partial();

export function createConfigRouter(deps: Pick<Storage, 'read' | 'transact'> & { readonly keys: readonly ConfigKey[] }) {
  return router({
    list: procedure.input(ids.optional()).query(async ({ input }) => {
      const items = await listSettings(deps.read, deps.keys, input ?? {});
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
        const result = await setSetting(deps, { ...input, value: input.value }, ctx.act);
        return answer(result.ok ? result : err(toRefusal(configRefusals, result.error)));
      }),
  });
}
