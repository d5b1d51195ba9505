import { expect, test } from 'vitest';
import { historyLine } from './history-text.ts';

test('one changed field is named, with what it was and is', () => {
  const payload = { before: { priority: 'P2' }, after: { priority: 'P1' } };
  expect(historyLine({ type: 'task.updated', payload })).toEqual({
    verb: 'changed priority',
    changes: [{ field: 'priority', before: 'P2', after: 'P1' }],
    reason: undefined,
  });
});

test('long texts are named but not shown', () => {
  const payload = { before: { description: 'a' }, after: { description: 'b' } };
  expect(historyLine({ type: 'task.updated', payload })).toEqual({
    verb: 'changed description',
    changes: [],
    reason: undefined,
  });
});

test('a reason is kept', () => {
  expect(historyLine({ type: 'task.blocked', payload: { reason: 'tests fail' } }).reason).toBe('tests fail');
});

test('an unknown event keeps its own words', () => {
  expect(historyLine({ type: 'task.taken-over', payload: null }).verb).toBe('task taken over');
});
