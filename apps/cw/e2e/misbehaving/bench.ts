import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { RunView } from '@cw/agents';
import type { MergeRequestView } from '@cw/integration';
import type { ProjectView } from '@cw/projects';
import type { TaskView } from '@cw/tasks';
import { processesCarrying, type TempRepo, tempRepo } from '@cw/testkit';
import { expect } from 'vitest';
import { addProject, assign, createTask } from '../harness/project.ts';
import type { Server } from '../harness/server.ts';
import { isSettled, openWorkspace, type Workspace } from '../harness/workspace.ts';

/** A served project with a prepared `.env`, whose workspace lies inside a repository of the user's that nobody may touch. */
export type Bench = AsyncDisposable & {
  readonly cw: Workspace;
  readonly repo: TempRepo;
  readonly project: ProjectView;
  /** Of the project's clone. */
  readonly git: (...args: string[]) => Promise<string>;
  /** Everything of the user's repository around the workspace that git could have changed. */
  readonly surroundings: () => Promise<string>;
  readonly server: () => Server;
  /** Stops the server, if there is one, and starts another. */
  readonly serve: (options?: Parameters<Workspace['serve']>[0]) => Promise<Server>;
};

const settings = {
  'orchestrator.maxConcurrent': '4',
  'orchestrator.maxAttempts': '1',
  'orchestrator.failuresToPause': '0',
};

export async function openBench(): Promise<Bench> {
  const files = { 'README.md': 'hello\n', 'src/a.txt': 'a\n', '.gitignore': 'ignored/\n' };
  const [cw, repo] = await Promise.all([openWorkspace(), tempRepo({ files })]);
  const project = await addProject(cw, repo, '--check', 'true');
  await cw.set('orchestrator.failuresToPause', '0');
  // Each failure is to be seen by itself: nothing is tried again unasked, and many of them pause nothing.
  for (const [key, value] of Object.entries(settings)) await cw.set(key, value);
  const prepared = await cw.ask<{ path: string }>('project', 'files', 'sample');
  await mkdir(prepared.path, { recursive: true });
  await writeFile(join(prepared.path, '.env'), 'PASSWORD=correct-horse\n');
  const around = dirname(cw.home);
  const outside = (...args: string[]) => repo.git('-C', around, ...args);
  await outside('init', '-q', '-b', 'dotfiles');
  await outside('commit', '-q', '--allow-empty', '-m', 'mine');
  let server = await cw.serve();
  const clone = join(cw.home, 'projects', project.id, 'repo.git');
  return {
    ...{ cw, repo, project },
    git: (...args) => repo.git('--git-dir', clone, ...args),
    surroundings: async () =>
      [await outside('for-each-ref'), await outside('symbolic-ref', 'HEAD'), await outside('ls-files')].join('\n'),
    server: () => server,
    serve: async (options) => {
      await server.stop();
      server = await cw.serve(options);
      return server;
    },
    [Symbol.asyncDispose]: async () => {
      await server.stop();
      await cw[Symbol.asyncDispose]();
      await repo.remove();
    },
  };
}

export type Worked = { readonly task: TaskView; readonly run: RunView; readonly merge: MergeRequestView | undefined };

/** Has a script carry out a fresh task until nothing goes on with it. */
export async function work(bench: Bench, title: string, script?: string): Promise<Worked> {
  const made = await createTask(bench.cw, title, script === undefined ? {} : { script });
  await assign(bench.cw, made);
  return settled(bench, made.id);
}

/** What became of a task once nothing goes on with it; no process of its runs may be left. */
export async function settled({ cw }: Bench, taskId: string): Promise<Worked> {
  await cw.until(taskId, isSettled);
  const [task, runs, merges] = await Promise.all([cw.task(taskId), cw.runsOf(taskId), cw.mergesOf(taskId)]);
  const [run] = runs;
  if (run === undefined) throw new Error(`${taskId} has no run`);
  expect(await processesCarrying(`CW_RUN=${run.id}`)).toEqual([]);
  expect(`${task.statusReason} ${run.reason}`).not.toMatch(/inside cw|\n\s+at .*:\d+:\d+/);
  return { task, run, merge: merges[0] };
}

/** Assigns a task that waits for a person again, and answers how that ended. */
export async function again(bench: Bench, { task }: Pick<Worked, 'task'>): Promise<Worked> {
  await assign(bench.cw, task);
  return settled(bench, task.id);
}

/** The task waits for a person, who reads this. */
export function expectHeld({ task }: Worked, reason: RegExp): void {
  expect(task).toMatchObject({ status: 'blocked', state: 'needs-you', outcome: null, lease: null });
  expect(task.statusReason).toMatch(reason);
}

export function expectMerged({ task, merge }: Worked): void {
  expect(task.statusReason ?? '').toBe('');
  expect(task).toMatchObject({ status: 'closed', outcome: 'done' });
  expect(merge).toMatchObject({ state: 'merged' });
}

/** A script that does this the first time and ends well from then on. */
export function once(name: string, script: string): string {
  return `[ -e "$HOME/${name}.once" ] && { echo done; exit 0; }\ntouch "$HOME/${name}.once"\n${script}`;
}
