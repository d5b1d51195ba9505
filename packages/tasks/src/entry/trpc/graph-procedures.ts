import { procedure } from '@cw/entry/trpc';
import { z } from 'zod';
import type { TasksModule } from '../../tasks.module.ts';

/** What the graph of tasks asks for besides their rows. */
export function graphProcedures({ queries }: TasksModule) {
  return {
    /** Every link between tasks; with a project, those that touch one of its tasks. */
    graph: procedure.input(z.object({ projectId: z.string().max(5_000).optional() })).query(async ({ input }) => {
      const items = await queries.graph(input);
      return { items, total: items.length, nextCursor: null };
    }),
  };
}
