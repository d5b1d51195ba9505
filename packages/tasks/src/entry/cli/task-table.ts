import { age, cut, type Style, textTable } from '@cw/entry';
import type { Instant } from '@cw/kernel';
import type { Page, TaskRow } from '../../model/task-view.ts';
import { paintPriority, paintState, stateWords } from './task-words.ts';

type Look = {
  readonly style: Style;
  readonly width: number;
  readonly now: Instant;
  /** What the last column counts from. @defaultValue 'created' */
  readonly since?: 'created' | 'updated';
};

/** Tasks as an aligned table. */
export function taskTable(page: Page<TaskRow>, look: Look): string {
  const { style, width, now, since } = look;
  return textTable<TaskRow>(
    [
      { title: 'ID', value: (row) => row.id, paint: (cell) => style.cyan(cell) },
      { title: 'PRI', value: (row) => row.priority, paint: (cell, row) => paintPriority(row.priority, style, cell) },
      {
        title: 'STATE',
        value: (row) => stateWords[row.state],
        paint: (cell, row) => paintState(row.state, style, cell),
      },
      { title: 'TITLE', value: (row) => row.title, flexible: true },
      ...optionalColumns(page.items, style),
      {
        title: since === 'updated' ? 'UNCHANGED' : 'AGE',
        value: (row) => age(Date.parse(since === 'updated' ? row.updatedAt : row.createdAt), now),
        align: 'right',
        paint: (cell) => style.dim(cell),
      },
    ],
    page.items,
    { width, head: style.dim },
  );
}

function optionalColumns(rows: readonly TaskRow[], style: Style) {
  const labels = {
    title: 'LABELS',
    value: (row: TaskRow) => cut(row.labels.join(','), 24),
    paint: (cell: string) => style.magenta(cell),
  };
  const who = { title: 'WHO', value: whoOf };
  return [labels, who].filter((column) => rows.some((row) => column.value(row) !== ''));
}

/** Who holds it, or is to do it: agents, where it waits for whichever of them is free. */
function whoOf(row: TaskRow): string {
  const forAgents = row.dispatch !== 'manual' && row.status === 'open';
  return row.lease?.holder ?? row.assignee ?? (forAgents ? 'agents' : '');
}
