import type { McpOutput } from '@cw/entry/mcp';
import { err, ok, type Result } from '@cw/kernel';
import type { ReadDb } from '@cw/storage';
import type { TaskFailure } from '../../model/task-failure.ts';
import type { TaskRow } from '../../model/task-view.ts';
import { findTask } from '../../queries/find-task.ts';
import { taskRow } from '../../queries/list-tasks.ts';
import { compact } from './compact.ts';
import { fitTask } from './fit-task.ts';
import { readTaskForAgent } from './task-for-agent.ts';
import { tellTask } from './tell-task.ts';

/** Room for how a task stands, beside what it says. */
const factTokens = 80;

/**
 * Any task for somebody who may see all of them.
 * @param start of its id
 * @param budget tokens
 */
export async function showAny(db: ReadDb, start: string, budget: number): Promise<Result<McpOutput, TaskFailure>> {
  const id = await findTask(db, start);
  if (!id.ok) return id;
  const [task, row] = [await readTaskForAgent(db, id.value), await taskRow(db, id.value)];
  if (!task || !row) return err({ kind: 'task.not-found', ref: start });
  const fitted = fitTask(task, budget - factTokens);
  const [first = '', ...rest] = tellTask(fitted).split('\n');
  const facts = factsOf(row);
  const told = Object.entries(facts).map(([name, value]) => `${name} ${String(value)}`);
  return ok({ text: [first, told.join(', '), ...rest].join('\n'), structured: { ...compact(fitted), ...facts } });
}

function factsOf({ state, statusReason, assignee, lease, projectId, revision, dueAt }: TaskRow) {
  const reason = statusReason === null ? null : statusReason.slice(0, 100);
  return compact({ state, reason, assignee, holder: lease?.holder ?? null, project: projectId, due: dueAt, revision });
}
