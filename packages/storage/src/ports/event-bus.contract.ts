import { describe, expect, test } from 'vitest';
import { followEvents } from '../follow-events.ts';
import type { EventBus } from './event-bus.ts';

export type EventBusUnderTest = Disposable & { readonly bus: EventBus; publish(type: string): Promise<void> };

/** What every adapter of the event bus must do. */
export function describeEventBus(name: string, make: () => EventBusUnderTest): void {
  describe(`an event bus ${name}`, () => {
    test('hands out positions that only grow', async () => {
      using under = make();
      expect((await under.bus.head()).seq).toBe(0);
      await under.publish('task.created');
      await under.publish('task.closed');
      const events = await under.bus.read(0, 10);
      expect(events.map((event) => event.type)).toEqual(['task.created', 'task.closed']);
      expect((await under.bus.head()).seq).toBe(events.at(-1)?.seq);
    });

    test('reads on from a position without gap or repeat', async () => {
      using under = make();
      for (let index = 0; index < 5; index += 1) await under.publish(`task.changed-${index}`);
      const first = await under.bus.read(0, 2);
      const rest = await under.bus.read(first.at(-1)?.seq ?? 0, 10);
      expect([...first, ...rest].map((event) => event.type)).toEqual([0, 1, 2, 3, 4].map((n) => `task.changed-${n}`));
    });

    test('wakes a follower for each event published while it waits', async () => {
      using under = make();
      const stop = new AbortController();
      const seen: string[] = [];
      const following = (async () => {
        for await (const event of followEvents(under.bus, 0, stop.signal)) {
          seen.push(event.type);
          if (seen.length === 3) stop.abort();
        }
      })();
      await under.publish('run.started');
      await under.publish('run.step-reached');
      await under.publish('run.ended');
      await following;
      expect(seen).toEqual(['run.started', 'run.step-reached', 'run.ended']);
    });
  });
}
