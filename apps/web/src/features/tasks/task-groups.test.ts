import { expect, test } from 'vitest';
import { groupTasks, layOut } from './task-groups.ts';
import { taskRow } from './testing.ts';

const none = { toggled: new Set<string>(), showingOver: new Set<string>(), searching: false };
const rows = [
  taskRow({ id: 'tk_a', state: 'done', projectId: 'pr_1' }),
  taskRow({ id: 'tk_b', state: 'ready', priority: 'P2', projectId: 'pr_1' }),
  taskRow({ id: 'tk_c', state: 'ready', priority: 'P0', projectId: null }),
  taskRow({ id: 'tk_d', state: 'needs-you', priority: 'P3', projectId: 'pr_1' }),
];
const names = new Map([['pr_1', 'fieldnote']]);

test('what needs a person comes first and what is done last', () => {
  expect(groupTasks(rows, 'state', names).map((group) => group.key)).toEqual(['needs-you', 'ready', 'done']);
});

test('within a group the urgent task comes first', () => {
  const ready = groupTasks(rows, 'state', names)[1];
  expect(ready?.rows.map((row) => row.id)).toEqual(['tk_c', 'tk_b']);
});

test('a group of finished tasks starts folded, and opens when it is toggled', () => {
  const groups = groupTasks(rows, 'state', names);
  const idsOf = (toggled: string[]) =>
    layOut(groups, 'state', { ...none, toggled: new Set(toggled) }).flatMap((item) =>
      item.kind === 'task' ? [item.row.id] : [],
    );
  expect(idsOf([])).not.toContain('tk_a');
  expect(idsOf(['done'])).toContain('tk_a');
});

test('by project, finished tasks stand behind one line until they are asked for', () => {
  const groups = groupTasks(rows, 'project', names);
  expect(groups.map((group) => group.name)).toEqual(['fieldnote', 'No project']);
  const items = layOut(groups, 'project', none);
  expect(items.map((item) => item.kind)).toEqual(['group', 'task', 'task', 'rest', 'group', 'task']);
  const asked = layOut(groups, 'project', { ...none, showingOver: new Set(['pr_1']) });
  expect(asked.filter((item) => item.kind === 'task')).toHaveLength(4);
});

test('what is looked for is shown, finished or not', () => {
  for (const grouping of ['state', 'project'] as const) {
    const items = layOut(groupTasks(rows, grouping, names), grouping, { ...none, searching: true });
    expect(items.filter((item) => item.kind === 'task')).toHaveLength(4);
  }
});

test('ungrouped, there are no heads', () => {
  expect(layOut(groupTasks(rows, 'none', names), 'none', none).some((item) => item.kind === 'group')).toBe(false);
});
