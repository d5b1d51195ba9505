import { expect, test } from 'vitest';
import { mergeNext, runNext } from './next-steps.ts';

const targetBranch = 'cw/next';

test('a conflict is resolved with the branch that it does not fit', () => {
  expect(mergeNext({ state: 'conflict', targetBranch })).toContain('merge cw/next into the branch');
});

test('what a check found is mended before the merge is tried again', () => {
  expect(mergeNext({ state: 'checks-failed', targetBranch })).toMatch(/Fix .* then try the merge again/);
});

test.each(['queued', 'merged', 'cancelled'] as const)('a merge that is %s asks nothing of a person', (state) => {
  expect(mergeNext({ state, targetBranch })).toBeUndefined();
});

test('a question is answered before the task is assigned again', () => {
  expect(runNext('needs-input')).toContain('Answer when you try it again');
});

test('work that was done without a change is closed, or tried again with what is missing', () => {
  expect(runNext('done')).toContain('say what is');
});

test('a run that used all it may asks for more to be allowed', () => {
  expect(runNext('failed', 'cap')).toContain('settings');
});

test('a run that failed says where to look', () => {
  expect(runNext('failed')).toContain('log shows how far');
});
