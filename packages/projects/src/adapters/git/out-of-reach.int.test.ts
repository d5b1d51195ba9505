import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isFault } from '@cw/kernel';
import { expect, test } from 'vitest';
import type { ProjectView } from '../../model/project-view.ts';
import { withoutClone } from '../../model/without-clone.ts';
import { type ClonedRepo, clonedRepo } from '../../testing.ts';
import { gitFailed } from './git-failure.ts';
import { reachable } from './out-of-reach.ts';
import { refreshIntegration } from './refresh-integration.ts';
import { gitLine } from './run-git.ts';

function projectOf(it: ClonedRepo, more: Partial<ProjectView> = {}): ProjectView {
  const source = { id: 'pr_1', name: 'shop', source: it.repo.path, sourceKind: 'path' } as const;
  return { ...source, defaultBranch: 'main', integrationBranch: 'cw/next', ...more } as ProjectView;
}

test('a repository that is gone, or is none any more, is told, and work goes on with what is here', async () => {
  await using it = await clonedRepo();
  const look = async () => (await refreshIntegration(it.home, projectOf(it))).trouble;
  expect(await look()).toBeUndefined();
  await rename(join(it.repo.path, '.git'), join(it.home, 'aside'));
  expect(await look()).toMatchObject({ code: 'project.out-of-reach', fault: 'project.not-a-repository' });
  await rm(it.repo.path, { recursive: true });
  expect(await look()).toMatchObject({
    fault: 'project.repository-gone',
    message: `The repository ${it.repo.path} is gone.`,
  });
  await mkdir(it.repo.path);
  await rename(join(it.home, 'aside'), join(it.repo.path, '.git'));
  expect(await look()).toBeUndefined();
});

test('a default branch that is gone is told, and one that is back is not', async () => {
  await using it = await clonedRepo();
  const look = async () => (await refreshIntegration(it.home, projectOf(it))).trouble;
  await it.repo.git('branch', '-m', 'main', 'trunk');
  expect(await look()).toEqual({
    code: 'project.default-branch-gone',
    branch: 'main',
    source: it.repo.path,
    project: 'shop',
  });
  expect((await refreshIntegration(it.home, projectOf(it, { defaultBranch: 'trunk' }))).trouble).toBeUndefined();
  await it.repo.git('branch', '-m', 'trunk', 'main');
  expect(await look()).toBeUndefined();
});

test('a private clone that has lost the tip of a branch stops the work, and what git says of lost objects tells the way back', async () => {
  await using it = await clonedRepo({ 'a.txt': 'one\n', 'd/b.txt': 'two\n' });
  const tree = await gitLine(it.clone, ['rev-parse', 'cw/next^{tree}']);
  const commit = await gitLine(it.clone, ['rev-parse', 'cw/next']);
  const objectOf = (id: string) => join(it.clone, 'objects', id.slice(0, 2), id.slice(2));
  await rename(objectOf(tree), join(it.home, 'tree'));
  await expect(gitLine(it.clone, ['ls-tree', '-r', 'cw/next'])).rejects.toMatchObject({
    code: 'git.damaged',
    ...withoutClone,
  });
  await rename(join(it.home, 'tree'), objectOf(tree));
  await rm(objectOf(commit));
  await expect(refreshIntegration(it.home, projectOf(it))).rejects.toMatchObject({
    code: 'project.clone-gone',
    message: `The private clone of shop, ${it.clone}, has lost the commit ${commit.slice(0, 7)}, where cw/next is.`,
    ...withoutClone,
  });
});

test('a private clone that is gone stops the work with its own code', async () => {
  await using it = await clonedRepo();
  await rm(it.clone, { recursive: true });
  await expect(refreshIntegration(it.home, projectOf(it))).rejects.toMatchObject({
    code: 'project.clone-gone',
    message: expect.stringContaining(it.clone),
  });
});

test('a remote that is gone is told from one that lets nobody in, and from one that does not answer', async () => {
  await using it = await clonedRepo();
  const location = `file://${it.home}/nowhere.git`;
  const look = async (url: string) =>
    (await refreshIntegration(it.home, projectOf(it, { source: url, sourceKind: 'url' }))).trouble;
  expect(await look(location)).toMatchObject({ fault: 'project.remote-gone' });
  expect(await look('http://127.0.0.1:1/x.git')).toMatchObject({ fault: 'project.source-unreachable' });
  const said: Readonly<Record<string, string>> = {
    "remote: Repository not found.\nfatal: repository 'https://github.com/a/b.git/' not found": 'project.remote-gone',
    'ERROR: Repository not found.\nfatal: Could not read from remote repository.': 'project.remote-gone',
    "fatal: could not read Username for 'https://github.com': terminal prompts disabled": 'project.sign-in-refused',
    'git@github.com: Permission denied (publickey).\nfatal: Could not read from remote repository.':
      'project.sign-in-refused',
    "fatal: Authentication failed for 'https://example.com/a.git/'": 'project.sign-in-refused',
    'ssh: Could not resolve hostname nowhere.example: Name or service not known': 'project.source-unreachable',
  };
  const source = { kind: 'url', location: 'https://example.com/a.git' } as const;
  for (const [stderr, code] of Object.entries(said)) {
    const fail = () => Promise.reject(gitFailed(['fetch'], { exitCode: 128, stderr }, it.home));
    const error: unknown = await reachable(source, fail).catch((thrown: unknown) => thrown);
    expect(isFault(error) && [error.code, error.hint !== undefined]).toEqual([code, true]);
  }
});

test('what git says when it fails becomes a sentence with its own code and a way on', async () => {
  await using it = await clonedRepo();
  const told = (stderr: string) => gitFailed(['-c', 'a=b', 'update-ref', 'x'], { exitCode: 128, stderr }, it.home);
  const lock = join(it.home, 'index.lock');
  const cases: Readonly<Record<string, string>> = {
    [`fatal: Unable to create '${lock}': File exists.\n\nAnother git process seems to be running`]: 'git.locked',
    'error: object file objects/ab/cd is empty\nfatal: loose object abcd (stored in x) is corrupt': 'git.damaged',
    [`fatal: refs/cw/x: trying to write ref 'refs/cw/x' with nonexistent object ${'a'.repeat(40)}`]: 'git.damaged',
    [`fatal: unable to read ${'b'.repeat(40)}`]: 'git.damaged',
    [`error: Could not read ${'c'.repeat(40)}\nfatal: Failed to traverse parents`]: 'git.damaged',
    [`fatal: bad object ${'d'.repeat(40)}`]: 'git.damaged',
    'error: unable to create file a.txt: Read-only file system': 'git.read-only',
    "fatal: could not open 'a.txt' for reading: Permission denied": 'git.no-permission',
    'fatal: not a git repository (or any of the parent directories): .git': 'git.not-a-repository',
    "fatal: detected dubious ownership in repository at '/srv/a b'": 'git.not-trusted',
    'fatal: something new': 'git.failed',
    '': 'git.failed',
  };
  for (const [stderr, code] of Object.entries(cases)) {
    const { message, hint, ...fault } = told(stderr);
    expect(fault.code).toBe(code);
    expect(message).toMatch(/^(git|Another git|The repository|There is) .*\.$/);
    expect(message).not.toMatch(/fatal:|error:/);
    expect(hint).toBeTruthy();
  }
  expect(told('fatal: something new').message).toBe(`git update-ref failed in ${it.home}: something new.`);
});
