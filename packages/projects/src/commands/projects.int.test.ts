import { existsSync } from 'node:fs';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { systemClock } from '@cw/storage';
import { openTestStorage, testAct } from '@cw/storage/testing';
import { countingIds, tempRepo } from '@cw/testkit';
import { beforeAll, expect, test } from 'vitest';
import { createProjectsModule, type ProjectsModule } from '../projects.module.ts';
import { withoutUserConfig } from '../testing.ts';

beforeAll(withoutUserConfig);

function startProjects(): Disposable & { projects: ProjectsModule; home: string; events(): Promise<string[]> } {
  const storage = openTestStorage();
  const home = storage.folder;
  return {
    projects: createProjectsModule({ home, storage, clock: systemClock, ids: countingIds() }),
    home,
    events: async () => (await storage.bus.read(0, 100)).map((event) => event.type),
    [Symbol.dispose]: () => storage[Symbol.dispose](),
  };
}

test('a repository that is added gets a clone, a name and its settings', async () => {
  using it = startProjects();
  await using repo = await tempRepo({ files: { 'a.txt': 'a' } });
  const added = await it.projects.commands.add(
    { source: repo.path, checks: ['npm test', ' '], constraints: ['no new packages'] },
    testAct,
  );
  expect(added).toMatchObject({
    ok: true,
    value: { name: expect.stringMatching(/^cw-repo/), sourceKind: 'path', defaultBranch: 'main', checks: ['npm test'] },
  });
  if (!added.ok) return;
  expect(existsSync(it.projects.paths(added.value.id).clone)).toBe(true);
  expect(await it.projects.queries.list()).toEqual([added.value]);
  for (const by of [added.value.id, 'pr_', added.value.name]) expect(await it.projects.queries.find(by)).toEqual(added);
  expect(await it.events()).toEqual(['project.added']);
});

test('the same repository is refused by the name of its project, and leaves no clone', async () => {
  using it = startProjects();
  await using repo = await tempRepo({ files: { 'src/a.txt': 'a' } });
  await it.projects.commands.add({ source: repo.path, name: 'shop' }, testAct);
  const again = await it.projects.commands.add({ source: join(repo.path, 'src') }, testAct);
  expect(again).toMatchObject({ ok: false, error: { kind: 'project.source-taken', name: 'shop' } });
  expect(await readdir(join(it.home, 'projects'))).toHaveLength(1);
});

test('two repositories added at once under one name end as one project and no stray clone', async () => {
  using it = startProjects();
  await using one = await tempRepo({ files: { 'a.txt': 'a' } });
  await using two = await tempRepo({ files: { 'a.txt': 'b' } });
  const both = [one, two].map((repo) => it.projects.commands.add({ source: repo.path, name: 'shop' }, testAct));
  const results = await Promise.all(both);
  expect(results.map((result) => (result.ok ? 'ok' : result.error.kind)).sort()).toEqual(['ok', 'project.name-taken']);
  expect(await readdir(join(it.home, 'projects'))).toHaveLength(1);
});

test('what is wrong with a source is said before anything is made', async () => {
  using it = startProjects();
  await expect(it.projects.commands.add({ source: join(it.home, 'nowhere') }, testAct)).rejects.toMatchObject({
    code: 'project.path-missing',
  });
  const relative = await it.projects.commands.add({ source: 'code/shop' }, testAct);
  expect(relative).toMatchObject({ ok: false, error: { kind: 'project.value-invalid', field: 'source' } });
  expect(existsSync(join(it.home, 'projects'))).toBe(false);
  expect(await it.projects.queries.list()).toEqual([]);
});

test('settings change one by one, an empty text clears, and the history has before and after', async () => {
  using it = startProjects();
  await using repo = await tempRepo({ files: { 'a.txt': 'a' } });
  await repo.git('branch', 'trunk');
  await it.projects.commands.add({ source: repo.path, name: 'shop', goal: 'sell', setupCommand: 'npm ci' }, testAct);
  const context = join(it.home, 'context.md');
  await writeFile(context, '# Shop');
  const set = {
    project: 'shop',
    goal: '',
    checks: ['make'],
    mergeStyle: 'squash',
    defaultBranch: 'trunk',
    contextFile: context,
  };
  expect(await it.projects.commands.set(set, testAct)).toMatchObject({
    ok: true,
    value: {
      goal: null,
      checks: ['make'],
      mergeStyle: 'squash',
      setupCommand: 'npm ci',
      defaultBranch: 'trunk',
      revision: 2,
    },
  });
  expect(await it.projects.commands.set(set, testAct)).toMatchObject({
    ok: false,
    error: { kind: 'project.nothing-to-change' },
  });
  expect(await it.projects.commands.set({ project: 'shop', checkTimeout: 0 }, testAct)).toMatchObject({
    ok: false,
    error: { kind: 'project.value-invalid', field: 'check-timeout' },
  });
  await expect(it.projects.commands.set({ project: 'shop', defaultBranch: 'gone' }, testAct)).rejects.toMatchObject({
    code: 'project.branch-missing',
  });
  expect(await it.events()).toEqual(['project.added', 'project.changed']);
});

test('a project that was removed can be added again under its name', async () => {
  using it = startProjects();
  await using repo = await tempRepo({ files: { 'a.txt': 'a' } });
  await it.projects.commands.add({ source: repo.path, name: 'shop' }, testAct);
  const removed = await it.projects.commands.remove({ project: 'shop' }, testAct);
  expect(removed.ok).toBe(true);
  expect(await it.projects.queries.find('shop')).toMatchObject({ ok: false, error: { kind: 'project.not-found' } });
  expect((await it.projects.commands.add({ source: repo.path, name: 'shop' }, testAct)).ok).toBe(true);
  if (removed.ok) expect(await it.projects.queries.get(removed.value.id)).toMatchObject({ name: 'shop' });
});
