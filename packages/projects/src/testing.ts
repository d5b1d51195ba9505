// Builders for tests of this room and of those to its right.
import { realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { systemClock } from '@cw/storage';
import { type Files, type TempDir, type TempRepo, tempDir, tempRepo } from '@cw/testkit';
import { createPrivateClone } from './adapters/git/private-clone.ts';
import { gitLine } from './adapters/git/run-git.ts';
import { openTaskWorktree, type TaskWorktree } from './adapters/git/task-worktree.ts';
import { integrationBranch } from './model/branch-names.ts';

export type ClonedRepo = AsyncDisposable & {
  readonly repo: TempRepo;
  readonly home: string;
  readonly clone: string;
  readonly worktreesDir: string;
  openTask(taskId: string, title?: string): Promise<TaskWorktree>;
};

/** A repository of the user's and the private clone of it. */
export async function clonedRepo(files: Files = { 'a.txt': 'one\n' }): Promise<ClonedRepo> {
  withoutUserConfig();
  const repo = await tempRepo({ files });
  const dir: TempDir = await tempDir('cw-clone');
  const home = await realpath(dir.path);
  const projectDir = join(home, 'projects', 'pr_1');
  const source = { kind: 'path', location: repo.path } as const;
  await createPrivateClone({ source, defaultBranch: 'main', projectDir }, systemClock);
  const clone = join(projectDir, 'repo.git');
  const worktreesDir = join(home, 'worktrees', 'pr_1');
  return {
    repo,
    home,
    clone,
    worktreesDir,
    openTask: (taskId, title = 'Do it') =>
      openTaskWorktree({ clone, worktreesDir, taskId, title, startFrom: `refs/heads/${integrationBranch}` }),
    async [Symbol.asyncDispose]() {
      await repo.remove();
      await dir.remove();
    },
  };
}

/** Tests must not depend on who is signed in on the machine: git reads no configuration but the repositories'. */
export function withoutUserConfig(): void {
  process.env.GIT_CONFIG_GLOBAL = '/dev/null';
  process.env.GIT_CONFIG_NOSYSTEM = '1';
}

/** Runs git as an agent would that has a name; answers what it prints. */
export function gitAsAgent(dir: string, args: readonly string[]): Promise<string> {
  const person = { NAME: 'Agent', EMAIL: 'agent@example.test' };
  const env = Object.fromEntries(
    Object.entries(person).flatMap(([key, value]) => [
      [`GIT_AUTHOR_${key}`, value],
      [`GIT_COMMITTER_${key}`, value],
    ]),
  );
  return gitLine(dir, args, { env });
}
