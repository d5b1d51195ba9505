import { expect, test } from 'vitest';
import type { LogEntry } from '../../data/api-types.ts';
import { itemsOf } from './log-items.ts';
import { followParts, keepNear, noParts, putParts } from './log-parts.ts';
import { rowOfKey, rowsOf } from './log-rows.ts';
import { shownText } from './shown-text.ts';

const tool = (id: string): LogEntry => ({
  key: `c${id}`,
  at: null,
  kind: 'tool',
  id,
  name: 'Bash',
  argument: 'ls',
  input: {},
  reading: { kind: 'shell', path: null, changes: [], counts: null },
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
const said = (offset: number): LogEntry => ({ key: `${offset}`, at: null, kind: 'text', text: `at ${offset}` });

test('a result joins the call it belongs to, even when others came in between and in a later part', () => {
  const items = itemsOf([
    [tool('a'), tool('b')],
    [result('b', true), result('a')],
  ]);
  expect(items.map((item) => item.kind === 'tool' && item.result?.error)).toEqual([false, true]);
});

test('lines of one stream become one block, and the other stream or another part starts a new one', () => {
  const items = itemsOf([[line('1', 'a'), line('2', 'b'), line('3', 'c', 'stderr')], [line('4', 'd', 'stderr')]]);
  expect(items.map((item) => item.kind === 'output' && item.text)).toEqual(['a\nb', 'c', 'd']);
});

test('a result without a call is kept as it is', () => {
  expect(itemsOf([[result('ghost')]])).toHaveLength(1);
});

const answer = (first: number, size: number, offsets: readonly number[]) => ({
  first,
  size,
  partBytes: 100,
  complete: false,
  entries: offsets.map(said),
});

test('what is not at hand is a gap, and goes when its parts come', () => {
  const end = putParts(noParts, answer(8, 1000, [810, 950]), 4);
  expect(rowsOf(end).map((row) => row.key)).toEqual(['gap-0', '810', '950']);
  const middle = putParts(end, answer(3, 1000, [310, 420]), 2);
  expect(rowsOf(middle).map((row) => row.key)).toEqual(['gap-0', '310', '420', 'gap-5', '810', '950']);
  expect([rowOfKey(rowsOf(middle), '420', middle), rowOfKey(rowsOf(middle), '600', middle)]).toEqual([2, -1]);
});

test('what comes at the end is added once, and to no part that was dropped', () => {
  const begun = putParts(noParts, answer(0, 150, [0, 120]), 4);
  const grown = followParts(followParts(begun, [said(120), said(160)], 190), [said(160), said(250)], 290);
  expect(rowsOf(grown).map((row) => row.key)).toEqual(['0', '120', '160', '250']);
});

test('parts far from what is looked at are dropped, the end never', () => {
  const all = putParts(noParts, answer(0, 1000, [10, 110, 210, 310, 910]), 10);
  expect([...keepNear(all, 2, 4).parts.keys()]).toEqual([1, 2, 8, 9]);
});

test.each([
  ['colours', '\u001b[31mred\u001b[0m', 'red'],
  ['a title for the window', '\u001b]0;owned\u0007text', 'text'],
  ['a turned direction', 'abc\u202egpj.exe', 'abc\\u202egpj.exe'],
  ['a bell and a null', 'a\u0007b\u0000c', 'a\u2407b\u2400c'],
  ['a line that is written over', '10 %\r20 %\r\ndone', '10 %\n20 %\ndone'],
])('%s cannot do anything in the log', (_, text, shown) => {
  expect(shownText(text)).toBe(shown);
});
