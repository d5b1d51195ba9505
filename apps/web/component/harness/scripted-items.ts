import type { ItemView } from '../../src/data/api-types.ts';

/** An open item of the inbox with what a test cares about; the rest is filled in. */
export function buildItem(overrides: Partial<ItemView> = {}): ItemView {
  return {
    ...{ id: 'ib_question0000', kind: 'question', subject: 'ask:1', title: 'Which port?', text: '', details: {} },
    ...{ projectId: null, projectName: null, taskId: null, taskTitle: null, runId: null },
    ...{ agentName: null, agentRole: null, state: 'open', answer: null, answeredBy: null, answeredVia: null },
    ...{ createdAt: '2026-05-01T09:00:00.000Z', expiresAt: null, endedAt: null, deliveredAt: null, waiting: 0 },
    choices: [{ name: 'reply', label: 'Reply', text: 'required' }],
    ...overrides,
  };
}
