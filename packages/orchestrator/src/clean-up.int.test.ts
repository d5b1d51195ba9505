import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createConfigModule } from '@cw/config';
import { createIntegrationModule } from '@cw/integration';
import { randomId, unwrap } from '@cw/kernel';
import { listTaskRefs, projectPaths } from '@cw/projects';
import { systemClock } from '@cw/storage';
import { testAct } from '@cw/storage/testing';
import type { TaskView } from '@cw/tasks';
import { fixedClock, waitFor } from '@cw/testkit';
import { type Cleaning, createUpkeepModule, upkeepConfigKeys } from '@cw/upkeep';
import { expect, test } from 'vitest';
import { startWorkspace } from './testing.ts';

const day = 86_400_000;
const commit = (file: string) => `echo x > ${file} && git add -A && git commit -q -m 'Add ${file}'`;

/** A workspace whose loop has come to rest, as it is seen some days later. */
async function openScene() {
  const space = await startWorkspace(['true']);
  const { storage, agents, tasks } = space;
  await space.orchestrator.start('test');
  const later = (days: number) =>
    createUpkeepModule({ home: storage.folder, storage, clock: fixedClock(Date.now() + days * day), ids: randomId })
      .commands;
  const treeOf = async (task: TaskView) => {
    const [run] = unwrap(await agents.queries.list({ taskId: task.id })).items;
    return unwrap(await agents.queries.show(run?.id ?? '')).worktree ?? '';
  };
  return {
    space,
    treeOf,
    clone: projectPaths(storage.folder, space.project.id).clone,
    done: async (title: string, script: string) => {
      const task = await space.task(title, script);
      await space.assign(task);
      await space.until(task, 'closed');
      return task;
    },
    runOf: async (task: TaskView) => unwrap(await agents.queries.list({ taskId: task.id })).items[0]?.id ?? '',
    cancel: async (task: TaskView) => {
      const input = { task: task.id, outcome: 'cancelled', holder: { name: 'tess', kind: 'person' } } as const;
      return unwrap(await tasks.commands.close(input, testAct));
    },
    clean: async (days: number, dryRun = false) => unwrap(await later(days).cleanUp({ dryRun }, testAct)),
    [Symbol.asyncDispose]: () => space[Symbol.asyncDispose](),
  };
}

test('what is done and merged goes when it is old; what is young, open, dirty or failed stays, and the reason is told', async () => {
  await using scene = await openScene();
  const { space, clean, treeOf, runOf } = scene;
  const merged = await scene.done('Merged', commit('merged.txt'));
  const dirty = await scene.done('Dirty', commit('dirty.txt'));
  const failed = await space.task('Failed', `${commit('failed.txt')}; exit 3`);
  await space.assign(failed);
  await space.until(failed, 'blocked');
  const trees = await Promise.all([merged, dirty, failed].map(treeOf));
  writeFileSync(join(trees[1] ?? '', 'left.txt'), 'not committed');

  expect((await clean(0)).removed).toEqual([]);
  const planned = await clean(2, true);
  expect(planned.removed).toMatchObject([{ kind: 'worktree', thing: trees[0], taskId: merged.id }]);
  expect(trees.map((tree) => existsSync(tree))).toEqual([true, true, true]);

  const cleaned = await clean(2);
  expect(cleaned.removed).toEqual(planned.removed);
  expect(trees.map((tree) => existsSync(tree))).toEqual([false, true, true]);
  expect(cleaned.kept).toEqual(
    expect.arrayContaining([
      { kind: 'worktree', why: 'it has uncommitted changes: left.txt', count: 1, things: [trees[1]] },
      { kind: 'worktree', why: 'task not closed', count: 1, things: [trees[2]] },
      expect.objectContaining({ kind: 'log', why: 'run ended less than 30 days ago', count: 2 }),
      { kind: 'log', why: 'run failed', count: 1, things: [await runOf(failed)] },
    ]),
  );
  expect(await space.repo.files('cw/next')).toContain('merged.txt');

  const month = await clean(31);
  expect(month.removed.map(({ kind, taskId }) => [kind, taskId])).toEqual(
    expect.arrayContaining([
      ['log', merged.id],
      ['log', dirty.id],
    ]),
  );
  const merges = month.removed.filter(({ thing }) => thing.startsWith('mr_'));
  expect(merges).toHaveLength(2);
  const { storage } = space;
  const { checkLog } = createIntegrationModule({
    home: storage.folder,
    storage,
    clock: systemClock,
    ids: randomId,
  }).queries;
  expect(unwrap(await checkLog(merges[0]?.thing ?? '', 0))).toContain('was removed');
  expect(await space.agents.queries.log(await runOf(merged))).toMatchObject({
    ok: false,
    error: { kind: 'run.log-removed' },
  });
  expect(unwrap(await space.agents.queries.log(await runOf(failed))).complete).toBe(true);
  expect((await clean(31)).removed).toEqual([]);
});

