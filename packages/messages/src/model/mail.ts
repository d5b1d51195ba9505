import type { BadPage, IsoTime } from '@cw/kernel';
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

/** Whose mail it is: a person's by their id; a run's also what is for its agent and its role. */
export type Mailbox =
  | { readonly kind: 'person'; readonly id: string }
  | { readonly kind: 'run'; readonly id: string; readonly agentId: string | null; readonly role: string };

export type MailFailure =
  | MessageFailure
  | { readonly kind: 'message.not-found'; readonly message: string }
  | { readonly kind: 'message.ambiguous'; readonly message: string; readonly matches: readonly string[] }
  | { readonly kind: 'message.unknown-recipient'; readonly to: string; readonly known: readonly string[] }
  | { readonly kind: 'message.ambiguous-recipient'; readonly to: string; readonly matches: readonly string[] }
  | { readonly kind: 'message.run-ended'; readonly runId: string; readonly taskId: string }
  | { readonly kind: 'message.no-recipient' }
  | { readonly kind: 'message.bad-priority'; readonly priority: string }
  | { readonly kind: 'message.bad-expiry'; readonly expires: string }
  | { readonly kind: 'message.unknown-task'; readonly task: string }
  | { readonly kind: 'message.too-many'; readonly unread: number }
  | BadPage<'message'>;

/** Messages of one run that nobody has read yet; more is an agent that has lost its way. */
export const mostUnreadOfRun = 100;
