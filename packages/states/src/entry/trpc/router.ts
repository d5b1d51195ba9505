import { procedure, router } from '@cw/entry/trpc';
import { z } from 'zod';
import type { StatesModule } from '../../states.module.ts';

const ofProject = z.object({ projectId: z.string().max(100).optional() }).optional();

/** Stands beside the other routers of `dispatch`. */
export function createStatesRouter({ queries }: StatesModule) {
  return router({
    counts: procedure.input(ofProject).query(({ input }) => queries.counts(input?.projectId)),
    monitors: procedure
      .input(ofProject)
      .query(async ({ input }) => ({ items: await queries.monitors(input?.projectId) })),
  });
}
