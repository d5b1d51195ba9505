import { describe, expect, test } from 'vitest';
import { describeEventBus } from './ports/event-bus.contract.ts';
import { listParked, runSubscribers } from './subscribers.ts';
import { anyEvent, openTestStorage, testAct } from './testing.ts';

describeEventBus('over SQLite', () => {
  const storage = openTestStorage();
  return {
    bus: storage.bus,
    publish: async (type) => {
      await storage.transact((tx) => anyEvent.append(tx, { type, entity: 'x', payload: null }, testAct));
    },
    [Symbol.dispose]: () => storage[Symbol.dispose](),
  };
});

const publish = (storage: ReturnType<typeof openTestStorage>, type: string) =>
  storage.transact((tx) => anyEvent.append(tx, { type, entity: 'x', payload: null }, testAct));

async function until(condition: () => Promise<boolean> | boolean): Promise<void> {
  const end = performance.now() + 10_000;
  while (!(await condition())) {
    if (performance.now() > end) throw new Error('the condition never came true');
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

describe('subscribers', () => {
  test('get the events they want, in order, and go on from where they stood', async () => {
    using storage = openTestStorage();
    const seen: number[] = [];
    const subscriber = {
      name: 'test',
      types: ['run.'],
      react: async (event: { seq: number }) => void seen.push(event.seq),
    };
    await publish(storage, 'run.started');
    const first = runSubscribers(storage, [subscriber]);
    await publish(storage, 'task.created');
    await publish(storage, 'run.ended');
    await until(async () => {
      const row = await storage.read.get<{ seq: number }>("SELECT seq FROM subscriber_cursors WHERE name = 'test'");
      return row?.seq === 3;
    });
    await first();
    await publish(storage, 'run.ended');
    const second = runSubscribers(storage, [subscriber]);
    await until(() => seen.length === 3);
    await second();
    expect(seen).toEqual([1, 3, 4]);
  });

  test('one that keeps failing is parked and shown, and holds up nobody else', async () => {
    using storage = openTestStorage();
    const seen: string[] = [];
    const stop = runSubscribers(storage, [
      {
        name: 'broken',
        types: ['run.'],
        react: async () => {
          throw new Error('cannot');
        },
      },
      { name: 'well', types: ['run.'], react: async (event) => void seen.push(event.type) },
    ]);
    await publish(storage, 'run.started');
    await until(async () => (await listParked(storage.read)).length === 1);
    await stop();
    expect(seen).toEqual(['run.started']);
    expect((await listParked(storage.read))[0]).toMatchObject({ name: 'broken', seq: 0, error: 'cannot' });
  });
});
