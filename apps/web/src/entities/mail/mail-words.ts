import { shortId } from '@cw/ui';
import type { MailView } from '../../data/api-types.ts';
import { harmless } from '../text/harmless.ts';

type Party = MailView['sender'] | MailView['recipient'];

/** One end of a message as it is called, at the beginning or within a line; the workspace's own person is `You`. */
export function partyName({ kind, id, name }: Party, inLine = false): string {
  if (kind === 'person') return inLine ? 'you' : 'You';
  if (kind === 'role') return `${inLine ? 'any' : 'Any'} ${harmless(name)}`;
  return kind === 'run' && name === id ? `${inLine ? 'run' : 'Run'} ${shortId(id)}` : harmless(name);
}

/** Who a thread is with, by its last message. */
export function threadTitle({ sender, recipient }: Pick<MailView, 'sender' | 'recipient'>): string {
  if (sender.kind === 'person') return `To ${recipient.kind === 'person' ? 'yourself' : partyName(recipient, true)}`;
  return recipient.kind === 'person' ? partyName(sender) : `${partyName(sender)} to ${partyName(recipient, true)}`;
}

/** Signs of markdown that say how a text looks, around what it says. */
const marks: readonly (readonly [RegExp, string])[] = [
  [/^ {0,3}(?:#{1,6}|>|[-*+]|\d+[.)]) +/gm, ''],
  [/^ {0,3}```.*$/gm, ''],
  [/!?\[([^\]\n]+)\]\([^)\s]*\)/g, '$1'],
  [/(\*\*|__|~~|`)(?=\S)([^\n]*?\S)\1/g, '$2'],
];

/** The beginning of a message on one line, without its markdown. */
export function snippetOf(text: string): string {
  const plain = marks.reduce((left, [pattern, words]) => left.replace(pattern, words), text.slice(0, 300));
  return harmless(plain).replaceAll(/\s+/g, ' ').trim();
}

export type Receipt = 'read' | 'delivered' | 'expired' | 'unread';

/** Whether who a message is for has it; by the time in milliseconds. */
export function receiptOf({ readAt, deliveredAt, expiresAt }: MailView, now: number): Receipt {
  if (readAt !== null) return 'read';
  if (deliveredAt !== null) return 'delivered';
  return expiresAt !== null && Date.parse(expiresAt) <= now ? 'expired' : 'unread';
}

/** What the server takes for one end of a message. */
export function addressOf({ kind, id }: Pick<Party, 'kind' | 'id'>): string {
  return `${kind}:${id}`;
}
