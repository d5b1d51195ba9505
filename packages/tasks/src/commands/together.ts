import { ok } from '@cw/kernel';
import type { TaskStore } from '../ports/task-store.ts';
import type { TaskDeps, TaskResult } from './task-work.ts';

/** Dependencies with which a command works inside a transaction that the caller holds. */
export function inside(store: TaskStore, deps: Pick<TaskDeps, 'ids'>): TaskDeps {
  return { ids: deps.ids, transact: (work) => work(store) };
}

/**
 * Runs one command for each of several inputs, in order, all of them or none.
 * @returns what each answered, or the first refusal.
 */
export function together<Input, Answer>(
  deps: TaskDeps,
  inputs: readonly Input[],
  run: (deps: TaskDeps, input: Input) => Promise<TaskResult<Answer>>,
): Promise<TaskResult<readonly Answer[]>> {
  return deps.transact(async (store) => {
    const answers: Answer[] = [];
    for (const input of inputs) {
      const answer = await run(inside(store, deps), input);
      if (!answer.ok) return answer;
      answers.push(answer.value);
    }
    return ok(answers);
  });
}
