import { toRefusal } from '@cw/entry';
import { answer, procedure, router } from '@cw/entry/trpc';
import { err, type Result } from '@cw/kernel';
import { z } from 'zod';
import type { ProjectFailure } from '../../model/project.ts';
import type { ProjectsModule } from '../../projects.module.ts';
import { projectRefusals } from '../refusals.ts';

const told = <T>(result: Result<T, ProjectFailure>): T =>
  answer(result.ok ? result : err(toRefusal(projectRefusals, result.error)));

const one = z.object({ id: z.string().min(1).max(200) });
const paged = z.object({ limit: z.number().optional(), cursor: z.string().optional() }).optional();
const line = z.string().max(20_000);

const settings = z.object({
  name: line.optional(),
  defaultBranch: line.optional(),
  goal: line.nullable().optional(),
  constraints: z.array(line).max(200).optional(),
  contextFile: line.nullable().optional(),
  checks: z.array(line).max(100).optional(),
  checkTimeout: z.number().optional(),
  setupCommand: line.nullable().optional(),
  dispatch: line.optional(),
  mergeStyle: line.optional(),
});

export function createProjectsRouter({ commands, queries }: ProjectsModule) {
  return router({
    list: procedure.input(paged).query(async () => {
      const items = await queries.list();
      return { items, total: items.length, nextCursor: null };
    }),
    show: procedure.input(one).query(async ({ input }) => told(await queries.find(input.id))),
    add: procedure
      .input(settings.extend({ source: line }))
      .mutation(async ({ input, ctx }) => told(await commands.add(input, ctx.act))),
    set: procedure
      .input(settings.extend(one.shape))
      .mutation(async ({ input, ctx }) => told(await commands.set({ ...input, project: input.id }, ctx.act))),
    remove: procedure
      .input(one)
      .mutation(async ({ input, ctx }) => told(await commands.remove({ project: input.id }, ctx.act))),
  });
}
