import { expect, test } from 'vitest';
import { buildRow } from '../../data/testing.ts';
import { type Arrangement, groupTasks, layOut } from './task-groups.ts';

const none = { toggled: new Set<string>(), showingOver: new Set<string>(), searching: false };
const rows = [
  buildRow({ id: 'tk_a', state: 'done', projectId: 'pr_1' }),
  buildRow({ id: 'tk_b', state: 'ready', priority: 'P2', projectId: 'pr_1' }),
  buildRow({ id: 'tk_c', state: 'ready', priority: 'P0', projectId: null }),
  buildRow({ id: 'tk_d', state: 'needs-you', priority: 'P3', projectId: 'pr_1' }),
];
const names = { projects: new Map([['pr_1', 'fieldnote']]), tasks: new Map([['tk_p', 'The parent']]) };
const by = (grouping: Arrangement['grouping'], other: Partial<Arrangement> = {}): Arrangement => ({
  grouping,
  sort: 'priority',
  reverse: false,
  names,
  ...other,
});

test('what needs a person comes first and what is done last', () => {
  expect(groupTasks(rows, by('state')).map((group) => group.key)).toEqual(['needs-you', 'ready', 'done']);
});

test('within a group the urgent task comes first', () => {
  const ready = groupTasks(rows, by('state'))[1];
  expect(ready?.rows.map((row) => row.id)).toEqual(['tk_c', 'tk_b']);
});

test('a group of finished tasks starts folded, and opens when it is toggled', () => {
  const groups = groupTasks(rows, by('state'));
  const idsOf = (toggled: string[]) =>
    layOut(groups, by('state'), { ...none, toggled: new Set(toggled) }).flatMap((item) =>
      item.kind === 'task' ? [item.row.id] : [],
    );
  expect(idsOf([])).not.toContain('tk_a');
  expect(idsOf(['done'])).toContain('tk_a');
});

test('by project, finished tasks stand behind one line until they are asked for', () => {
  const groups = groupTasks(rows, by('project'));
  expect(groups.map((group) => group.name)).toEqual(['fieldnote', 'No project']);
  const items = layOut(groups, by('project'), none);
  expect(items.map((item) => item.kind)).toEqual(['group', 'task', 'task', 'rest', 'group', 'task']);
  const asked = layOut(groups, by('project'), { ...none, showingOver: new Set(['pr_1']) });
  expect(asked.filter((item) => item.kind === 'task')).toHaveLength(4);
});

test('what is looked for is shown, finished or not', () => {
  for (const grouping of ['state', 'project'] as const) {
    const items = layOut(groupTasks(rows, by(grouping)), by(grouping), { ...none, searching: true });
    expect(items.filter((item) => item.kind === 'task')).toHaveLength(4);
  }
});

test('ungrouped, there are no heads', () => {
  expect(layOut(groupTasks(rows, by('none')), by('none'), none).some((item) => item.kind === 'group')).toBe(false);
});

test('a task with several labels is in the group of each, under a key of its own', () => {
  const labelled = [buildRow({ id: 'tk_a', labels: ['web', 'cli'] }), buildRow({ id: 'tk_b' })];
  const groups = groupTasks(labelled, by('label'));
  expect(groups.map(({ name, rows: inside }) => [name, inside.length])).toEqual([
    ['cli', 1],
    ['web', 1],
    ['No label', 1],
  ]);
  const keys = layOut(groups, by('label'), none).map((item) => item.key);
  expect(new Set(keys).size).toBe(keys.length);
});

test('groups are named by what they are of', () => {
  const one = [buildRow({ parentId: 'tk_p', assignee: 'ada', type: 'bug' })];
  const nameBy = (grouping: Arrangement['grouping']) => groupTasks(one, by(grouping))[0]?.name;
  expect([nameBy('parent'), nameBy('assignee'), nameBy('type'), nameBy('project')]).toEqual([
    'The parent',
    'ada',
    'Bug',
    'No project',
  ]);
});

test('rows are sorted as asked, what has no value last, and the other way round', () => {
  const some = [
    buildRow({ id: 'tk_a', title: 'Item 10', dueAt: null, updatedAt: '2026-01-03' }),
    buildRow({ id: 'tk_b', title: 'item 9', dueAt: '2026-05-01', updatedAt: '2026-01-02' }),
    buildRow({ id: 'tk_c', title: 'Alpha', dueAt: '2026-04-01', updatedAt: '2026-01-04' }),
  ];
  const order = (sort: Arrangement['sort'], reverse = false) =>
    groupTasks(some, by('none', { sort, reverse }))[0]
      ?.rows.map(({ id }) => id.at(-1))
      .join('');
  expect([order('title'), order('due'), order('updated'), order('updated', true)]).toEqual([
    'cba',
    'cba',
    'cab',
    'bac',
  ]);
});