test('a worktree that was removed is made again when its task is taken up once more', async () => {
  await using scene = await openScene();
  const { space } = scene;
  const task = await scene.done(
    'Again',
    'date >> again.txt; echo $$ >> again.txt; git add -A && git commit -q -m again',
  );
  await scene.clean(2);
  expect(existsSync(await scene.treeOf(task))).toBe(false);
  unwrap(await space.tasks.commands.reopen({ task: task.id }, testAct));
  await space.assign(task);
  await waitFor(async () => unwrap(await space.agents.queries.list({ taskId: task.id })).total === 2);
  await space.until(task, 'closed');
  expect(existsSync(await scene.treeOf(task))).toBe(true);
});

test('a merged branch goes long after its task was closed, with the name of where it began; one with commits of its own stays', async () => {
  await using scene = await openScene();
  const { space, clean, clone } = scene;
  const merged = await scene.done('Merged', `echo $$ >> merged.txt; ${commit('more.txt')}`);
  unwrap(await space.projects.commands.set({ project: 'sample', mergeStyle: 'squash' }, testAct));
  const squashed = await scene.done('Squashed', commit('squashed.txt'));
  const open = await space.task('Open', `${commit('open.txt')}; exit 3`);
  await space.assign(open);
  await space.until(open, 'blocked');
  const refs = () => listTaskRefs(clone);
  const before = await refs();
  const mine = before.filter(({ taskId }) => taskId === merged.id);
  expect(mine.map(({ of }) => of)).toEqual(['branch', 'base']);

  const named = (cleaning: Cleaning) =>
    cleaning.removed.filter(({ kind }) => kind === 'branch' || kind === 'ref').map(({ thing }) => thing);
  expect(named(await clean(89))).toEqual([]);
  const planned = await clean(91, true);
  expect(named(planned)).toEqual(mine.map(({ ref }) => ref));
  expect(await refs()).toEqual(before);
  const { removed, kept } = await clean(91);
  expect(removed).toEqual(planned.removed);
  expect(await refs()).toEqual(before.filter(({ taskId }) => taskId !== merged.id));
  const stays = (why: string) => kept.find((group) => group.kind === 'branch' && group.why === why)?.things.join();
  expect(stays('it has commits that are on no other branch')).toContain(squashed.id);
  expect(stays('task not closed')).toContain(open.id);
  expect(await space.repo.files('cw/next')).toContain('merged.txt');

  unwrap(await space.tasks.commands.reopen({ task: merged.id }, testAct));
  await space.assign(merged);
  await waitFor(async () => unwrap(await space.agents.queries.list({ taskId: merged.id })).total === 2);
  await space.until(merged, 'closed');
});

test('reports of crashes go when they are old; what was set aside only where somebody wants that', async () => {
  await using scene = await openScene();
  const { space, clean } = scene;
  const home = space.storage.folder;
  const task = await scene.done('Made a repository', `${commit('a.txt')}`);
  const report = join(home, 'crashes', '2026-01-01.log');
  const aside = join(projectPaths(home, space.project.id).dir, 'set-aside', `${task.id}-1`);
  for (const path of [report, join(aside, 'HEAD')]) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, 'x');
  }
  const gone = async (days: number) => {
    const { removed } = await clean(days);
    return removed.filter(({ kind }) => kind === 'crash' || kind === 'set-aside').map(({ thing }) => thing);
  };
  expect(await gone(29)).toEqual([]);
  expect(await gone(31)).toEqual([report]);
  expect(await gone(999)).toEqual([]);
  const week = { key: 'cleanup.setAside', value: '7', scope: 'workspace', scopeId: '' } as const;
  unwrap(await createConfigModule(space, upkeepConfigKeys).commands.set(week, testAct));
  expect(await gone(6)).toEqual([]);
  expect(await gone(8)).toEqual([aside]);
  expect([report, aside].map((path) => existsSync(path))).toEqual([false, false]);
});

test('refs of earlier attempts go long after the task was closed, and the commit they held is told', async () => {
  await using scene = await openScene();
  const { space, clean } = scene;
  const task = await space.task('Twice', `${commit('one.txt')}; [ -e "$HOME/never" ]`);
  await space.assign(task);
  await space.until(task, 'blocked');
  await space.assign(task);
  await waitFor(async () => unwrap(await space.agents.queries.list({ taskId: task.id })).total === 2);
  await space.until(task, 'blocked');
  await scene.cancel(task);
  expect((await clean(89)).removed.filter(({ kind }) => kind === 'ref')).toEqual([]);
  const { removed, kept } = await clean(91);
  expect(removed.filter(({ kind }) => kind === 'ref')).toMatchObject([
    { taskId: task.id, commit: expect.stringMatching(/^[0-9a-f]{40}$/) },
  ]);
  expect(kept).toContainEqual(expect.objectContaining({ kind: 'worktree', why: expect.stringMatching(/not merged$/) }));
  const events = await space.storage.bus.read(0, 10_000);
  expect(events.findLast(({ type }) => type === 'workspace.cleaned')?.payload).toMatchObject({ removed });
});

test('an agent may not clean up', async () => {
  await using scene = await openScene();
  const { storage } = scene.space;
  const controls = createUpkeepModule({ home: storage.folder, storage, clock: fixedClock(Date.now()), ids: randomId });
  const act = { actor: { kind: 'run', id: 'rn_a', name: 'run' } } as const;
  expect(await controls.commands.cleanUp({ dryRun: false }, act)).toMatchObject({
    ok: false,
    error: { kind: 'dispatch.people-only' },
  });
});
