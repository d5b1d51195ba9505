import type { Act, IdSource, Instant, Result, RunLimit } from '@cw/kernel';
import type { MailEvent } from '../contract.ts';
import type { MailFailure, MailView, NewMessage, Party } from '../model/mail.ts';
import type { PlacedRun } from '../model/mail-reach.ts';

/** Messages, within the transaction it was made for. */
export type MailStore = {
  readonly at: Instant;
  /** Ids for what the transaction makes. */
  readonly ids: IdSource;
  find(message: string): Promise<Result<MailView, MailFailure>>;
  /** Who is meant by a word: a run's or agent's id, a name, a role. */
  recipient(to: string): Promise<Result<Party, MailFailure>>;
  /** The same for a word of a run, which reaches fewer. */
  recipientOfRun(to: string, from: PlacedRun): Promise<Result<Party, MailFailure>>;
  run(id: string): Promise<PlacedRun | undefined>;
  /** Whether a run may see a message: one that it sent, or may be given. */
  mayShow(message: MailView, run: PlacedRun): Promise<boolean>;
  /** How a run is called as a sender. */
  senderName(runId: string): Promise<string>;
  taskId(task: string): Promise<string | undefined>;
  /** How many messages a run has sent. */
  sentBy(runId: string): Promise<number>;
  /** How many messages a run may send in all. */
  limitOf(run: PlacedRun): Promise<RunLimit>;
  /** What a run may be given and nobody has read, the most urgent first. */
  unread(run: PlacedRun, most: number): Promise<readonly MailView[]>;
  /** What of a thread a person has not read, whether or not it has expired. */
  unreadIn(threadId: string, personId: string): Promise<readonly MailView[]>;
  /** The newest message of a thread to a person. */
  newestIn(threadId: string, personId: string): Promise<MailView | undefined>;
  /** What was said in a thread, the first first; of a very long one the last of it. */
  thread(threadId: string): Promise<readonly MailView[]>;
  insert(message: NewMessage): Promise<void>;
  markRead(ids: readonly string[]): Promise<void>;
  markUnread(id: string): Promise<void>;
  /** Answers false for one that was delivered already. */
  markDelivered(id: string): Promise<boolean>;
  append(event: MailEvent, act: Act): Promise<void>;
};
