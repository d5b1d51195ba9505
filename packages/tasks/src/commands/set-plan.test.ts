import { type Act, unwrap } from '@cw/kernel';
import { testAct } from '@cw/storage/testing';
import { describe, expect, test } from 'vitest';
import { openTestTasks, testHolder } from '../testing.ts';

const run: Act = { actor: { kind: 'run', id: 'rn_1', name: 'rn_1' }, runId: 'rn_1' };

describe('a task that asks for a plan', () => {
  test('is ready once a person approved what the plan says, and no more once it says something else', async () => {
    using home = openTestTasks();
    const { commands } = home.tasks;
    const task = await home.build({ requiresPlan: true });
    expect((await home.get(task.id)).ready).toBe(false);
    const plan = unwrap(
      await commands.setPlan({ task: task.id, goal: 'g', steps: ['one', 'two'], files: ['a.ts'] }, run),
    );
    unwrap(await commands.approvePlan({ task: task.id, digest: plan.digest }, testAct));
    expect(await home.get(task.id)).toMatchObject({ ready: true, plan: { approvedBy: 'tess', steps: ['one', 'two'] } });
    const changed = unwrap(await commands.setPlan({ task: task.id, approach: 'another' }, run));
    expect(changed).toMatchObject({ goal: 'g', approach: 'another', approvedBy: null });
    expect(await home.get(task.id)).toMatchObject({ ready: false, revision: 4 });
  });

  test('is not done before a plan that changed under way is approved again, which its history tells', async () => {
    using home = openTestTasks();
    const { commands } = home.tasks;
    const { id } = await home.build({ requiresPlan: true });
    const { digest } = unwrap(await commands.setPlan({ task: id, goal: 'g' }, run));
    unwrap(await commands.approvePlan({ task: id, digest }, testAct));
    unwrap(await commands.claim({ task: id, holder: testHolder }, testAct));
    const changed = unwrap(await commands.setPlan({ task: id, goal: 'another' }, run));
    const close = { task: id, holder: testHolder };
    const refused = { error: { kind: 'task.plan-not-approved', taskId: id } };
    expect(await commands.close(close, testAct)).toMatchObject(refused);
    const agent = { name: 's1', kind: 'agent' } as const;
    unwrap(await commands.release(close, testAct));
    expect(await commands.close({ task: id, holder: agent, force: true }, testAct)).toMatchObject(refused);
    const story = await home.tasks.queries.history(id);
    expect(JSON.stringify(story)).toContain('"planApproved":false');
    unwrap(await commands.approvePlan({ task: id, digest: changed.digest }, testAct));
    expect((await commands.close(close, testAct)).ok).toBe(true);
  });

  test('is not approved by a run, nor freed of it by one', async () => {
    using home = openTestTasks();
    const { commands } = home.tasks;
    const task = await home.build({ requiresPlan: true });
    const { digest } = unwrap(await commands.setPlan({ task: task.id, goal: 'g' }, run));
    const forbidden = { error: { kind: 'task.people-only', action: 'approve-plan' } };
    expect(await commands.approvePlan({ task: task.id, digest }, run)).toMatchObject(forbidden);
    const update = { task: task.id, requiresPlan: false, holder: testHolder };
    expect(await commands.update(update, run)).toMatchObject(forbidden);
  });

  test('is not approved for what was not shown', async () => {
    using home = openTestTasks();
    const { commands } = home.tasks;
    const task = await home.build();
    expect(await commands.approvePlan({ task: task.id, digest: 'abcdef123456' }, testAct)).toMatchObject({
      error: { kind: 'task.no-plan' },
    });
    const shown = unwrap(await commands.setPlan({ task: task.id, goal: 'one' }, testAct));
    const now = unwrap(await commands.setPlan({ task: task.id, goal: 'two' }, run));
    expect(await commands.approvePlan({ task: task.id, digest: shown.digest }, testAct)).toMatchObject({
      error: { kind: 'task.plan-changed', seen: shown.digest, digest: now.digest },
    });
    expect(await commands.approvePlan({ task: task.id, digest: '' }, testAct)).toMatchObject({
      error: { kind: 'task.plan-changed' },
    });
  });

  test('is not written over another that was not seen', async () => {
    using home = openTestTasks();
    const { commands } = home.tasks;
    const task = await home.build();
    const first = unwrap(await commands.setPlan({ task: task.id, goal: 'one', seen: '' }, testAct));
    unwrap(await commands.setPlan({ task: task.id, goal: 'two', seen: first.digest }, run));
    const stale = { error: { kind: 'task.plan-stale' } };
    expect(await commands.setPlan({ task: task.id, goal: 'mine', seen: first.digest }, testAct)).toMatchObject(stale);
    expect(await commands.setPlan({ task: task.id, goal: 'mine', seen: '' }, testAct)).toMatchObject(stale);
    expect((await home.tasks.queries.plan(task.id))?.goal).toBe('two');
  });

  test('keeps its approval when the same is written again', async () => {
    using home = openTestTasks();
    const { commands } = home.tasks;
    const task = await home.build({ requiresPlan: true });
    const { digest } = unwrap(await commands.setPlan({ task: task.id, goal: 'g' }, testAct));
    unwrap(await commands.approvePlan({ task: task.id, digest: digest.slice(0, 6) }, testAct));
    expect(unwrap(await commands.setPlan({ task: task.id, goal: 'g' }, run)).approvedBy).toBe('tess');
  });
});
