import { err, ok } from '@cw/kernel';
import type { TaskStore } from '../adapters/task-store.ts';
import type { TaskFailure } from '../model/task-failure.ts';
import { resolveTask, type TaskResult } from './task-work.ts';

/**
 * Does something for each of several inputs, in order, all of them or none.
 * @returns what each answered, or the first refusal.
 */
export async function together<Input, Answer>(
  inputs: readonly Input[],
  run: (input: Input) => Promise<TaskResult<Answer>>,
): Promise<TaskResult<readonly Answer[]>> {
  const answers: Answer[] = [];
  for (const input of inputs) {
    const answer = await run(input);
    if (!answer.ok) return answer;
    answers.push(answer.value);
  }
  return ok(answers);
}

/**
 * Does something to each of several tasks. Those refused because of others of the list come after those others.
 * @param later kinds of refusal that may be over once others are done.
 */
export async function inAnyOrder(
  ids: readonly string[],
  later: readonly TaskFailure['kind'][],
  run: (id: string) => Promise<TaskResult<unknown>>,
): Promise<TaskResult<void>> {
  let left = ids;
  while (left.length > 0) {
    const refused: { readonly id: string; readonly failure: TaskFailure }[] = [];
    for (const id of left) {
      const done = await run(id);
      if (done.ok) continue;
      if (!later.includes(done.error.kind)) return done;
      refused.push({ id, failure: done.error });
    }
    const [first] = refused;
    if (first && refused.length === left.length) return err(first.failure);
    left = refused.map(({ id }) => id);
  }
  return ok(undefined);
}

/** The whole ids that people's words name, each once. */
export async function wholeIds(store: TaskStore, refs: readonly string[]): Promise<TaskResult<readonly string[]>> {
  const ids = new Set<string>();
  for (const ref of refs) {
    const task = await resolveTask(store, ref);
    if (!task.ok) return task;
    ids.add(task.value.id);
  }
  return ok([...ids]);
}
