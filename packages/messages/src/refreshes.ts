import type { Refreshes } from '@cw/kernel';

/** Which parts of the API answer otherwise after this room's events: by their noun, or by the whole type. */
export const messagesRefreshes = {
  // “Always” makes a rule that an item leads to; an agent waits while it asks, and its run and task need a person.
  inbox: ['inbox', 'rules', 'tasks', 'runs', 'agents', 'dispatch', 'system'],
  message: ['messages', 'dispatch'],
  rule: ['rules'],
} as const satisfies Refreshes;
