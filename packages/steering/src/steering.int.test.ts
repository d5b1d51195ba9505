import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { unwrap } from '@cw/kernel';
import { createMessagesModule } from '@cw/messages';
import { startRetrying } from '@cw/orchestrator/testing';
import { testAct } from '@cw/storage/testing';
import type { TaskView } from '@cw/tasks';
import { waitFor } from '@cw/testkit';
import { describe, expect, test } from 'vitest';
import { createSteeringModule } from './steering.module.ts';

const byRun = { actor: { kind: 'run', id: 'rn_x', name: 'rn_x' }, runId: 'rn_x' } as const;

/** An agent that has said something and committed, and works until it is ended. */
const works = 'say 1; adds one.txt; echo half > half.txt; while :; do sleep 0.2; done';

async function start(turns: readonly string[]) {
  const space = await startRetrying(turns);
  const { commands, queries } = createSteeringModule(space);
  const steering = { ...commands, ...queries };
  return {
    ...space,
    steering,
    atWork: async (task: TaskView) =>
      waitFor(
        async () => {
          const [run] = (await space.runs(task)).filter(({ endedAt }) => endedAt === null);
          if (run === undefined) return undefined;
          const { worktree, turns: taken } = unwrap(await space.agents.queries.show(run.id));
          return taken > 0 && worktree !== null && existsSync(join(worktree, 'half.txt'))
            ? { id: run.id, worktree }
            : undefined;
        },
        { what: 'an agent at work' },
      ),
    now: (task: TaskView) => space.tasks.queries.get(task.id),
  };
}

describe.concurrent('a run that a person takes over', () => {
  test('ends with its work kept, is held by the person, and is gone on with when handed back', async () => {
    await using space = await start([works, 'say 1; adds three.txt; done_']);
    const task = await space.begin('Taken');
    const { id, worktree } = await space.atWork(task);
    expect(await space.steering.takeOver({ run: id }, byRun)).toMatchObject({ error: { kind: 'steer.people-only' } });
    const taken = unwrap(await space.steering.takeOver({ run: task.id }, testAct));
    expect(taken).toMatchObject({ runId: id, stopped: false, worktree });
    expect(taken.resume?.argv).toContain('--resume');
    expect(await space.now(task)).toMatchObject({ status: 'in_progress', lease: { holder: testAct.actor.name } });
    const ended = await waitFor(async () => {
      const run = unwrap(await space.agents.queries.show(id));
      return run.endedAt === null ? undefined : run;
    });
    const reason = expect.stringMatching(`^Taken over by ${testAct.actor.name}`);
    expect(ended).toMatchObject({ outcome: 'stopped', reason });
    expect(await space.now(task)).toMatchObject({ status: 'in_progress', lease: { holder: testAct.actor.name } });
    expect(space.starts()).toBe(1);
    writeFileSync(join(worktree, 'by-hand.txt'), 'x');
    const back = unwrap(await space.steering.handBack({ task: task.id, note: 'Add three.' }, testAct));
    expect(back.mode).toBe('resume');
    await space.until(task, 'closed');
    expect(space.given(2).prompt).toMatch(/had taken this over.*Add three\./);
    const files = (await space.repo.git('ls-tree', '--name-only', 'cw/next')).split('\n');
    expect(files).toEqual(expect.arrayContaining(['one.txt', 'half.txt', 'by-hand.txt', 'three.txt']));
    const said = (await space.tasks.queries.comments(task.id)).items.map(({ text }) => text);
    expect(said.filter((text) => text.startsWith('After the run had ended'))).toEqual([
      "After the run had ended, files were changed in its worktree. The changes are on the task's branch now.\n\n- `by-hand.txt`",
    ]);
    const again = await space.steering.takeOver({ run: task.id }, testAct);
    expect(again).toMatchObject({ ok: false, error: { kind: 'task.already-closed' } });
    expect(await space.steering.handBack({ task: task.id }, testAct)).toMatchObject({
      error: { kind: 'steer.not-taken-over' },
    });
  });

  test('of a program without conversations is gone on with in its worktree by a new one', async () => {
    await using space = await start([]);
    const path = join(space.storage.folder, 'gate');
    const script = `if [ -e mine.txt ]; then echo b > b.txt; else echo a > a.txt; touch ${path}; sleep 1000; fi`;
    const task = await space.task('Script', script);
    await space.assign(task);
    await waitFor(() => existsSync(path), { what: 'the script to be at work' });
    const [run] = await space.runs(task);
    const refused = await space.steering.message({ run: task.id, text: 'Hello.' }, testAct);
    expect(refused).toMatchObject({ ok: false, error: { kind: 'steer.no-channel' } });
    unwrap(await space.steering.takeOver({ run: task.id }, testAct));
    const { worktree } = unwrap(await space.agents.queries.show(run?.id ?? ''));
    await waitFor(async () => unwrap(await space.agents.queries.show(run?.id ?? '')).endedAt !== null);
    writeFileSync(join(worktree ?? '', 'mine.txt'), 'x');
    unwrap(await space.steering.handBack({ task: task.id }, testAct));
    await space.until(task, 'closed');
    const files = (await space.repo.git('ls-tree', '--name-only', 'cw/next')).split('\n');
    expect(files).toEqual(expect.arrayContaining(['a.txt', 'mine.txt', 'b.txt']));
    expect((await space.controls.attempts(task.id)).map(({ next }) => next.kind)).toEqual(['handed-over', 'closed']);
    const more = await space.steering.followUp({ run: task.id, text: 'And c.' }, testAct);
    expect(more).toMatchObject({ error: { kind: 'retry.cannot-resume', why: 'program-keeps-none' } });
    const late = await space.steering.message({ run: task.id, text: 'And c.' }, testAct);
    expect(late).toMatchObject({ error: { kind: 'steer.run-over', canGoOn: false } });
    expect(await space.now(task)).toMatchObject({ status: 'closed' });
  });
});

