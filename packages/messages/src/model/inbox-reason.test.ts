import { sayerOf } from '@cw/kernel';
import { expect, test } from 'vitest';
import { type InboxReason, longestTitle, sayInboxReason } from './inbox-reason.ts';

const say = sayerOf({ inbox: sayInboxReason });

/** Each code, and what it says. */
const all: { readonly [Code in InboxReason['code']]: readonly [InboxReason & { code: Code }, string] } = {
  'inbox.head': [{ code: 'inbox.head', of: 'It broke:\nno disk\nat all' }, 'It broke: no disk'],
  'inbox.rest': [{ code: 'inbox.rest', of: 'It broke:\nno disk\nat all' }, 'at all'],
  'inbox.approve-gate': [{ code: 'inbox.approve-gate', title: 'Add b' }, 'Approve the result of “Add b”'],
  'inbox.approve-plan': [{ code: 'inbox.approve-plan', title: 'Add b' }, 'Approve the plan of “Add b”'],
  'inbox.use-tool': [{ code: 'inbox.use-tool', tool: 'Odd' }, 'Use Odd'],
  'inbox.run-command': [{ code: 'inbox.run-command', command: 'ls' }, 'Run: ls'],
  'inbox.touch-file': [{ code: 'inbox.touch-file', how: 'change', path: 'a.ts' }, 'Change a.ts'],
  'inbox.fetch': [{ code: 'inbox.fetch', url: 'https://a.test/' }, 'Fetch https://a.test/'],
  'inbox.linked': [{ code: 'inbox.linked', named: '`a`', text: 'b' }, 'It is named `a`, which leads there.\n\nb'],
  'inbox.offers': [
    {
      code: 'inbox.offers',
      text: 'Now.',
      options: [{ label: 'Red', description: 'warm' }, { label: 'Blue' }],
      several: false,
    },
    'Now.\n\nOne of these, or words of your own:\n- Red: warm\n- Blue',
  ],
  'inbox.follow-ups': [{ code: 'inbox.follow-ups', count: 2, of: 'Add b' }, '2 follow-ups were proposed for “Add b”'],
  'inbox.proposed': [
    {
      code: 'inbox.proposed',
      follow: [
        { title: 'Test b', description: 'all of it' },
        { title: 'c', description: '' },
      ],
    },
    '**Test b**\n\nall of it\n\n**c**',
  ],
  'inbox.plan': [{ code: 'inbox.plan', goal: 'a', approach: 'b' }, '**Goal:** a\n\n**Approach:** b'],
};

test.each(Object.values(all))('%j', (reason, words) => {
  expect(say(reason)).toBe(words);
});

test('what says nothing is left out', () => {
  const plan: InboxReason = { code: 'inbox.plan', goal: '', approach: 'b' };
  expect(say(plan)).toBe('**Approach:** b');
  const open: InboxReason = { code: 'inbox.offers', text: 'Now.', options: [], several: true };
  expect(say(open)).toBe('Now.');
});

test('a title is no longer than one may be', () => {
  for (const code of ['inbox.approve-gate', 'inbox.approve-plan'] as const) {
    const reason: InboxReason = { code, title: 'x'.repeat(600) };
    expect(say(reason)).toHaveLength(longestTitle);
  }
  const head: InboxReason = { code: 'inbox.head', of: 'x'.repeat(600) };
  expect(say(head).endsWith('…')).toBe(true);
});
