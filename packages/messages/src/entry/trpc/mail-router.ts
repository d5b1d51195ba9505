import { toRefusal } from '@cw/entry';
import { answer, type NamedInputs, procedure, router } from '@cw/entry/trpc';
import { err, type Result } from '@cw/kernel';
import { z } from 'zod';
import type { MessagesModule } from '../../messages.module.ts';
import type { MailFailure } from '../../model/mail.ts';
import { mailRefusals } from '../mail-refusals.ts';

const told = <T>(result: Result<T, MailFailure>): T =>
  answer(result.ok ? result : err(toRefusal(mailRefusals, result.error)));

const id = z.string().min(1).max(100);

/** Messages, for a person: theirs, or with `all` everybody's. */
export function createMessagesRouter({ commands, queries }: MessagesModule, named: NamedInputs) {
  return router({
    list: procedure
      .input(
        z
          .object({
            unread: z.boolean().optional(),
            all: z.boolean().optional(),
            taskId: named.task.optional(),
            runId: named.run.optional(),
            threadId: id.optional(),
            limit: z.number().int().min(1).max(500).optional(),
            cursor: z.string().max(20).optional(),
          })
          .optional(),
      )
      .query(async ({ input: { all = false, ...filter } = {} }) =>
        told(await queries.listMailbox({ ...filter, mailbox: all ? 'all' : 'own' })),
      ),
    threads: procedure
      .input(
        z
          .object({
            show: z.enum(['own', 'unread']).optional(),
            taskId: named.task.optional(),
            runId: named.run.optional(),
            agentId: named.agent.optional(),
            limit: z.number().int().min(1).max(500).optional(),
            cursor: z.string().max(20).optional(),
          })
          .optional(),
      )
      .query(async ({ input }) => told(await queries.listThreads(input))),
    thread: procedure.input(z.object({ id })).query(async ({ input }) => told(await queries.showThread(input.id))),
    readThread: procedure
      .input(z.object({ id }))
      .mutation(async ({ input, ctx }) => ({ read: told(await commands.readThreadOf(input.id, ctx.act)) })),
    markUnread: procedure
      .input(z.object({ id }))
      .mutation(async ({ input, ctx }) => told(await commands.markUnread(input.id, ctx.act))),
    recipients: procedure.query(async () => ({ items: await queries.listRecipients() })),
    read: procedure
      .input(z.object({ id }))
      .mutation(async ({ input, ctx }) => told(await commands.readMessage(input.id, ctx.act))),
    send: procedure
      .input(
        z.object({
          to: z.string().max(200).optional(),
          text: z.string().max(2_000_000),
          task: named.task.optional(),
          priority: z.string().max(10).optional(),
          expires: z.string().max(20).optional(),
          replyTo: id.optional(),
        }),
      )
      .mutation(async ({ input, ctx }) => told(await commands.sendMail(input, ctx.act))),
    unread: procedure.query(async () => ({ unread: await queries.countOwnUnread() })),
  });
}
