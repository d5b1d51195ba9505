import { type Act, unwrap } from '@cw/kernel';
import { testAct } from '@cw/storage/testing';
import { bytesSource } from '@cw/task-formats/testing';
import { describe, expect, test } from 'vitest';
import { openTestTasks, type TestTasks, testHolder } from '../testing.ts';

const run: Act = { actor: { kind: 'run', id: 'rn_1', name: 'rn_1' }, runId: 'rn_1' };

/** A gate, and a task that needs it. */
async function gated(home: TestTasks) {
  const gate = await home.build({ title: 'gate', gate: true });
  const next = await home.build({ title: 'next', needs: [gate.id] });
  const close = () => home.tasks.commands.close({ task: gate.id, holder: testHolder }, testAct);
  return { gate: gate.id, next: next.id, close };
}

describe('a task that is a gate', () => {
  test('keeps back what needs it until a person approved what came of it', async () => {
    using home = openTestTasks();
    const { commands } = home.tasks;
    const { gate, next, close } = await gated(home);
    expect(await commands.approveGate({ task: gate }, testAct)).toMatchObject({ error: { kind: 'task.not-closed' } });
    unwrap(await close());
    expect(await home.get(next)).toMatchObject({ ready: false, blockers: [{ id: gate, reason: 'gate' }] });
    unwrap(await commands.approveGate({ task: gate }, testAct));
    expect(await home.get(next)).toMatchObject({ ready: true, blockers: [] });
    expect(await home.get(gate)).toMatchObject({ gateApprovedBy: 'tess', gateApprovedAt: expect.any(String) });
  });

  test('is to be approved again when it was reopened, or made a gate anew', async () => {
    using home = openTestTasks();
    const { commands } = home.tasks;
    const { gate, next, close } = await gated(home);
    unwrap(await close());
    unwrap(await commands.approveGate({ task: gate }, testAct));
    unwrap(await commands.reopen({ task: gate }, testAct));
    unwrap(await close());
    expect((await home.get(next)).ready).toBe(false);
    unwrap(await commands.approveGate({ task: gate }, testAct));
    for (const value of [false, true])
      unwrap(await commands.update({ task: gate, gate: value, holder: testHolder }, testAct));
    expect((await home.get(next)).ready).toBe(false);
  });

  test('is not approved by a run, nor freed of it by one; another task has nothing to approve', async () => {
    using home = openTestTasks();
    const { commands } = home.tasks;
    const { gate, next, close } = await gated(home);
    unwrap(await close());
    const forbidden = { error: { kind: 'task.people-only', action: 'approve-gate' } };
    expect(await commands.approveGate({ task: gate }, run)).toMatchObject(forbidden);
    expect(await commands.update({ task: gate, gate: false, holder: testHolder }, run)).toMatchObject(forbidden);
    expect(await commands.approveGate({ task: next }, testAct)).toMatchObject({ error: { kind: 'task.no-gate' } });
  });

  test('comes into another workspace as a gate that nobody approved yet', async () => {
    using home = openTestTasks();
    const { gate, close } = await gated(home);
    unwrap(await close());
    unwrap(await home.tasks.commands.approveGate({ task: gate }, testAct));
    const [line = ''] = [JSON.stringify({ _type: 'task', ...(await home.get(gate)), parent: null, project: null })];
    using there = openTestTasks();
    unwrap(await there.tasks.commands.import({ source: bytesSource(Buffer.from(line)) }, testAct));
    expect(await there.get(gate)).toMatchObject({
      gate: true,
      gateApprovedBy: null,
      metadata: { imported: { gateApproval: { by: 'tess' } } },
    });
  });
});
