import type { Refusal } from '@cw/entry';
import type { McpOutput } from '@cw/entry/mcp';
import { ok, type Result } from '@cw/kernel';
import { longestTitle } from '@cw/task-formats';
import { z } from 'zod';
import type { TaskFailure } from '../../model/task-failure.ts';
import type { Consequences, TaskRow, TaskView } from '../../model/task-view.ts';
import { refuse } from '../refusals.ts';
import { sayConsequences } from '../say-consequences.ts';
import { compact } from './compact.ts';
import { listedFacts } from './detail-facts.ts';

export type Answer = Result<McpOutput, Refusal>;

export const longText = z.string().max(50_000);
/** As the tracker takes it, which refuses a longer one in its own words, whatever its characters are made of. */
export const title = z.string().meta({ maxLength: longestTitle });
export const shortText = z.string().max(2_000);
export const ref = z.string().max(200);
export const budget = z.number().int().min(300).max(25_000).optional().describe('tokens, default 4000');
export const defaultBudget = 4_000;

/** What a tool says when something was done, or why it was not. */
export function said<T>(
  result: Result<T, TaskFailure>,
  tell: (value: T) => { readonly text: string; readonly structured?: Record<string, unknown> },
): Answer {
  const refused = refuse(result);
  if (!refused.ok) return refused;
  const { text, structured } = tell(refused.value);
  return ok({ text, structured: structured ?? { ok: true } });
}

/** A row of a list for an agent. */
export function rowFor(row: TaskRow) {
  const { id, title, state, priority, type, labels, assignee, lease } = row;
  const pending = row.pending?.kind ?? null;
  const holder = lease?.holder ?? null;
  return compact({ id, title, state, pending, priority, type, labels, assignee, holder, ...listedFacts(row) });
}

/** The same as a line. */
export function rowLine(row: TaskRow): string {
  const { id, title, state, pending, priority, type, labels, lease } = row;
  const details = Object.entries(listedFacts(row)).map(([name, value]) => `${name} ${value}`);
  const facts = [
    state,
    ...(pending ? [pending.kind] : []),
    priority,
    type,
    ...labels,
    ...(lease ? [`held by ${lease.holder}`] : []),
    ...details,
  ];
  return `${id}: ${title} (${facts.join(', ')})`;
}

/** The same with what it means for other tasks. */
export function changedWithOthers(task: TaskView & { readonly consequences: Consequences }, what: string) {
  const { text, structured } = changed(task, what);
  const { consequences } = task;
  return { text: [text, ...sayConsequences(consequences)].join('\n'), structured: { ...structured, consequences } };
}

/** What changed about a task, in a line and as data. */
export function changed(task: TaskView, what: string) {
  const { id, title, state, revision } = task;
  return { text: `${what} ${id}: ${title} (${state})`, structured: { id, title, state, revision } };
}
