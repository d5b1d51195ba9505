import type { Act, Instant, Result } from '@cw/kernel';
import type { Mailbox, MailFailure, MailView, NewMessage, Party } from '../model/mail.ts';

/** Messages, within the transaction it was made for. */
export type MailStore = {
  readonly at: Instant;
  find(message: string): Promise<Result<MailView, MailFailure>>;
  /** Who is meant by a word: a run's or agent's id, a name, a role. */
  recipient(to: string): Promise<Result<Party, MailFailure>>;
  /** How a sender is called who is a run. */
  senderOf(runId: string): Promise<MailView['sender'] & { readonly taskId: string | null }>;
  taskId(task: string): Promise<string | undefined>;
  /** Whose mail a run may read. */
  mailboxOf(runId: string): Promise<Mailbox | undefined>;
  /** What of a run nobody has read yet. */
  unreadFrom(runId: string): Promise<number>;
  /** What is there to be read, the most urgent first. */
  unread(mailbox: Mailbox, most: number): Promise<readonly MailView[]>;
  /** What of a thread a person has not read, whether or not it has expired. */
  unreadIn(threadId: string, personId: string): Promise<readonly MailView[]>;
  /** The newest message of a thread to a person. */
  newestIn(threadId: string, personId: string): Promise<MailView | undefined>;
  insert(message: NewMessage): Promise<void>;
  markRead(ids: readonly string[]): Promise<void>;
  markUnread(id: string): Promise<void>;
  append(event: { readonly type: string; readonly entity: string; readonly payload: object }, act: Act): Promise<void>;
};
