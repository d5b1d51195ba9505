import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { systemClock } from '@cw/storage';
import { tempDir, tempRepo } from '@cw/testkit';
import { afterEach, expect, test, vi } from 'vitest';
import type { ProjectSource } from '../../model/project-source.ts';
import { inspectRepository } from './inspect-repository.ts';
import { createPrivateClone, fetchSource } from './private-clone.ts';
import { pushBranch } from './push-branches.ts';
import { gitLine } from './run-git.ts';

afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

/** A git to which a repository, and what speaks to it, is another user's. */
async function asAnother(dir: string, repository: string): Promise<(safe: readonly string[]) => Promise<void>> {
  const [program, config, own] = [join(dir, 'git'), join(dir, 'config'), process.env.PATH ?? ''];
  const lines = [
    '#!/bin/sh',
    `case "$PWD/" in '${repository}'/*) export GIT_TEST_ASSUME_DIFFERENT_OWNER=1 ;; esac`,
    'for word; do case "$word" in clone|fetch|push) export GIT_TEST_ASSUME_DIFFERENT_OWNER=1 ;; esac; done',
    `PATH='${own}' exec git "$@"`,
  ];
  await writeFile(program, `${lines.join('\n')}\n`);
  await chmod(program, 0o755);
  vi.stubEnv('PATH', `${dir}:${own}`);
  vi.stubEnv('GIT_CONFIG_GLOBAL', config);
  vi.spyOn(process, 'geteuid').mockReturnValue(-1);
  return (safe) => writeFile(config, `[safe]\n${safe.map((path) => `\tdirectory = ${path}\n`).join('')}`);
}

test('a repository of another user is worked with as soon as the user calls it safe, as the refusal says', async () => {
  await using dir = await tempDir();
  await using repo = await tempRepo({ files: { 'a.txt': 'a' } });
  const first = await repo.head();
  const second = await repo.commit({ 'b.txt': 'b' });
  await repo.git('update-ref', 'refs/heads/main', first);
  const source: ProjectSource = { kind: 'path', location: repo.path };
  const projectDir = join(dir.path, 'project');
  const clone = join(projectDir, 'repo.git');
  const callSafe = await asAnother(dir.path, repo.path);
  await callSafe([clone]);
  await expect(inspectRepository(repo.path)).rejects.toMatchObject({
    code: 'project.no-permission',
    hint: expect.stringMatching(`safe.directory ${repo.path}$`),
  });
  await callSafe([clone, repo.path]);
  expect(await inspectRepository(repo.path)).toMatchObject({ root: repo.path, defaultBranch: 'main' });
  await createPrivateClone({ source, defaultBranch: 'main', projectDir }, systemClock);
  await writeFile(join(repo.path, '.git/refs/heads/main'), `${second}\n`);
  await fetchSource(clone, source);
  expect(await gitLine(clone, ['rev-parse', 'refs/remotes/origin/main'])).toBe(second);
  expect(await pushBranch(clone, source, 'cw/next')).toEqual({ pushed: true });
});
