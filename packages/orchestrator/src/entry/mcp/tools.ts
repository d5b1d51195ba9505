import { toRefusal } from '@cw/entry';
import { type McpTool, type UserContext, userTool } from '@cw/entry/mcp';
import { err, ok } from '@cw/kernel';
import { type ItemView, inboxRefusals, listItems } from '@cw/messages';
import { z } from 'zod';
import { answerInbox } from '../../inbox/answer.ts';
import { answerDeps } from '../../run.ts';
import { answerRefusal } from '../refusals.ts';
import { sayEffect } from '../say-effect.ts';

/** How a person's own agent sees what waits for that person, and answers what the person need not answer themselves. */
export const inboxTools: readonly McpTool<UserContext>[] = [
  userTool({
    name: 'inbox_list',
    description:
      'What waits for the person: questions, failures, conflicts, permissions, approvals, with their answers.',
    input: z.object({ limit: z.number().int().min(1).max(100).optional().describe('default 20') }),
    readOnly: true,
    run: async ({ limit = 20 }, { workspace }) => {
      const listed = await listItems(workspace.storage.read, { limit });
      if (!listed.ok) return err(toRefusal(inboxRefusals, listed.error));
      const { items, total } = listed.value;
      return ok({
        text: items.length === 0 ? 'Nothing waits.' : [...items.map(itemLines), `${total} in all`].join('\n'),
        structured: { items: items.map(itemFor), total },
      });
    },
  }),
  userTool({
    name: 'inbox_answer',
    description: 'Answer one as the person told you to. Only they give approvals and permissions.',
    input: z.object({
      id: z.string().max(200),
      choice: z.string().max(100).optional().describe('one of its answers'),
      text: z.string().max(50_000).optional(),
    }),
    readOnly: false,
    run: async ({ id, choice, text }, { workspace, act }) => {
      const done = await answerInbox(answerDeps(workspace), { item: id, choice, text, via: 'mcp' }, act);
      if (!done.ok) return err(answerRefusal(done.error));
      const { item, effect } = done.value;
      const said = `${item.id} answered with ${item.answer?.choice}. ${sayEffect(effect)}`;
      return ok({ text: said, structured: { id: item.id, answer: item.answer, effect } });
    },
  }),
];

function itemLines({ id, kind, title, text, taskId, choices }: ItemView): string {
  const head = `${id} ${kind}: ${title}${taskId === null ? '' : ` (${taskId})`}`;
  const answers = choices.map(({ name, text: words }) => `${name}${words === 'required' ? '+text' : ''}`).join(', ');
  return [head, ...(text === '' ? [] : [short(text)]), `answers: ${answers}`].join('\n  ');
}

function itemFor({ id, kind, title, text, taskId, runId, choices, createdAt }: ItemView) {
  const answers = choices.map(({ name, text: words }) => ({ name, text: words }));
  return { id, kind, title, text: short(text), taskId, runId, answers, createdAt };
}

function short(text: string): string {
  return text.length > 1_500 ? `${text.slice(0, 1_500)}…` : text;
}
