import { answer, procedure } from '@cw/entry/trpc';
import { z } from 'zod';
import { taskOutcomes } from '../../model/task-view.ts';
import type { TasksModule } from '../../tasks.module.ts';
import { refuse } from '../refusals.ts';

const word = z.string().max(5_000);
const text = z.string().max(300_000);
const labels = z.array(word).max(100);
/** As many as one transaction changes without keeping others waiting for long. */
const most = 1000;
const revision = z.number().int().min(0);

const change = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('update'),
    priority: word.optional(),
    type: word.optional(),
    addLabels: labels.optional(),
    removeLabels: labels.optional(),
    assignee: word.nullable().optional(),
    project: word.nullable().optional(),
  }),
  z.object({ kind: z.literal('open') }),
  z.object({ kind: z.literal('claim') }),
  z.object({ kind: z.literal('block'), reason: text }),
  z.object({
    kind: z.literal('close'),
    outcome: z.enum(taskOutcomes).optional(),
    reason: text.optional(),
    force: z.boolean().optional(),
  }),
  z.object({ kind: z.literal('assign'), to: word.optional() }),
  z.object({ kind: z.literal('delete'), cascade: z.boolean().optional() }),
]);

const inputs = {
  changeMany: z.object({ ids: z.array(word).min(1).max(most), change }),
  undoMany: z.object({ steps: z.array(z.object({ id: word, from: revision, to: revision })).max(10 * most) }),
  rows: z.object({ ids: z.array(word).max(most) }),
  matching: z.object({ text: word.optional(), query: word.optional() }),
  typed: z.object({ text: word, limit: z.number().int().min(1).max(50).optional() }),
};

/** Changes of many tasks at once, and what a list and a search field ask for while somebody types. */
export function bulkProcedures({ commands, queries }: TasksModule) {
  return {
    changeMany: procedure.input(inputs.changeMany).mutation(async ({ input, ctx }) => {
      const wanted = { tasks: input.ids, change: input.change, holder: ctx.holder };
      return answer(refuse(await commands.changeTasks(wanted, ctx.act)));
    }),
    undoMany: procedure
      .input(inputs.undoMany)
      .mutation(async ({ input, ctx }) => ({ steps: answer(refuse(await commands.undoChanges(input, ctx.act))) })),
    rows: procedure.input(inputs.rows).query(async ({ input }) => {
      const { rows, gone } = await queries.rows(input.ids);
      return { items: rows, total: rows.length, nextCursor: null, gone };
    }),
    matching: procedure
      .input(inputs.matching)
      .query(async ({ input }) => ({ ids: answer(refuse(await queries.matching(input))) })),
    typed: procedure.input(inputs.typed).query(async ({ input }) => {
      const items = await queries.typed({ text: input.text, limit: input.limit ?? 8 });
      return { items, total: items.length, nextCursor: null };
    }),
  };
}
