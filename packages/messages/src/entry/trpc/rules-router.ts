import { toRefusal } from '@cw/entry';
import { answer, type NamedInputs, procedure, router } from '@cw/entry/trpc';
import { err, type Result, type ToolKind } from '@cw/kernel';
import { z } from 'zod';
import type { MessagesModule } from '../../messages.module.ts';
import type { RuleFailure } from '../../model/rule.ts';

import { ruleRefusals } from '../refusals.ts';

const told = <T>(result: Result<T, RuleFailure>): T =>
  answer(result.ok ? result : err(toRefusal(ruleRefusals, result.error)));

const id = z.string().min(1).max(100);
const tool = z.string().max(2_000_000);
const pattern = z.string().max(2_000_000).nullable();

/** A tool of an agent program, by the name that a rule is written with. */
type KnownTool = { readonly name: string; readonly kind: ToolKind };

/** What agents may do unasked, which people alone say. @param tools those that are known */
export function createRulesRouter(
  { commands, queries }: MessagesModule,
  { tools, named }: { readonly tools: readonly KnownTool[]; readonly named: NamedInputs },
) {
  const projectId = named.project.nullable();
  return router({
    list: procedure
      .input(
        z
          .object({
            projectId: named.project.optional(),
            limit: z.number().int().optional(),
            cursor: z.string().max(50).optional(),
          })
          .optional(),
      )
      .query(async ({ input }) => told(await queries.listRules(input))),
    show: procedure.input(z.object({ id })).query(async ({ input }) => told(await queries.findRule(input.id, 'all'))),
    tools: procedure.query(() => ({ items: tools })),
    ofItem: procedure
      .input(z.object({ itemId: id }))
      .query(async ({ input }) => ({ rule: (await queries.ruleOfItem(input.itemId)) ?? null })),
    add: procedure
      .input(z.object({ projectId, tool, pattern }))
      .mutation(async ({ input, ctx }) => told(await commands.writeRule({ ...input, itemId: null }, ctx.act))),
    update: procedure
      .input(z.object({ id, projectId: projectId.optional(), tool: tool.optional(), pattern: pattern.optional() }))
      .mutation(async ({ input: { id: rule, ...change }, ctx }) =>
        told(await commands.updateRule({ rule, ...change }, ctx.act)),
      ),
    remove: procedure
      .input(z.object({ id }))
      .mutation(async ({ input, ctx }) => told(await commands.removeRule(input.id, ctx.act))),
    restore: procedure
      .input(z.object({ id }))
      .mutation(async ({ input, ctx }) => told(await commands.restoreRule(input.id, ctx.act))),
  });
}
