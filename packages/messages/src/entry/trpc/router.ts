import { toRefusal } from '@cw/entry';
import { answer, type NamedInputs, procedure, router } from '@cw/entry/trpc';
import { err, type Result } from '@cw/kernel';
import { z } from 'zod';
import type { MessagesModule } from '../../messages.module.ts';
import { type ItemFailure, itemKinds } from '../../model/item.ts';
import { inboxRefusals } from '../refusals.ts';

export { createMessagesRouter } from './mail-router.ts';
export { createRulesRouter } from './rules-router.ts';

const told = <T>(result: Result<T, ItemFailure>): T =>
  answer(result.ok ? result : err(toRefusal(inboxRefusals, result.error)));

const id = z.string().min(1).max(100);

export function createInboxRouter({ queries }: MessagesModule, named: NamedInputs) {
  return router({
    list: procedure
      .input(
        z
          .object({
            open: z.boolean().optional(),
            kind: z.enum(itemKinds).optional(),
            projectId: named.project.optional(),
            taskId: named.task.optional(),
            runId: named.run.optional(),
            limit: z.number().int().min(1).max(500).optional(),
            cursor: z.string().max(20).optional(),
          })
          .optional(),
      )
      .query(async ({ input }) => told(await queries.listItems(input))),
    show: procedure.input(z.object({ id })).query(async ({ input }) => told(await queries.findItem(input.id))),
    count: procedure.query(async () => ({ open: await queries.countOpen() })),
    kinds: procedure
      .input(z.object({ projectId: id.optional() }).optional())
      .query(async ({ input }) => ({ items: await queries.countKinds(input?.projectId) })),
  });
}
