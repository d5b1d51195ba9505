import { expect, test } from 'vitest';
import { allCommands, groups } from './catalog.ts';
import { completionOf } from './complete.ts';

const complete = (...line: string[]) => completionOf({ commands: allCommands, groups }, line);

test('a command is offered only what it can do something about', () => {
  expect(complete('task', 'cancel', '')).toEqual({ kind: 'tasks', among: 'open' });
  expect(complete('cancel', 'tk_1', '')).toEqual({ kind: 'tasks', among: 'open' });
  expect(complete('done', '')).toEqual({ kind: 'tasks', among: 'open' });
  expect(complete('restore', '')).toEqual({ kind: 'tasks', among: 'trash' });
  expect(complete('show', '')).toEqual({ kind: 'tasks', among: 'all' });
  expect(complete('merge', 'cancel', '')).toEqual({ kind: 'named', thing: 'merge', among: 'open' });
  expect(complete('merge', 'hold', 'mr_1', '')).toEqual({ kind: 'named', thing: 'merge', among: 'open' });
  expect(complete('merge', 'release', '')).toEqual({ kind: 'named', thing: 'merge', among: 'held' });
  expect(complete('merge', 'show', '')).toEqual({ kind: 'named', thing: 'merge', among: 'all' });
  expect(complete('rule', 'rm', '')).toEqual({ kind: 'named', thing: 'rule', among: 'open' });
  expect(complete('rule', 'restore', '')).toEqual({ kind: 'named', thing: 'rule', among: 'trash' });
  expect(complete('inbox', 'dismiss', '')).toEqual({ kind: 'named', thing: 'item', among: 'open' });
  expect(complete('run', 'stop', '')).toEqual({ kind: 'named', thing: 'run', among: 'open' });
  expect(complete('task', 'list', '--label', '')).toEqual({ kind: 'named', thing: 'label', among: 'all' });
});

test('an item is followed by what it can be answered with', () => {
  expect(complete('inbox', 'answer', '')).toEqual({ kind: 'named', thing: 'item', among: 'open' });
  expect(complete('inbox', 'answer', 'ib_1', '--text', 'Yes.', 'ib_2', 're')).toEqual({
    kind: 'answer',
    items: ['ib_1', 'ib_2'],
  });
});
