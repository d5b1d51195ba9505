import type { McpOutput } from '@cw/entry/mcp';
import { err, ok, type Result } from '@cw/kernel';
import type { ReadDb } from '@cw/storage';
import type { TaskFailure } from '../../model/task-failure.ts';
import type { TaskView } from '../../model/task-view.ts';
import { tokensOf } from '../../model/token-budget.ts';
import { findTask } from '../../queries/find-task.ts';
import { findWaitEnds } from '../../queries/find-wait-ends.ts';
import { getTask } from '../../queries/get-task.ts';
import { sayWaitEnd } from '../say-wait-end.ts';
import { compact } from './compact.ts';
import { detailFacts } from './detail-facts.ts';
import { fitTask } from './fit-task.ts';
import { readTaskForAgent } from './task-for-agent.ts';
import { tellTask } from './tell-task.ts';

/**
 * Any task for somebody who may see all of them.
 * @param start of its id
 * @param budget tokens
 */
export async function showAny(db: ReadDb, start: string, budget: number): Promise<Result<McpOutput, TaskFailure>> {
  const id = await findTask(db, start);
  if (!id.ok) return id;
  const [task, view] = [await readTaskForAgent(db, id.value), await getTask(db, id.value)];
  if (!task || !view) return err({ kind: 'task.not-found', ref: start });
  const facts = { ...factsOf(view), ...(await rootCauseOf(db, view)) };
  const fitted = fitTask(task, budget - tokensOf(facts));
  const [first = '', ...rest] = tellTask(fitted).split('\n');
  const told = Object.entries(facts).map(([name, value]) => `${name} ${String(value)}`);
  return ok({ text: [first, told.join(', '), ...rest].join('\n'), structured: { ...compact(fitted), ...facts } });
}

/** What it waits for in the end, where it waits. */
async function rootCauseOf(db: ReadDb, { id, status, ready }: TaskView) {
  if (status !== 'open' || ready) return {};
  const [end] = (await findWaitEnds(db, [id])).get(id) ?? [];
  return end === undefined || end.path.length === 0 ? {} : { waits: sayWaitEnd(end) };
}

function factsOf(task: TaskView) {
  const { state, statusReason, assignee, lease, projectId, revision } = task;
  const reason = statusReason === null ? null : statusReason.slice(0, 100);
  const stands = {
    state,
    pending: task.pending?.kind ?? null,
    reason,
    assignee,
    holder: lease?.holder ?? null,
    project: projectId,
  };
  return compact({ ...stands, ...detailFacts(task), revision });
}
