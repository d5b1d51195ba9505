import type { RunContext } from '@cw/entry/mcp';
import { err, ok } from '@cw/kernel';
import { roomIn } from '../../model/token-budget.ts';
import { findTask } from '../../queries/find-task.ts';
import { taskTitles } from '../../queries/task-story.ts';
import { taskRefusal } from '../refusals.ts';
import type { Answer } from './answers.ts';
import { compact } from './compact.ts';
import { fitTask, shortNear } from './fit-task.ts';
import { readNearTask, readTaskForAgent, relationOf } from './task-for-agent.ts';
import { tellNear, tellTask, tellTitle } from './tell-task.ts';

/**
 * The task of a run with what surrounds it; with the id of a surrounding task, that one. Of a sibling, and of what needs
 * the run's task, only the title is told; all else is out of reach, whether it exists or not.
 */
export async function showOwn(
  asked: { readonly id: string | undefined; readonly budget: number },
  { workspace, taskId }: RunContext,
): Promise<Answer> {
  const { read } = workspace.storage;
  if (asked.id === undefined || asked.id === '' || asked.id === taskId) {
    const task = await readTaskForAgent(read, taskId);
    if (!task) return err(taskRefusal({ kind: 'task.not-found', ref: taskId }));
    const fitted = fitTask(task, asked.budget);
    return ok({ text: tellTask(fitted), structured: compact(fitted) });
  }
  const found = await findTask(read, asked.id);
  const relation = found.ok ? await relationOf(read, taskId, found.value) : undefined;
  if (!found.ok || relation === undefined) {
    return err(taskRefusal({ kind: 'task.out-of-reach', taskId: asked.id, own: taskId }));
  }
  if (relation === 'sibling' || relation === 'dependent') {
    const title = (await taskTitles(read, [found.value])).get(found.value);
    if (title) return ok({ text: `${relation} ${tellTitle(title)}`, structured: { relation, ...title } });
  }
  const near = await readNearTask(read, found.value);
  if (!near) return err(taskRefusal({ kind: 'task.out-of-reach', taskId: asked.id, own: taskId }));
  const fitted = shortNear(near, roomIn(asked.budget) * 0.9);
  return ok({ text: `${relation} ${tellNear(fitted)}`, structured: compact({ relation, ...fitted }) });
}