test.concurrent('what is said after the result goes to the same conversation, on top of what was merged', async () => {
  await using space = await start(['say 1; adds one.txt; done_', 'say 1; adds two.txt; done_']);
  const task = await space.begin('Followed up');
  await space.until(task, 'closed');
  expect(await space.steering.message({ run: task.id, text: 'And two.' }, testAct)).toMatchObject({
    error: { kind: 'steer.run-over', how: 'ended' },
  });
  unwrap(await space.steering.followUp({ run: task.id, text: 'And two.' }, testAct));
  await waitFor(async () => (await space.runs(task)).length === 2 && (await space.now(task))?.status === 'closed');
  expect(space.given(2).args.join(' ')).toContain('--resume=');
  expect(space.given(2).prompt).toContain('And two.');
  expect(await space.repo.subjects('cw/next')).toEqual(expect.arrayContaining(['feat: one.txt', 'feat: two.txt']));
});

test.concurrent('what is said to an agent that finishes without reading it is put on its task', async () => {
  const deaf = 'say 1; echo half > half.txt; until [ -e go ]; do sleep 0.2; done; rm go half.txt; done_';
  await using space = await start([deaf]);
  const task = await space.begin('Deaf');
  const { worktree } = await space.atWork(task);
  unwrap(await space.steering.message({ run: task.id, text: 'Mind the gap.' }, testAct));
  writeFileSync(join(worktree, 'go'), '');
  await space.until(task, 'closed');
  const { items } = await space.tasks.queries.comments(task.id);
  expect(items.map(({ text }) => text)).toEqual([expect.stringMatching(/came too late for rn_[\s\S]*Mind the gap\./)]);
  expect(unwrap(await space.steering.messages(task.id))).toMatchObject([{ text: 'Mind the gap.', deliveredAt: null }]);
});

test.concurrent('a hand-over that nobody asked for counts as an attempt, so that it ends before a person', async () => {
  const handsOver = `say 1; answers '{"status":"handoff","summary":"Half of it."}'`;
  await using space = await start([handsOver, handsOver, 'say 1; done_']);
  await space.set('orchestrator.maxAttempts', '2');
  const task = await space.begin('Hands over');
  const blocked = await space.until(task, 'blocked');
  expect(blocked.statusReason).toMatch(/handed over 2 times without progress/);
  const attempts = await space.controls.attempts(task.id);
  expect(attempts.map(({ outcome, next }) => [outcome, next.kind])).toEqual([
    ['handoff', 'handed-over'],
    ['handoff', expect.anything()],
  ]);
  expect(space.given(2).prompt).toContain('Half of it.');
  const [item] = unwrap(await createMessagesModule(space).queries.listItems({ taskId: task.id })).items;
  unwrap(await space.controls.answer({ item: item?.id ?? '', choice: 'retry', via: 'cli' }, testAct));
  await space.until(task, 'closed');
});

test.concurrent('a task is cancelled with what depends on it, and its agent is ended', async () => {
  await using space = await start([works]);
  const task = await space.begin('First');
  const make = async (title: string, needs: readonly string[]) =>
    unwrap(await space.tasks.commands.create({ title, needs, project: space.project.id }, testAct));
  const second = await make('Second', [task.id]);
  const third = await make('Third', [second.id]);
  const other = await make('Other', []);
  const { id } = await space.atWork(task);
  const looked = unwrap(await space.steering.cancel({ task: task.id, dependents: true, dryRun: true }, testAct));
  expect(looked.items.map((item) => item.id)).toEqual([task.id, second.id, third.id]);
  expect((await space.now(task))?.status).toBe('in_progress');
  const done = unwrap(await space.steering.cancel({ task: task.id, dependents: true, reason: 'Enough.' }, testAct));
  expect(done.items[0]).toMatchObject({ id: task.id, stoppedRun: id });
  for (const one of [task, second, third]) {
    expect(await space.now(one)).toMatchObject({ outcome: 'cancelled', closeReason: 'Enough.' });
  }
  expect((await space.now(other))?.status).toBe('open');
  await waitFor(async () => unwrap(await space.agents.queries.show(id)).outcome === 'stopped');
  expect((await space.now(task))?.outcome).toBe('cancelled');
});
