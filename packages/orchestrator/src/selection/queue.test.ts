import { createConfigModule } from '@cw/config';
import { unwrap } from '@cw/kernel';
import { testAct } from '@cw/storage/testing';
import { openTestTasks } from '@cw/tasks/testing';
import { expect, test } from 'vitest';
import { orchestratorConfigKeys } from '../config-keys.ts';
import { firstInQueue, placeInQueue } from './queue.ts';

test('a task has its place among those that are assigned, in the order in which they are started', async () => {
  using home = openTestTasks();
  const { read } = home.storage;
  const [one, two] = [await home.addProject('one'), await home.addProject('two')];
  const low = await home.build({ title: 'low', project: one, priority: 'P3' });
  const high = await home.build({ title: 'high', project: two, priority: 'P0' });
  const idle = await home.build({ title: 'not assigned', project: one });
  unwrap(await home.tasks.commands.assign({ tasks: [low.id, high.id] }, testAct));
  const places = () => Promise.all([low, high, idle].map(({ id }) => placeInQueue(read, id)));
  const first = async (projectId?: string) =>
    (await firstInQueue(read, { projectId, limit: 1 })).map(({ title }) => title);
  expect([await places(), await first(), await first(one)]).toEqual([[2, 1, undefined], ['high'], ['low']]);
  const config = createConfigModule(home, orchestratorConfigKeys);
  const oldest = { key: 'orchestrator.strategy', value: 'oldest', scope: 'workspace', scopeId: '' } as const;
  unwrap(await config.commands.set(oldest, testAct));
  expect([await places(), await first()]).toEqual([[1, 2, undefined], ['low']]);
});
