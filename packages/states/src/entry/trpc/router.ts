import { type NamedInputs, procedure, router } from '@cw/entry/trpc';
import { z } from 'zod';
import type { StatesModule } from '../../states.module.ts';

/** Stands beside the other routers of `dispatch`. */
export function createStatesRouter({ queries }: StatesModule, named: NamedInputs) {
  const ofProject = z.object({ projectId: named.project.optional() }).optional();
  return router({
    counts: procedure.input(ofProject).query(({ input }) => queries.counts(input?.projectId)),
    monitors: procedure
      .input(ofProject)
      .query(async ({ input }) => ({ items: await queries.monitors(input?.projectId) })),
  });
}
