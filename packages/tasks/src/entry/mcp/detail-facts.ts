import type { DetailName } from '@cw/task-formats';
import { type DetailField, detailFields } from '../../model/task-fields.ts';
import type { TaskRow, TaskView } from '../../model/task-view.ts';
import { cutTo } from '../../model/token-budget.ts';
import { tellDetail } from '../told-detail.ts';

/** The most that a fact takes; what is longer is told in other ways. */
const room = 300;

/** Details with a part of their own in what is told of a task. */
const ownParts: readonly string[] = ['design', 'files'];

const facts = detailFields().filter(({ field }) => !ownParts.includes(field));
const listed = detailFields().filter((row) => row.listed);

type Facts = Readonly<Record<string, string>>;

/** What a task says of itself besides its texts, as an agent could say it: minutes as `1h 30m`. Only what says something. */
export function detailFacts(task: TaskView): Facts {
  return told(facts, task);
}

/** The same of a row of a list. */
export function listedFacts(row: TaskRow): Facts {
  return told(listed, row);
}

function told(rows: readonly DetailField[], values: Partial<Pick<TaskView, DetailName>>): Facts {
  const texts = rows.map(({ field, said }) => [said, cutTo(tellDetail(values[field] ?? null), room)] as const);
  return Object.fromEntries(texts.filter(([, text]) => text !== ''));
}
