import type { BadPage, IsoTime, LimitReached } from '@cw/kernel';
import type { MessageFailure, RecipientKind, SenderKind } from './message.ts';

/** One end of a message. What is for a role is for whoever of that role reads it first. */
export type Party<Kind = RecipientKind> = {
  readonly kind: Kind;
  /** Of a role: its name. */
  readonly id: string;
  readonly name: string;
};

export type MailView = {
  readonly id: string;
  /** Id of the message that began the thread. */
  readonly threadId: string;
  readonly sender: Party<SenderKind>;
  readonly recipient: Party;
  readonly taskId: string | null;
  readonly priority: 'P0' | 'P1' | 'P2' | 'P3';
  readonly text: string;
  readonly createdAt: IsoTime;
  /** After this nobody is given it any more. */
  readonly expiresAt: IsoTime | null;
  readonly readAt: IsoTime | null;
  /** When a running agent is known to have it. */
  readonly deliveredAt: IsoTime | null;
};

/** A thread in a list. */
export type ThreadRow = {
  /** Id of the message that began it. */
  readonly id: string;
  readonly last: MailView;
  readonly messages: number;
  /** Those to whose workspace it is that they have not read. */
  readonly unread: number;
  /** The most urgent of what is unread, else that of the last message. */
  readonly priority: MailView['priority'];
  /** Of the last message's task. */
  readonly taskTitle: string | null;
};

/** Who is written to next in a thread; where that was a run which has ended, its agent. */
export type ThreadReply = Party & { readonly endedRun: string | null };

export type ThreadView = {
  readonly id: string;
  readonly messages: readonly MailView[];
  readonly taskId: string | null;
  readonly taskTitle: string | null;
  /** Null: there is nobody who would read it. */
  readonly reply: ThreadReply | null;
};

/** Somebody who can be written to. */
export type Recipient = Party & {
  /** The task that a run is at. */
  readonly about: string | null;
};

export type NewMessage = {
  readonly id: string;
  readonly threadId: string;
  readonly sender: MailView['sender'];
  readonly recipient: Pick<Party, 'kind' | 'id'>;
  readonly taskId: string | null;
  /** 0 to 3. */
  readonly priority: number;
  readonly text: string;
  /** Milliseconds since 1970. */
  readonly expiresAt: number | null;
};

/** Whose mail it is: a person's. */
export type Mailbox = { readonly kind: 'person'; readonly id: string };

export type MailFailure =
  | MessageFailure
  | { readonly kind: 'message.not-found'; readonly message: string; readonly meant?: string | undefined }
  | { readonly kind: 'message.ambiguous'; readonly message: string; readonly matches: readonly string[] }
  | { readonly kind: 'message.unknown-recipient'; readonly to: string; readonly known: readonly string[] }
  | { readonly kind: 'message.ambiguous-recipient'; readonly to: string; readonly matches: readonly string[] }
  | { readonly kind: 'message.run-ended'; readonly runId: string; readonly taskId: string }
  | { readonly kind: 'message.not-yours'; readonly message: string }
  | { readonly kind: 'message.no-recipient' }
  | { readonly kind: 'message.bad-priority'; readonly priority: string }
  | { readonly kind: 'message.bad-expiry'; readonly expires: string }
  | { readonly kind: 'message.unknown-task'; readonly task: string }
  /** A run that writes to itself, or to its own agent. */
  | { readonly kind: 'message.to-itself' }
  /** From a run in a sandbox to an agent without one. */
  | { readonly kind: 'message.out-of-walls'; readonly to: string }
  | LimitReached
  | BadPage<'message'>;
