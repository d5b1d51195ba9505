import type { IsoTime } from '@cw/kernel';

export type SenderKind = 'person' | 'agent' | 'run' | 'system';
export type RecipientKind = 'person' | 'agent' | 'run' | 'role';

/** What somebody wrote to somebody. */
export type MessageView = {
  readonly id: string;
  /** The message that began the thread. */
  readonly threadId: string;
  readonly senderKind: SenderKind;
  readonly senderId: string;
  readonly senderName: string;
  readonly recipientKind: RecipientKind;
  readonly recipientId: string;
  readonly taskId: string | null;
  readonly text: string;
  readonly createdAt: IsoTime;
  /** When a running agent is known to have it; null while it is not. */
  readonly deliveredAt: IsoTime | null;
};

export type NewMessage = Omit<MessageView, 'threadId' | 'createdAt' | 'deliveredAt'> & {
  /** The message that it answers. */
  readonly threadId?: string | undefined;
  /** 0 to 3, as tasks have it. @defaultValue 2 */
  readonly priority?: number | undefined;
};

export type MessageFailure =
  | { readonly kind: 'message.empty' }
  | { readonly kind: 'message.too-long'; readonly most: number };

/** Characters of a message. */
export const longestMessage = 20_000;
