import { age, type Column, cut, type Style, shortId, textTable } from '@cw/entry';
import { type Instant, type Page, tellDay } from '@cw/kernel';
import type { TaskRow } from '../../model/task-view.ts';
import { paintPriority, paintState, standing } from './task-words.ts';

type Look = {
  readonly style: Style;
  readonly width: number;
  readonly now: Instant;
  /** What the last column counts from. @defaultValue 'created' */
  readonly since?: 'created' | 'updated';
  /** Whether the dates of being due were asked about: then they are shown, however narrow it becomes. */
  readonly due?: boolean;
};

/** Tasks as an aligned table. */
export function taskTable(page: Page<TaskRow>, look: Look): string {
  const { style, width, now, since } = look;
  return textTable<TaskRow>(
    [
      { title: 'ID', value: (row) => row.id, short: (row) => shortId(row.id), paint: (cell) => style.cyan(cell) },
      { title: 'TITLE', value: (row) => row.title, flexible: true },
      { title: 'PRI', value: (row) => row.priority, paint: (cell, row) => paintPriority(row.priority, style, cell) },
      {
        title: 'STATE',
        value: standing,
        paint: (cell, row) => paintState(row.state, style, cell),
      },
      ...optionalColumns(page.items, look),
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

/** Columns for what only some tasks have. */
function optionalColumns(rows: readonly TaskRow[], { style, width, now, due }: Look): readonly Column<TaskRow>[] {
  const isLate = (row: TaskRow) => row.status !== 'closed' && row.dueAt !== null && Date.parse(row.dueAt) < now;
  const columns: (Column<TaskRow> | false)[] = [
    rows.some((row) => row.projectName !== rows[0]?.projectName) && {
      title: 'PROJECT',
      value: (row) => cut(row.projectName ?? '', 16),
      paint: style.dim,
    },
    rows.some((row) => row.type !== 'task') && { title: 'TYPE', value: (row) => row.type, spare: true },
    rows.some((row) => row.labels.length > 0) && {
      title: 'LABELS',
      value: (row) => (Number.isFinite(width) ? cut(row.labels.join(','), 24) : row.labels.join(',')),
      paint: style.magenta,
    },
    rows.some((row) => whoOf(row) !== '') && { title: 'WHO', value: whoOf },
    rows.some((row) => row.dueAt !== null) && {
      title: 'DUE',
      value: (row) => (row.dueAt === null ? '' : tellDay(row.dueAt)),
      paint: (cell, row) => (isLate(row) ? style.red(cell) : cell),
      spare: due !== true,
    },
  ];
  return columns.filter((column) => column !== false);
}

/** Who holds it, or is to do it: agents, where it waits for whichever of them is free. */
function whoOf(row: TaskRow): string {
  const forAgents = row.dispatch !== 'manual' && row.status === 'open';
  return row.lease?.holder ?? row.assignee ?? (forAgents ? 'agents' : '');
}
