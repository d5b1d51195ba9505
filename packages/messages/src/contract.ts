import type { Event, StoredReason } from '@cw/kernel';
import type { AnswerDoor, ItemKind } from './model/item.ts';
import type { Party } from './model/mail.ts';
import type { RecipientKind, SenderKind } from './model/message.ts';
import type { NewRule } from './model/rule.ts';

export { type InboxReason, sayInboxReason } from './model/inbox-reason.ts';

/** Which item of the inbox it was, and what that was about. */
type Item = {
  readonly kind: ItemKind;
  readonly subject: string;
  readonly taskId: string | null;
  readonly runId: string | null;
};

/** What happens to items of the inbox; the entity is the item's id. */
export type InboxEvent =
  | Event<'inbox.raised', Item & { readonly projectId: string | null; readonly title: StoredReason }>
  /** It says something else by now. */
  | Event<'inbox.updated', Item & { readonly title: StoredReason }>
  | Event<'inbox.answered', Item & { readonly choice: string; readonly via: AnswerDoor }>
  | Event<'inbox.dismissed', Item & { readonly via: AnswerDoor }>
  /** A dismissal was taken back. */
  | Event<'inbox.restored', Item & { readonly via: AnswerDoor }>
  /** Nobody answered in time, or what it was about went on without an answer. */
  | Event<'inbox.over', Partial<Item> & { readonly subject: string; readonly choice?: null; readonly via?: 'timeout' }>;

type Recipient = Pick<Party, 'kind' | 'id'>;
type Read = { readonly threadId: string; readonly recipient: Party };

/** What happens to messages; the entity is the message's id. */
export type MailEvent =
  | Event<
      'message.sent',
      | {
          readonly threadId: string;
          readonly recipientKind: RecipientKind;
          readonly recipientId: string;
          readonly taskId: string | null;
        }
      | {
          readonly threadId: string;
          readonly sender: Party<SenderKind>;
          readonly recipient: Recipient;
          readonly taskId: string | null;
          readonly priority: number;
        }
    >
  | Event<'message.delivered', { readonly recipientId: string; readonly taskId: string | null }>
  | Event<'message.read', Read>
  | Event<'message.marked-unread', Read>;

type Said = Omit<NewRule, 'itemId'>;

/** What happens to permission rules; the entity is the rule's id. */
export type RuleEvent =
  | Event<'rule.added', NewRule>
  | Event<'rule.changed', { readonly before: Said; readonly after: Said }>
  | Event<'rule.removed', Said>
  | Event<'rule.restored', Said>;

export type MessagesEvent = InboxEvent | MailEvent | RuleEvent;
