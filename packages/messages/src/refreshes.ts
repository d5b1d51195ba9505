import type { Refreshes } from '@cw/kernel';

/** Which parts of the API answer otherwise after this room's events: by their noun, or by the whole type. */
export const messagesRefreshes = {
  // “Always” makes a rule that an item leads to; an agent waits while it asks.
  inbox: ['inbox', 'rules', 'agents', 'dispatch', 'system'],
  message: ['messages', 'dispatch'],
  rule: ['rules'],
} as const satisfies Refreshes;
