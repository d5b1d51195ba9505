import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runSteps } from '@cw/agents';
import { createConfigModule } from '@cw/config';
import { mergeStates } from '@cw/integration';
import { Fault, unwrap } from '@cw/kernel';
import { testAct } from '@cw/storage/testing';
import { waitFor } from '@cw/testkit';
import { describe, expect, test } from 'vitest';
import { maxConcurrent } from './config-keys.ts';
import { startWorkspace } from './testing.ts';

const commit = (file: string, text: string) =>
  `echo '${text}' > ${file} && git add -A && git commit -q -m 'Add ${file}'`;

describe('the orchestrator', () => {
  test('starts nothing that nobody assigned', async () => {
    await using space = await startWorkspace();
    await space.orchestrator.start('test');
    const idle = await space.task('Idle', commit('idle.txt', 'x'));
    const wanted = await space.task('Wanted', commit('wanted.txt', 'x'));
    await space.assign(wanted);
    await space.until(wanted, 'closed');
    expect((await space.tasks.queries.get(idle.id))?.status).toBe('open');
    expect(unwrap(await space.agents.queries.list({})).total).toBe(1);
  });

  test('carries tasks to merged commits in the order of their dependencies, beside an untouched checkout', async () => {
    await using space = await startWorkspace();
    const first = await space.task('First', `${commit('first.txt', 'one')} && echo 'said of the first'`);
    const second = await space.task('Second', `cat first.txt && ${commit('second.txt', 'two')}`, [first.id]);
    await space.assign(second, first);
    await space.orchestrator.start('test');
    const closed = await space.until(second, 'closed');
    expect(closed).toMatchObject({ outcome: 'done', lease: null });
    const [run] = unwrap(await space.agents.queries.list({ taskId: second.id })).items;
    expect(unwrap(await space.agents.queries.prompt(run?.id ?? ''))).toContain(
      `${first.id}: First (done). said of the first`,
    );
    expect(await space.repo.files('cw/next')).toEqual(expect.arrayContaining(['first.txt', 'second.txt']));
    expect(await space.repo.files('HEAD')).toEqual(['README.md']);
    expect(space.errors).toEqual([]);
  });

  test('gives the agent the file that the project names as context, from outside the repository', async () => {
    await using space = await startWorkspace();
    const contextFile = join(space.storage.folder, 'HOUSE.md');
    writeFileSync(contextFile, 'Be kind to the reader.\n');
    unwrap(await space.projects.commands.set({ project: 'sample', contextFile }, testAct));
    const task = await space.task('Reads', 'true');
    await space.assign(task);
    await space.orchestrator.start('test');
    await space.until(task, 'closed');
    const [run] = unwrap(await space.agents.queries.list({ taskId: task.id })).items;
    expect(unwrap(await space.agents.queries.prompt(run?.id ?? ''))).toContain('Be kind to the reader.');
    expect(unwrap(await space.agents.queries.inputs(run?.id ?? ''))).toMatchObject([{ name: contextFile, note: null }]);
  });

  test('names each point that a crash must be survived at, in the order in which they come', async () => {
    await using space = await startWorkspace();
    const task = await space.task('Plain', commit('plain.txt', 'x'));
    await space.assign(task);
    await space.orchestrator.start('test');
    await space.until(task, 'closed');
    await waitFor(() => space.points.includes('merge:merged'), { what: 'the last point' });
    expect(space.points).toEqual([
      ...runSteps.filter((step) => step !== 'ended').flatMap((step) => [`run:${step}:before`, `run:${step}:after`]),
      ...mergeStates
        .slice(mergeStates.indexOf('preparing'), mergeStates.indexOf('merged') + 1)
        .map((state) => `merge:${state}`),
    ]);
  });

  test('leaves a task blocked with the reason when its run fails, and starts it again only when assigned again', async () => {
    await using space = await startWorkspace();
    const task = await space.task('Fails', 'echo cannot do it; exit 3');
    await space.assign(task);
    await space.orchestrator.start('test');
    const blocked = await space.until(task, 'blocked');
    expect(blocked).toMatchObject({ outcome: null, dispatch: 'manual', lease: null });
    expect(blocked.statusReason).toContain('cannot do it');
    const change = { task: task.id, script: commit('now.txt', 'x'), holder: { name: 'tess', kind: 'person' } } as const;
    unwrap(await space.tasks.commands.update(change, testAct));
    await space.assign(task);
    await space.until(task, 'closed');
    expect(unwrap(await space.agents.queries.list({ taskId: task.id })).items.map((run) => run.outcome)).toEqual([
      'done',
      'failed',
    ]);
  });

  test('closes a task whose run changed nothing, and says so', async () => {
    await using space = await startWorkspace();
    const task = await space.task('Looks', 'echo looked around');
    await space.assign(task);
    await space.orchestrator.start('test');
    expect((await space.until(task, 'closed')).closeReason).toContain('Nothing to merge: looked around');
  });

  test('holds back a run that ended in the middle of a rebase, and keeps what it left', async () => {
    await using space = await startWorkspace();
    const script = `${commit('a.txt', 'one')}
git checkout -q -b side HEAD~1 && ${commit('a.txt', 'two')}
git rebase -q - || true`;
    const task = await space.task('Rebases', script);
    await space.assign(task);
    await space.orchestrator.start('test');
    expect((await space.until(task, 'blocked')).statusReason).toContain('refs/cw/rescue/');
  });

  test('a failing check leaves the branch where it is and the task waiting', async () => {
    await using space = await startWorkspace(['test ! -f bad.txt']);
    const task = await space.task('Bad', commit('bad.txt', 'x'));
    await space.assign(task);
    await space.orchestrator.start('test');
    expect((await space.until(task, 'blocked')).statusReason).toContain('failed with code 1');
    expect(await space.repo.files('cw/next').catch(() => ['README.md'])).not.toContain('bad.txt');
  });

  test('a database that cannot be written for a while ends no agent, and the run goes on afterwards', async () => {
    await using space = await startWorkspace();
    const script = `while [ ! -f go ]; do echo at work; sleep 0.2; done; rm go; ${commit('full.txt', 'x')}`;
    const task = await space.task('Through it', script);
    await space.assign(task);
    const disk = { full: false };
    const orchestrator = space.makeOrchestrator((work) => {
      if (disk.full) throw new Fault({ code: 'storage.full', message: 'The disk is full.' });
      return space.storage.transact(work);
    });
    await orchestrator.start('test');
    const running = await waitFor(async () => {
      const [run] = unwrap(await space.agents.queries.list({ taskId: task.id })).items;
      const shown = run && unwrap(await space.agents.queries.show(run.id));
      return shown?.step === 'running' ? shown : undefined;
    });
    disk.full = true;
    await waitFor(() => space.errors.length > 0, { what: 'the error' });
    expect(unwrap(await space.agents.queries.show(running.id))).toMatchObject({ step: 'running', outcome: null });
    disk.full = false;
    writeFileSync(`${running.worktree}/go`, '');
    await space.until(task, 'closed');
    const runs = unwrap(await space.agents.queries.list({ taskId: task.id })).items;
    expect(runs.map((run) => ({ outcome: run.outcome, attempt: run.attempt }))).toEqual([
      { outcome: 'done', attempt: 1 },
    ]);
    await orchestrator.stop();
  });

  test('an agent outlives the orchestrator and is adopted by the next', async () => {
    await using space = await startWorkspace();
    const task = await space.task('Long', `while [ ! -f go ]; do sleep 0.2; done; rm go; ${commit('long.txt', 'x')}`);
    await space.assign(task);
    await space.orchestrator.start('test');
    const running = await waitFor(
      async () => {
        const [run] = unwrap(await space.agents.queries.list({ taskId: task.id })).items;
        const shown = run && unwrap(await space.agents.queries.show(run.id));
        return shown?.step === 'running' ? shown : undefined;
      },
      { what: 'the run is under way' },
    );
    await space.orchestrator.stop();
    const next = space.makeOrchestrator();
    await next.start('next');
    writeFileSync(`${running.worktree}/go`, '');
    await space.until(task, 'closed');
    const runs = unwrap(await space.agents.queries.list({ taskId: task.id })).items;
    expect(runs.map((run) => run.outcome)).toEqual(['done']);
    expect(unwrap(await space.agents.queries.show(running.id)).pid).toBe(running.pid);
    await next.stop();
  });

  test('runs as many at once as the setting says', async () => {
    await using space = await startWorkspace();
    const set = { key: maxConcurrent.key, value: '2', scope: 'workspace', scopeId: '' } as const;
    unwrap(await createConfigModule(space, [maxConcurrent]).commands.set(set, testAct));
    const meet = (mine: string, other: string) =>
      `touch "$TMPDIR_MEET/${mine}"; while [ ! -f "$TMPDIR_MEET/${other}" ]; do sleep 0.2; done`;
    const folder = space.storage.folder;
    const left = await space.task('Left', meet('left', 'right').replaceAll('$TMPDIR_MEET', folder));
    const right = await space.task('Right', meet('right', 'left').replaceAll('$TMPDIR_MEET', folder));
    await space.assign(left, right);
    await space.orchestrator.start('test');
    await space.until(left, 'closed');
    await space.until(right, 'closed');
  });
});
