import { toRefusal } from '@cw/entry';
import { answer, procedure, router } from '@cw/entry/trpc';
import { err, type Result } from '@cw/kernel';
import { z } from 'zod';
import type { AccountsModule } from '../../accounts.module.ts';
import type { AccountFailure } from '../../model/account.ts';
import { accountRefusals } from '../refusals.ts';

const told = <T>(result: Result<T, AccountFailure>): T =>
  answer(result.ok ? result : err(toRefusal(accountRefusals, result.error)));

const one = z.object({ account: z.string().min(1).max(100) });

export function createAccountsRouter({ commands, queries, programs }: AccountsModule) {
  return router({
    list: procedure.query(async () => {
      const items = await queries.list();
      return { items, total: items.length, nextCursor: null };
    }),
    programs: procedure.query(() => ({ items: programs })),
    show: procedure.input(one).query(async ({ input }) => told(await queries.find(input.account))),
    add: procedure
      .input(
        z.object({
          name: z.string().max(200),
          provider: z.string().max(40),
          configDir: z.string().max(4_000).nullable().default(null),
          env: z.record(z.string().max(200), z.string().max(20_000)).default({}),
        }),
      )
      .mutation(async ({ input, ctx }) => told(await commands.add(input, ctx.act))),
    remove: procedure.input(one).mutation(async ({ input, ctx }) => told(await commands.remove(input, ctx.act))),
  });
}
