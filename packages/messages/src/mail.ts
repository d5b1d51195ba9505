import type { Workspace } from '@cw/entry';
import type { Act, Page, Result } from '@cw/kernel';
import { sqliteMailStore } from './adapters/sqlite-mail-store.ts';
import { readMessage, readOwnMail, readThreadOf, unreadMessage } from './commands/read-mail.ts';
import { type SendInput, sendMail } from './commands/send-mail.ts';
import type { MailFailure, MailView, Recipient, ThreadRow, ThreadView } from './model/mail.ts';
import type { IsWalled } from './model/mail-reach.ts';
import { countUnread, listMail, type MailFilter, readThread } from './queries/find-mail.ts';
import { listRecipients, mailboxOfOwner } from './queries/find-recipient.ts';
import { listThreads, showThread, type ThreadFilter } from './queries/find-threads.ts';

/** What people, agents and runs write to each other. */
export type Mail = {
  send(input: SendInput, act: Act): Promise<Result<MailView, MailFailure>>;
  /** Of whose workspace it is, or everybody's. */
  list(
    filter?: Omit<MailFilter, 'mailbox'> & { readonly mailbox?: 'own' | 'all' | undefined },
  ): Promise<Result<Page<MailView>, MailFailure>>;
  /** A message, which has been read by that if it is for who asks, and its thread. */
  read(message: string, act: Act): Promise<Result<ReadMessage, MailFailure>>;
  /** Threads, of whose workspace it is or everybody's. */
  threads(filter?: ThreadFilter): Promise<Result<Page<ThreadRow>, MailFailure>>;
  /** A thread by any of its messages; looking at it changes nothing. */
  thread(message: string): Promise<Result<ThreadView, MailFailure>>;
  /** Notes that who asks has read what there is for them in a thread. Answers how many that were. */
  readThread(message: string, act: Act): Promise<Result<number, MailFailure>>;
  /** Notes that who asks has still to read a message to them, or the newest one to them in its thread. Answers that one. */
  unread(message: string, act: Act): Promise<Result<MailView, MailFailure>>;
  /** Who would read a message. */
  recipients(): Promise<readonly Recipient[]>;
  /** What there is to be read for the run that asks; it has been read by that. */
  readOwn(act: Act): Promise<readonly MailView[]>;
  /** What whose workspace it is has not read. */
  countUnread(): Promise<number>;
};

export type ReadMessage = { readonly message: MailView; readonly thread: readonly MailView[] };

/** @param isWalled who is kept in a sandbox; absent: it is not known of anybody, and no agent's message is given to another */
export function createMail({ storage, ids }: Pick<Workspace, 'storage' | 'ids'>, isWalled?: IsWalled): Mail {
  const { read, transact } = storage;
  return {
    send: (input, act) =>
      transact((tx) => sendMail(sqliteMailStore(tx, isWalled), { ...input, id: ids('message') }, act)),
    list: async ({ mailbox, ...filter } = {}) =>
      listMail(read, { ...filter, mailbox: mailbox === 'all' ? undefined : await mailboxOfOwner(read) }),
    read: async (message, act) => {
      const found = await transact((tx) => readMessage(sqliteMailStore(tx), message, act));
      if (!found.ok) return found;
      return { ok: true, value: { message: found.value, thread: await readThread(read, found.value.threadId) } };
    },
    threads: (filter) => listThreads(read, filter),
    thread: (message) => showThread(read, message),
    readThread: (message, act) => transact((tx) => readThreadOf(sqliteMailStore(tx), message, act)),
    unread: (message, act) => transact((tx) => unreadMessage(sqliteMailStore(tx), message, act)),
    recipients: () => listRecipients(read),
    readOwn: (act) => transact((tx) => readOwnMail(sqliteMailStore(tx, isWalled), act)),
    countUnread: async () => countUnread(read, await mailboxOfOwner(read)),
  };
}
