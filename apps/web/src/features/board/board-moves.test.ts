import { describe, expect, test } from 'vitest';
import type { TaskRow, TaskState } from '../../data/api-types.ts';
import { buildRow } from '../../data/testing.ts';
import { taskWay } from '../../entities/task/task-state.ts';
import { columnsOf, neighbour } from './board-columns.ts';
import { asksWhy, moveTo, wayBack } from './board-moves.ts';

const ready = buildRow({ state: 'ready' });
const waiting = buildRow({ state: 'waiting', ready: false, blockedByCount: 2 });
const claimed = buildRow({
  state: 'in-progress',
  status: 'in_progress',
  lease: { holder: 'tess', expiresAt: null },
});
const running = buildRow({ ...claimed, lease: { holder: 'rn_000000000000', expiresAt: '2026-01-01T00:05:00.000Z' } });
const blocked = buildRow({ state: 'needs-you', status: 'blocked', statusReason: 'Which one?' });
const merging = buildRow({ state: 'merging', status: 'in_progress' });
const done = buildRow({ state: 'done', status: 'closed', outcome: 'done' });

/** What the columns that take a task do with it. */
const kinds = (row: TaskRow) =>
  Object.fromEntries(
    taskWay.flatMap((state) => {
      const { kind } = moveTo(row, state);
      return kind === 'refused' ? [] : [[state, kind]];
    }),
  );

const closing = { done: 'close', failed: 'close', cancelled: 'close' };

test.each<[string, TaskRow, Record<string, string>]>([
  ['ready', ready, { 'in-progress': 'claim', 'needs-you': 'block', ...closing }],
  ['waiting', waiting, { 'needs-you': 'block', cancelled: 'close' }],
  ['claimed by a person', claimed, { open: 'release', 'needs-you': 'block', ...closing }],
  ['blocked', blocked, { open: 'unblock', ...closing }],
  ['closed', done, { open: 'reopen' }],
  ['worked on by a run', running, {}],
  ['in the merge queue', merging, {}],
])('a task that is %s goes only where a command leads', (_, row, expected) => {
  expect(kinds(row)).toEqual(expected);
  for (const state of taskWay) expect(moveTo(row, state).says).not.toBe('');
});

test('a refusal names what is in the way', () => {
  expect(moveTo(waiting, 'in-progress').says).toBe('It waits for 2 tasks.');
  expect(moveTo(waiting, 'done').says).toContain('It can be cancelled.');
  expect(moveTo(running, 'done').says).toContain('Stop the run first.');
});

test('only what needs a reason asks for one', () => {
  const asking = taskWay.filter((state) => asksWhy(moveTo(ready, state)));
  expect(asking).toEqual(['needs-you', 'failed', 'cancelled']);
});

test('the way back is called Undo only where it brings back everything', () => {
  const back = (row: TaskRow, state: TaskState) => wayBack(row, moveTo(row, state));
  expect(back(ready, 'done')).toEqual({ label: 'Undo', kind: 'reopen' });
  expect(back(claimed, 'done')).toEqual({ label: 'Reopen', kind: 'reopen' });
  expect(back(buildRow({ dispatch: 'assigned' }), 'needs-you')).toEqual({ label: 'Unblock', kind: 'unblock' });
  expect(back(done, 'open')).toEqual({ label: 'Undo', kind: 'close' });
});

describe('columns', () => {
  const rows = [
    buildRow({ id: 'tk_a', state: 'ready', priority: 'P2' }),
    buildRow({ id: 'tk_b', state: 'ready', priority: 'P0' }),
    buildRow({ id: 'tk_c', state: 'done', updatedAt: '2026-01-01T00:00:00.000Z' }),
    buildRow({ id: 'tk_d', state: 'done', updatedAt: '2026-01-02T00:00:00.000Z' }),
  ];

  test('urgent ones come first, of what is over the newest, and a move on its way is shown at its end', () => {
    const ids = (placed: ReadonlyMap<string, TaskState>, state: TaskState) =>
      columnsOf(rows, placed)
        .get(state)
        ?.map(({ id }) => id);
    expect(ids(new Map(), 'ready')).toEqual(['tk_b', 'tk_a']);
    expect(ids(new Map(), 'done')).toEqual(['tk_d', 'tk_c']);
    expect(ids(new Map([['tk_b', 'in-progress']]), 'in-progress')).toEqual(['tk_b']);
    expect(ids(new Map([['tk_b', 'in-progress']]), 'ready')).toEqual(['tk_a']);
  });

  test('the keys go over empty columns and stop at the edges', () => {
    const columns = columnsOf(rows, new Map());
    expect(neighbour(columns, undefined, 'down')).toBe('tk_b');
    expect(neighbour(columns, 'tk_b', 'down')).toBe('tk_a');
    expect(neighbour(columns, 'tk_a', 'down')).toBe('tk_a');
    expect(neighbour(columns, 'tk_a', 'right')).toBe('tk_c');
    expect(neighbour(columns, 'tk_c', 'right')).toBe('tk_c');
    expect(neighbour(columns, 'tk_d', 'left')).toBe('tk_b');
  });
});
