import { type Act, ok, type RunLimit, toIso } from '@cw/kernel';
import { parseText, parseTitle } from '@cw/task-formats';
import type { TaskStore } from '../adapters/task-store.ts';
import type { ProposalView } from '../model/task-view.ts';
import { knownTask, type TaskResult } from './task-work.ts';
import { withinLimit } from './within-limit.ts';

export type ProposeInput = {
  readonly taskId: string;
  readonly title: string;
  readonly description?: string | undefined;
  /** How many of them the run that acts may make; absent: any number. */
  readonly limit?: RunLimit | undefined;
};

/** Proposes work that came up during a task. It becomes a task only when a person accepts it. */
export async function proposeFollowUp(
  store: TaskStore,
  input: ProposeInput,
  act: Act,
): Promise<TaskResult<ProposalView>> {
  const task = await knownTask(store, input.taskId);
  if (!task.ok) return task;
  const title = parseTitle(input.title);
  if (!title.ok) return title;
  const description = parseText('description', input.description ?? '');
  if (!description.ok) return description;
  const { taskId, limit } = input;
  const allowed = await withinLimit(store, { taskId, type: 'task.follow-up-proposed', limit }, act);
  if (!allowed.ok) return allowed;
  const id = store.ids('proposal');
  const proposal = { id, runId: act.runId ?? null, title: title.value, description: description.value };
  await store.addProposal(task.value, proposal);
  await store.append(
    {
      type: 'task.follow-up-proposed',
      entity: input.taskId,
      payload: { proposalId: id, title: title.value },
    },
    act,
  );
  return ok({
    ...proposal,
    taskId: input.taskId,
    state: 'waiting',
    acceptedTaskId: null,
    createdAt: toIso(store.at),
  });
}
