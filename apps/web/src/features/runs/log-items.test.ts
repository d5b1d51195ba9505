import { expect, test } from 'vitest';
import type { LogEntry } from '../../shared/api-types.ts';
import { appendEntries, emptyLog } from './log-items.ts';

const tool = (id: string): LogEntry => ({
  key: `c${id}`,
  at: null,
  kind: 'tool',
  id,
  name: 'Bash',
  argument: 'ls',
  input: {},
});
const result = (id: string, error = false): LogEntry => ({
  key: `r${id}`,
  at: null,
  kind: 'tool-result',
  id,
  error,
  text: 'out',
  truncated: false,
});
const line = (key: string, text: string, stream: 'stdout' | 'stderr' = 'stdout'): LogEntry => ({
  key,
  at: null,
  kind: 'output',
  stream,
  text,
});

test('a result joins the call it belongs to, even when others came in between and in a later page', () => {
  const first = appendEntries(emptyLog, [tool('a'), tool('b')]);
  const second = appendEntries(first, [result('b', true), result('a')]);
  expect(second.items.map((item) => item.kind === 'tool' && item.result?.error)).toEqual([false, true]);
});

test('the items of an earlier log are not changed by what comes later', () => {
  const first = appendEntries(emptyLog, [tool('a')]);
  appendEntries(first, [result('a')]);
  expect(first.items[0]).toMatchObject({ result: undefined });
});

test('a page read twice adds nothing', () => {
  const first = appendEntries(emptyLog, [tool('a'), line('1', 'x')]);
  expect(appendEntries(first, [tool('a'), line('1', 'x')])).toBe(first);
});

test('lines of one stream become one block, and the other stream starts another', () => {
  const log = appendEntries(emptyLog, [line('1', 'a'), line('2', 'b'), line('3', 'c', 'stderr')]);
  expect(log.items.map((item) => item.kind === 'output' && item.text)).toEqual(['a\nb', 'c']);
});

test('a result without a call is kept as it is', () => {
  expect(appendEntries(emptyLog, [result('ghost')]).items).toHaveLength(1);
});
