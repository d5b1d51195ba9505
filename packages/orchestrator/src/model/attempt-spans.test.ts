import { expect, test } from 'vitest';
import { attemptSpans } from './attempt-spans.ts';

const told = (spans: ReturnType<typeof attemptSpans>) => spans.map(({ kind, from, to }) => `${kind} ${from}-${to}`);

test('an attempt is told from before its agent to the end of its merge', () => {
  const marks = [
    { type: 'merge.queued', step: null, at: 60 },
    { type: 'merge.started', step: null, at: 70 },
    { type: 'merge.step-reached', step: 'checking', at: 75 },
    { type: 'merge.step-reached', step: 'merging', at: 90 },
    { type: 'merge.merged', step: null, at: 95 },
  ];
  expect(told(attemptSpans({ createdAt: 0, startedAt: 10, endedAt: 60 }, marks, undefined))).toEqual([
    'waiting 0-10',
    'running 10-60',
    'waiting 60-70',
    'merging 70-75',
    'checking 75-90',
    'merging 90-95',
  ]);
});

test.each([
  ['one that never began', { createdAt: 0, startedAt: null, endedAt: 5 }, undefined, ['waiting 0-5']],
  ['one at work', { createdAt: 0, startedAt: 5, endedAt: null }, undefined, ['waiting 0-5', 'running 5-null']],
  ['one that met a limit', { createdAt: 5, startedAt: 5, endedAt: 9 }, { to: 40 }, ['running 5-9', 'limited 9-40']],
  [
    'one whose limit is not over',
    { createdAt: 5, startedAt: 5, endedAt: 9 },
    { to: null },
    ['running 5-9', 'limited 9-null'],
  ],
])('%s', (_, run, limited, spans) => {
  expect(told(attemptSpans(run, [], limited))).toEqual(spans);
});
