import { type Clock, type IdSource, randomId, sayerOf, unwrap } from '@cw/kernel';
import type { Tx } from '@cw/storage';
import { openTestStorage, type TestStorage, testAct } from '@cw/storage/testing';
import type { CreateTaskInput } from './commands/create-task.ts';
import type { TaskHolder } from './model/claim-rules.ts';
import { sayImportReason, sayTaskReason } from './model/task-reason.ts';
import type { TaskView } from './model/task-view.ts';
import { createTasksModule, type TasksModule } from './tasks.module.ts';

/** A person who claims, as tests act. */
export const testHolder: TaskHolder = { name: 'tess', kind: 'person' };

/** A task with what a test cares about; the rest is filled in. */
export async function buildTask(tasks: TasksModule, overrides: Partial<CreateTaskInput> = {}): Promise<TaskView> {
  return unwrap(await tasks.commands.create({ title: 'A task', ...overrides }, testAct));
}

export type TestTasks = Disposable & {
  readonly storage: TestStorage;
  readonly tasks: TasksModule;
  readonly build: (overrides?: Partial<CreateTaskInput>) => Promise<TaskView>;
  /** The task as it is now. */
  readonly get: (id: string) => Promise<TaskView>;
  /** Runs one step in a transaction of its own. */
  readonly inTx: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;
  /** Writes a bare project that tasks can belong to; answers its id. */
  readonly addProject: (name: string, dispatch?: 'assigned' | 'auto') => Promise<string>;
};

/** The tracker over a database of its own that is gone when disposed. */
export function openTestTasks(options: { readonly clock?: Clock; readonly ids?: IdSource } = {}): TestTasks {
  const storage = openTestStorage({ ...options, say: sayerOf({ import: sayImportReason, task: sayTaskReason }) });
  const tasks = createTasksModule({ storage });
  return {
    storage,
    tasks,
    build: (overrides) => buildTask(tasks, overrides),
    get: async (id) => {
      const task = await tasks.queries.get(id);
      if (!task) throw new Error(`there is no task ${id}`);
      return task;
    },
    inTx: (work) => storage.transact(work),
    addProject: async (name, dispatch = 'assigned') => {
      const id = randomId('project');
      await storage.transact((tx) => tx.run(insertProject, [id, name, `/repositories/${name}`, dispatch]));
      return id;
    },
    [Symbol.dispose]: () => storage[Symbol.dispose](),
  };
}

const insertProject = `INSERT INTO projects (id, name, source, source_kind, default_branch, integration_branch,
  constraints, checks, check_timeout, dispatch, merge_style, created_at, updated_at, revision)
VALUES (?, ?, ?, 'path', 'main', 'cw/next', '[]', '[]', 600, ?, 'merge', 0, 0, 1)`;
