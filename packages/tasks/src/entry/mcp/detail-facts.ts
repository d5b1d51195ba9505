import type { DetailKind } from '@cw/task-formats';
import { type DetailField, detailFields } from '../../model/task-fields.ts';
import type { TaskRow, TaskView } from '../../model/task-view.ts';
import { cutTo } from '../../model/token-budget.ts';
import { tellMinutes } from '../told-time.ts';

/** The most that a fact takes; what is longer is told in other ways. */
const room = 300;

/** Details with a part of their own in what is told of a task. */
const ownParts: readonly string[] = ['design', 'files'];

const facts = detailFields.filter(({ field }) => !ownParts.includes(field));
const listed = detailFields.filter((row) => row.listed);

/** What a task says of itself besides its texts, as an agent could say it: minutes as `1h 30m`. Only what says something. */
export function detailFacts(task: TaskView): Readonly<Record<string, string>> {
  return told(facts, (row) => task[row.field]);
}

/** The same of a row of a list. */
export function listedFacts(row: TaskRow): Readonly<Record<string, string>> {
  return told(listed, ({ field }) => row[field as keyof TaskRow]);
}

function told(rows: readonly DetailField[], value: (row: DetailField) => unknown): Readonly<Record<string, string>> {
  return Object.fromEntries(
    rows.flatMap((row) => {
      const text = factText(value(row), row.kind);
      return text === '' ? [] : [[row.said, cutTo(text, room)]];
    }),
  );
}

function factText(value: unknown, kind: DetailKind): string {
  if (kind === 'flag') return value === true ? 'yes' : '';
  if (typeof value === 'number') return tellMinutes(value);
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return value.join(', ');
  return value === null || Object.keys(value as object).length === 0 ? '' : JSON.stringify(value);
}
