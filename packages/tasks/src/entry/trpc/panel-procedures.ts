import { answer, procedure } from '@cw/entry/trpc';
import { z } from 'zod';
import type { TasksModule } from '../../tasks.module.ts';
import { refuse } from '../refusals.ts';

const word = z.string().max(5_000);

/** What one task's page and the activity ask for besides. */
export function panelProcedures({ commands, queries }: TasksModule) {
  return {
    /** Titles by whole id, of tasks in the trash too. */
    titles: procedure.input(z.object({ ids: z.array(word).max(500) })).query(async ({ input }) => {
      const found = await queries.titles(input.ids);
      const items = [...found.values()];
      return { items, total: items.length, nextCursor: null };
    }),
    addArtifact: procedure
      .input(z.object({ id: word, kind: word, value: word }))
      .mutation(async ({ input: { id, ...artifact }, ctx }) =>
        answer(refuse(await commands.artifact({ ...artifact, task: id }, ctx.act))),
      ),
  };
}
