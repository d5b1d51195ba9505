import { unwrap } from '@cw/kernel';
import { testAct } from '@cw/storage/testing';
import { expect, test } from 'vitest';
import { defaultLeaseMs } from '../model/task.ts';
import { openTestTasks, testHolder } from '../testing.ts';

const agent = { kind: 'agent', name: 'session:1' } as const;

test("a heartbeat renews an agent's lease until it runs out, and then says that the task is free", async () => {
  let now = 1000;
  using home = openTestTasks({ clock: { now: () => now } });
  const { commands, queries } = home.tasks;
  const task = await home.build();
  unwrap(await commands.claim({ task: task.id, holder: agent }, testAct));
  now += defaultLeaseMs - 1;
  const renewed = unwrap(await commands.heartbeat({ task: task.id, holder: agent }));
  expect(renewed.lease?.expiresAt).toBe(new Date(now + defaultLeaseMs).toISOString());
  expect(await commands.heartbeat({ task: task.id, holder: testHolder })).toMatchObject({
    error: { kind: 'task.not-held', holder: 'session:1' },
  });
  now += defaultLeaseMs + 1;
  expect(await commands.heartbeat({ task: task.id, holder: agent })).toMatchObject({
    error: { kind: 'task.not-held', holder: null },
  });
  unwrap(await commands.claim({ task: task.id, holder: { kind: 'agent', name: 'session:2' } }, testAct));
  const types = (await queries.history(task.id)).items.map(({ type }) => type);
  expect(types).toEqual(['task.created', 'task.claimed', 'task.lease-expired', 'task.claimed']);
});
