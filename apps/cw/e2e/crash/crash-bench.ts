import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { RunView } from '@cw/agents';
import type { MergeRequestView } from '@cw/integration';
import type { TaskView } from '@cw/tasks';
import { processesCarrying, type TempRepo, tempRepo } from '@cw/testkit';
import { expect } from 'vitest';
import { addProject, committing } from '../harness/project.ts';
import { openWorkspace, type Workspace } from '../harness/workspace.ts';

/** A project whose tasks and checks note each time they are carried out, where no git knows of it. */
export type CrashBench = AsyncDisposable & { readonly cw: Workspace; readonly repo: TempRepo };

export async function openCrashBench(check = 'test -f README.md'): Promise<CrashBench> {
  const [cw, repo] = await Promise.all([openWorkspace(), tempRepo({ files: { 'README.md': 'hello\n' } })]);
  await addProject(cw, repo, '--check', check);
  return {
    ...{ cw, repo },
    [Symbol.asyncDispose]: async () => {
      await cw[Symbol.asyncDispose]();
      await repo.remove();
    },
  };
}

/** A script that notes its start under a name, does what it is told, and commits a file of that name. */
export function noting(name: string, between = 'true'): string {
  return `echo started >> "$HOME/${name}.notes"\n${between}\n${committing(`${name}.txt`)}`;
}

/** How often the script of that name was started. */
export async function startsOf(cw: Workspace, name: string): Promise<number> {
  const text = await readFile(join(cw.userHome, `${name}.notes`), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  return text.split('\n').filter(Boolean).length;
}

export type Ended = { readonly task: TaskView; readonly runs: readonly RunView[]; readonly merge: MergeRequestView };

/**
 * Waits for a task to be closed, then holds that it ended once: one merge request, one merge commit on `cw/next` which the
 * database names too, one end of each run, one closing, and no process left.
 */
export async function expectEndedOnce({ cw, repo }: CrashBench, id: string): Promise<Ended> {
  await cw.until(id, ({ status }) => status === 'closed');
  const [task, runs, merges, events] = await Promise.all([cw.task(id), cw.runsOf(id), cw.mergesOf(id), cw.events()]);
  const [merge] = merges;
  if (merge === undefined || merges.length > 1) throw new Error(`${id} has ${merges.length} merge requests`);
  expect(task).toMatchObject({ outcome: 'done', state: 'done', lease: null });
  expect(merge).toMatchObject({ state: 'merged', verdict: 'passed', pushed: true });

  const commits = await repo.git('log', '--format=%H', `--grep=^Cw-Task: ${id}$`, 'cw/next');
  expect(commits).toBe(merge.mergeSha);
  const clone = join(cw.home, 'projects', task.projectId ?? '', 'repo.git');
  expect(await repo.git('--git-dir', clone, 'rev-parse', 'cw/next')).toBe(await repo.head('cw/next'));
  await repo.git('--git-dir', clone, 'fsck', '--connectivity-only', '--no-dangling');

  const count = (type: string, entity: string) =>
    events.filter((event) => event.type === type && event.entity === entity).length;
  expect({ closed: count('task.closed', id), merged: count('merge.merged', merge.id) }).toEqual({
    closed: 1,
    merged: 1,
  });
  for (const run of runs) {
    expect({ ended: count('run.ended', run.id), step: run.step }).toEqual({ ended: 1, step: 'ended' });
    expect(await processesCarrying(`CW_RUN=${run.id}`)).toEqual([]);
  }
  return { task, runs, merge };
}
