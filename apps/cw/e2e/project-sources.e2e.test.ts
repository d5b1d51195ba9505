import { existsSync } from 'node:fs';
import { chmod, cp, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { ProjectView } from '@cw/projects';
import { tempDir, tempRepo, waitFor } from '@cw/testkit';
import { expect, test } from 'vitest';
import { addProject, assign, committing, createTask, photograph } from './harness/project.ts';
import { isSettled, openWorkspace, type Workspace } from './harness/workspace.ts';

const files = { 'a.txt': 'a\n', 'deep/b.txt': 'b\n' };

async function doOne(cw: Workspace): Promise<void> {
  const task = await createTask(cw, 'Work', { script: committing('made.txt') });
  await using server = await cw.serve();
  await assign(cw, task);
  expect(await cw.until(task.id, isSettled)).toMatchObject({ status: 'closed', outcome: 'done' });
  await server.stop();
}

test('a path below a repository, or in a linked worktree, is taken as the repository it belongs to', async () => {
  await using cw = await openWorkspace();
  await using repo = await tempRepo({ files });
  await using beside = await tempDir();
  const linked = join(beside.path, 'linked');
  await repo.git('worktree', 'add', '-q', '-b', 'side', linked);
  const before = await photograph(repo);
  const project = await cw.ask<ProjectView>(
    'project',
    'add',
    join(linked, 'deep'),
    '--name',
    'sample',
    '--default-branch',
    'main',
  );
  expect(project).toMatchObject({ source: repo.path, sourceKind: 'path', defaultBranch: 'main' });
  const again = await cw.refusal([
    'project',
    'add',
    join(repo.path, 'deep'),
    '--name',
    'other',
    '--default-branch',
    'main',
  ]);
  expect(again.error.code).toBe('project.source-taken');
  await doOne(cw);
  expect(await repo.show('cw/next', 'made.txt')).toBe('made.txt\n');
  expect(await photograph(repo)).toEqual(before);
});

test('a repository behind a URL is cloned, and given what was merged', async () => {
  await using cw = await openWorkspace();
  await using repo = await tempRepo({ files, branch: 'trunk' });
  await using beside = await tempDir();
  const bare = join(beside.path, 'shop.git');
  await repo.git('clone', '-q', '--bare', repo.path, bare);
  const project = await cw.ask<ProjectView>('project', 'add', `file://${bare}`, '--name', 'sample');
  expect(project).toMatchObject({ sourceKind: 'url', defaultBranch: 'trunk', source: `file://${bare}` });
  await doOne(cw);
  expect(await repo.git('--git-dir', bare, 'show', 'cw/next:made.txt')).toBe('made.txt');
  expect(await repo.git('--git-dir', bare, 'rev-parse', 'trunk')).toBe(await repo.head('trunk'));
});

test('a project is known by its name, and names are given where none was', async () => {
  await using cw = await openWorkspace();
  await using parent = await tempDir();
  await using repo = await tempRepo({ files });
  const path = join(parent.path, 'My Shop');
  await mkdir(parent.path, { recursive: true });
  await repo.git('clone', '-q', repo.path, path);
  const project = await cw.ask<ProjectView>('project', 'add', path);
  expect(project.name).toBe('My-Shop');
  expect(await cw.ask('project', 'show', 'My-Shop')).toMatchObject({ id: project.id });
  expect(await cw.ask('project', 'show', project.id.slice(0, 8))).toMatchObject({ id: project.id });
  await cw.ask('project', 'remove', 'My-Shop');
  expect((await cw.refusal(['project', 'show', 'My-Shop'])).error.code).toBe('project.not-found');
  expect(await cw.ask('project', 'add', path)).toMatchObject({ name: 'My-Shop' });
});

test("the user's own hooks, signing and odd settings do not reach what the program does with git", async () => {
  await using cw = await openWorkspace();
  await using repo = await tempRepo({ files });
  for (const [key, value] of [
    ['commit.gpgSign', 'true'],
    ['gpg.program', '/bin/false'],
    ['core.hooksPath', join(repo.path, '.hooks')],
    ['receive.denyCurrentBranch', 'updateInstead'],
    ['push.default', 'matching'],
    ['core.autocrlf', 'true'],
  ] as const) {
    await repo.git('config', key, value);
  }
  await mkdir(join(repo.path, '.hooks'));
  const hook = '#!/bin/sh\necho "$0" >> "$HOME/hooks-that-ran"\nexit 1\n';
  for (const name of [
    'pre-commit',
    'post-checkout',
    'pre-receive',
    'update',
    'post-receive',
    'reference-transaction',
  ]) {
    await repo.write({ [`.hooks/${name}`]: hook });
    await chmod(join(repo.path, '.hooks', name), 0o755);
  }
  await cw.ask('project', 'add', repo.path, '--name', 'sample');
  await doOne(cw);
  expect(await repo.show('cw/next', 'made.txt')).toBe('made.txt\n');
  expect(existsSync(join(cw.userHome, 'hooks-that-ran'))).toBe(false);
});

test('a project is not removed while an agent is at work in it, and loses nothing when it is', async () => {
  await using cw = await openWorkspace();
  await using repo = await tempRepo({ files });
  await addProject(cw, repo);
  const task = await createTask(cw, 'Takes long', { script: `${committing('half.txt')}; sleep 1000` });
  await assign(cw, task);
  await using server = await cw.serve();
  const at = await cw.runAtWork(task.id);
  await waitFor(() => existsSync(join(at.worktree ?? '', 'half.txt')));
  const refused = await cw.refusal(['project', 'remove', 'sample']);
  expect(refused).toMatchObject({ code: 1, error: { code: 'project.at-work' } });
  expect(refused.error.message).toBe(`sample is still in use by the run ${at.id}.`);
  expect(refused.error.hint).toContain(`cw run stop ${at.id}.`);
  await cw.ask('run', 'stop', at.id);
  await cw.until(task.id, isSettled);
  await cw.ask('project', 'remove', 'sample');
  const clone = join(cw.home, 'projects', task.projectId ?? '', 'repo.git');
  expect(await repo.git('--git-dir', clone, 'show', `${at.branch}:half.txt`)).toBe('half.txt');
  await server.stop();
});

test('a name that is taken is told, with how to choose another', async () => {
  await using cw = await openWorkspace();
  await using beside = await tempDir();
  const paths = ['x/p9', 'y/p9'].map((path) => join(beside.path, path));
  for (const path of paths) {
    await using repo = await tempRepo({ files });
    await cp(repo.path, path, { recursive: true });
  }
  const [first, second] = [
    await cw.runQuick(['project', 'add', paths[0] ?? '']),
    await cw.runQuick(['project', 'add', paths[1] ?? '']),
  ];
  expect(first.stderr).not.toContain('already');
  expect(second.stderr).toContain(
    'There is a project p9 already, so this one is called p9-2. Choose another name: cw project set p9-2 --name <name>.',
  );
  await cw.ask('project', 'set', 'p9-2', '--name', 'ninth');
  expect(await cw.ask('project', 'show', 'ninth')).toMatchObject({ source: paths[1] });
});
