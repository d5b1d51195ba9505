import { type NamedInputs, procedure } from '@cw/entry/trpc';
import { z } from 'zod';
import type { TasksModule } from '../../tasks.module.ts';

/** What the graph of tasks asks for besides their rows. */
export function graphProcedures({ queries }: TasksModule, named: NamedInputs) {
  return {
    /** Every link between tasks; with a project, those that touch one of its tasks. */
    graph: procedure.input(z.object({ projectId: named.project.optional() })).query(async ({ input }) => {
      const items = await queries.graph(input);
      return { items, total: items.length, nextCursor: null };
    }),
  };
}
