import { err } from '@cw/kernel';
import type { TaskStore, TaskTransact } from '../ports/task-store.ts';
import type { TaskDeps } from './task-work.ts';

/**
 * Dependencies with which a command does everything and keeps nothing: its answer tells what would have become of it, and
 * the transaction is rolled back.
 */
export function rehearsal(deps: TaskDeps): TaskDeps {
  const transact: TaskTransact = async (work) => {
    const answers: Awaited<ReturnType<typeof work>>[] = [];
    await deps.transact(async (store: TaskStore) => {
      answers.push(await work(store));
      return err({ kind: 'rehearsed' });
    });
    const [answer] = answers;
    if (answer === undefined) throw new Error('a rehearsal ended without an answer');
    return answer;
  };
  return { ...deps, transact };
}
