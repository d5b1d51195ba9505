import { expect, test } from 'vitest';
import { canGoOn } from './can-go-on.ts';
import { lastConversation } from './model/can-go-on.ts';

const run = {
  provider: 'claude',
  sessionId: 's',
  worktree: '/w',
  branch: 'b',
  baseSha: 'c',
  turns: 1,
  resumes: null,
} as const;

test.each([
  [{}, true],
  [{ provider: 'script' }, false],
  [{ sessionId: null }, false],
  [{ worktree: null }, false],
  [{ turns: 0 }, false],
  [{ turns: 0, resumes: 'rn_a' }, true],
] as const)('a run that is %j can be gone on with: %s', (more, expected) => {
  expect(canGoOn({ ...run, ...more })).toBe(expected);
});

type Given = { id: string; startedAt: number | null; resumes: string | null; sessionId: string };

test('the conversation is that of the last run whose agent was started', () => {
  const of = (...attempts: readonly Given[]) => lastConversation(attempts)?.id;
  const first = { id: 'rn_a', startedAt: 1, resumes: null, sessionId: 's' };
  const early = { id: 'rn_b', startedAt: null, resumes: 'rn_a', sessionId: 's' };
  expect(of()).toBeUndefined();
  expect(of(first)).toBe('rn_a');
  expect(of(first, early, { ...early, id: 'rn_c', resumes: 'rn_b' })).toBe('rn_a');
  expect(of(first, { ...early, startedAt: 2 })).toBe('rn_b');
  expect(of(first, { ...early, resumes: null })).toBe('rn_b');
  expect(of(first, { ...early, sessionId: 't' })).toBe('rn_b');
});
