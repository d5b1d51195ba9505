import { toIso, toIsoOrNull } from '@cw/kernel';
import { type DetailKind, type DetailName, detailsOf } from '../record/details.ts';
import type { TaskRecord } from '../record/task-record.ts';

type Cell = string | number | null;

type Column = readonly [name: string, cell: (task: TaskRecord) => Cell];

const columns: readonly Column[] = [
  ['id', (task) => task.id],
  ['external_id', (task) => task.externalId],
  ['title', (task) => task.title],
  ['status', (task) => task.status],
  ['outcome', (task) => task.outcome],
  ['priority', (task) => task.priority],
  ['type', (task) => task.type],
  ['assignee', (task) => task.assignee],
  ['labels', (task) => task.labels.join(', ')],
  ['parent', (task) => task.parent?.id ?? null],
  ['needs', (task) => needsOf(task)],
  ['project', (task) => task.project],
  ...detailColumns('minutes', 'choice', 'word', 'date'),
  ['created_at', (task) => toIsoOrNull(task.createdAt)],
  ['updated_at', (task) => toIsoOrNull(task.updatedAt)],
  ['started_at', (task) => toIsoOrNull(task.startedAt)],
  ['closed_at', (task) => toIsoOrNull(task.closedAt)],
  ['status_reason', (task) => task.statusReason],
  ['close_reason', (task) => task.closeReason],
  ...detailColumns('line'),
  ['description', (task) => task.description],
  ['acceptance', (task) => task.acceptance],
  ...detailColumns('text', 'object'),
  ['comments', (task) => task.comments.length],
];

/** Lists, flags and what is run are not told to spreadsheets. */
function detailColumns(...kinds: readonly DetailKind[]): readonly Column[] {
  return detailsOf(...kinds).map(({ field, kind }) => {
    const name = field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    return [kind === 'minutes' ? `${name}_minutes` : name, (task) => cellOf(task[field], kind)];
  });
}

function cellOf(value: TaskRecord[DetailName], kind: DetailKind): Cell {
  if (typeof value === 'number') return kind === 'date' ? toIso(value) : value;
  if (typeof value === 'string' || value === null) return value;
  return Object.keys(value).length === 0 ? null : JSON.stringify(value);
}

/** The row of the names of the columns. */
export function csvHeader(): string {
  return csvLine(columns.map(([name]) => name));
}

/** One task as a row of RFC 4180. */
export function csvRow(task: TaskRecord): string {
  return csvLine(columns.map(([, cell]) => cell(task)));
}

function needsOf(task: TaskRecord): string {
  return task.dependencies.map(({ type, on }) => (type === 'blocks' ? on.id : `${type}:${on.id}`)).join(', ');
}

function csvLine(cells: readonly Cell[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

/** What spreadsheets take for the beginning of a formula, wide forms and leading blanks included. */
const formula = /^\s*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|^[\t\r\n]/;

/** A cell: quoted where it must be, and with `'` before what a spreadsheet would run as a formula. */
export function csvCell(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  const safe = formula.test(cell) ? `'${cell}` : cell;
  return /[",;\t\r\n]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
