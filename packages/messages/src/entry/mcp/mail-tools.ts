import { toRefusal } from '@cw/entry';
import { type McpTool, type RunContext, runTool } from '@cw/entry/mcp';
import { err, hideSecrets, ok } from '@cw/kernel';
import { z } from 'zod';
import { readOwnMail } from '../../commands/read-mail.ts';
import { sendMail } from '../../commands/send-mail.ts';
import { isOfAgent, wordsForAgent } from '../../model/agent-words.ts';
import { mail } from '../../run.ts';
import { mailRefusals } from '../mail-refusals.ts';

/** How an agent's run reads and writes messages. */
export const mailTools: readonly McpTool<RunContext>[] = [
  runTool({
    name: 'mail_read',
    description: 'Unread messages to you, your role or your agent.',
    input: z.object({}),
    readOnly: false,
    run: async (_, { workspace, act, isWalled }) => {
      const unread = await mail(isWalled).run(workspace, readOwnMail, act);
      const items = unread.map(({ id, sender: { kind, name }, text, taskId }) => ({
        id,
        from: name,
        fromAgent: isOfAgent(kind),
        taskId,
        text: wordsForAgent({ senderKind: kind, text }),
      }));
      const lines = items.map(
        ({ id, from, taskId, text }) => `${id} from ${from}${taskId ? `, ${taskId}` : ''}: ${text}`,
      );
      return ok({ text: lines.join('\n\n') || 'None.', structured: { items } });
    },
  }),
  runTool({
    name: 'mail_send',
    description: 'Send a message to a run, agent, role, or "person". No reply is guaranteed; use ask to wait for one.',
    input: z.object({
      to: z.string().max(200).optional(),
      text: z.string().max(20_000),
      replyTo: z.string().max(50).optional().describe('a message'),
    }),
    readOnly: false,
    run: async (input, { workspace, act, isWalled }) => {
      const sent = await mail(isWalled).run(workspace, sendMail, { ...input, text: hideSecrets(input.text) }, act);
      if (!sent.ok) return err(toRefusal(mailRefusals, sent.error));
      return ok({ text: `Sent as ${sent.value.id}.`, structured: { id: sent.value.id } });
    },
  }),
];
