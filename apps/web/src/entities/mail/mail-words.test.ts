import { expect, test } from 'vitest';
import { partyName, receiptOf, snippetOf, threadTitle } from './mail-words.ts';

const you = { kind: 'person', id: 'us_1', name: 'ada' } as const;
const agent = { kind: 'agent', id: 'ag_1', name: 'worker-1' } as const;
const run = { kind: 'run', id: 'rn_4k9a9rqf39bg', name: 'rn_4k9a9rqf39bg' } as const;
const role = { kind: 'role', id: 'worker', name: 'worker' } as const;

test('who is at the ends of a message', () => {
  expect([you, agent, run, role].map((party) => partyName(party))).toEqual([
    'You',
    'worker-1',
    'Run rn_4k9a',
    'Any worker',
  ]);
  expect(threadTitle({ sender: you, recipient: role })).toBe('To any worker');
  expect(threadTitle({ sender: you, recipient: you })).toBe('To yourself');
  expect(threadTitle({ sender: { ...run, name: 'worker-2' }, recipient: you })).toBe('worker-2');
  expect(threadTitle({ sender: agent, recipient: role })).toBe('worker-1 to any worker');
});

test.each([
  [{ readAt: '2026-01-01T00:00:00Z' }, 'read'],
  [{ deliveredAt: '2026-01-01T00:00:00Z' }, 'delivered'],
  [{ expiresAt: '2026-01-01T00:00:00Z' }, 'expired'],
  [{ expiresAt: '2026-01-03T00:00:00Z' }, 'unread'],
  [{}, 'unread'],
])('a message with %j is %s', (times, receipt) => {
  const message = { readAt: null, deliveredAt: null, expiresAt: null, ...times };
  expect(receiptOf(message as Parameters<typeof receiptOf>[0], Date.parse('2026-01-02T00:00:00Z'))).toBe(receipt);
});

test('a message begins on one line, with nothing hidden in it', () => {
  expect(snippetOf('One\n\n  two \u202e')).toBe('One two ⟨U+202E⟩');
  expect(snippetOf('# Why\n\n- it is **very** `slow`\n2. see [this](http://a.b)')).toBe('Why it is very slow see this');
  expect(snippetOf('2 * 3 * 4, a_b_c and **open')).toBe('2 * 3 * 4, a_b_c and **open');
});
