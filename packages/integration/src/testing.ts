// A workspace with one project, for tests of the merge queue and of what stands on it.
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { randomId, sayerOf, systemAct, unwrap } from '@cw/kernel';
import { sayInboxReason } from '@cw/messages/contract';
import { createProjectsModule, openTaskWorktree, type ProjectView, tipRef } from '@cw/projects';
import { sayFinding, sayProjectReason } from '@cw/projects/contract';
import { gitAsAgent, withoutUserConfig } from '@cw/projects/testing';
import { systemClock } from '@cw/storage';
import { openTestStorage, type TestStorage, testAct } from '@cw/storage/testing';
import { createTasksModule } from '@cw/tasks';
import { buildTask } from '@cw/tasks/testing';
import { type Files, type TempRepo, tempRepo } from '@cw/testkit';
import { createIntegrationModule, type IntegrationModule } from './integration.module.ts';
import { sayMergeReason } from './model/merge-reason.ts';
import type { MergeRequestView } from './model/merge-view.ts';
import type { MergeBench } from './ports/merge-bench.ts';

export type TestQueue = AsyncDisposable & {
  readonly repo: TempRepo;
  readonly storage: TestStorage;
  readonly home: string;
  readonly clone: string;
  readonly project: ProjectView;
  readonly merges: IntegrationModule;
  /** Makes the module again over the same workspace, as a program started anew would. */
  restart(bench?: MergeBench): IntegrationModule;
  /** A task whose branch changes the files, waiting in the queue. */
  enqueue(files: Files, options?: { readonly priority?: string; readonly title?: string }): Promise<MergeRequestView>;
  /** The same branch once more, as a later run of the task ends. */
  enqueueAgain(merge: MergeRequestView): Promise<MergeRequestView>;
  /** Commits more on the branch of a task. */
  commit(taskId: string, files: Files): Promise<void>;
  task(id: string): ReturnType<ReturnType<typeof createTasksModule>['queries']['get']>;
  commentsOn(taskId: string): Promise<readonly string[]>;
  process(signal?: AbortSignal): Promise<number>;
  /** Git in the private clone. */
  git(...args: string[]): Promise<string>;
};

export async function startTestQueue(
  settings: {
    readonly checks?: readonly string[];
    readonly checkTimeout?: number;
    readonly setupCommand?: string;
    readonly mergeStyle?: string;
    readonly files?: Files;
  } = {},
): Promise<TestQueue> {
  withoutUserConfig();
  const { files = { 'a.txt': 'one\n' }, ...rest } = settings;
  const repo = await tempRepo({ files });
  const storage = openTestStorage({
    say: sayerOf({ finding: sayFinding, inbox: sayInboxReason, merge: sayMergeReason, project: sayProjectReason }),
  });
  const workspace = { home: storage.folder, storage, clock: systemClock, ids: randomId };
  const projects = createProjectsModule(workspace);
  const tasks = createTasksModule(workspace);
  const project = unwrap(await projects.commands.add({ source: repo.path, name: 'shop', ...rest }, testAct));
  const { clone, worktreesDir } = projects.paths(project.id);
  const merges = createIntegrationModule(workspace);
  const run = gitAsAgent;
  const commit = async (path: string, changes: Files) => {
    for (const [name, content] of Object.entries(changes)) {
      await mkdir(dirname(join(path, name)), { recursive: true });
      await writeFile(join(path, name), content ?? '');
    }
    await run(path, ['add', '--all']);
    await run(path, ['commit', '-q', '--allow-empty', '-m', 'work']);
  };
  return {
    repo,
    storage,
    clone,
    project,
    merges,
    home: storage.folder,
    restart: (bench) => createIntegrationModule(workspace, bench ? { bench } : {}),
    enqueue: async (changes, { priority = 'P2', title = 'Change it' } = {}) => {
      const task = await buildTask(tasks, { title, project: project.id, priority });
      const taskId = task.id;
      const request = { clone, worktreesDir, taskId, title, startFrom: tipRef(project.integrationBranch) };
      const tree = await openTaskWorktree(request);
      if (Object.keys(changes).length > 0) await commit(tree.path, changes);
      const input = {
        projectId: project.id,
        taskId,
        runId: randomId('run'),
        branch: tree.branch,
        headSha: await run(tree.path, ['rev-parse', 'HEAD']),
        targetBranch: project.integrationBranch,
        priority: Number(priority.slice(1)),
      };
      const { id } = unwrap(await merges.commands.enqueue(input, systemAct('test')));
      return unwrap(await merges.queries.find(id));
    },
    enqueueAgain: async ({ projectId, taskId, branch, headSha, targetBranch }) => {
      const input = {
        projectId,
        taskId,
        runId: randomId('run'),
        branch,
        headSha,
        targetBranch,
        priority: 2,
      };
      const { id } = unwrap(await merges.commands.enqueue(input, systemAct('test')));
      return unwrap(await merges.queries.find(id));
    },
    commit: (taskId, changes) => commit(join(worktreesDir, taskId), changes),
    task: (id) => tasks.queries.get(id),
    commentsOn: async (taskId) => (await tasks.queries.comments(taskId)).items.map(({ text }) => text),
    process: (signal = new AbortController().signal) => merges.processQueue(project.id, signal),
    git: (...args) => run(clone, args),
    async [Symbol.asyncDispose]() {
      storage[Symbol.dispose]();
      await repo.remove();
    },
  };
}
