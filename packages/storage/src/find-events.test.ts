import { describe, expect, test } from 'vitest';
import {
  countEvents,
  type EventFilter,
  eventTypes,
  findActor,
  findEntity,
  findEvents,
  findFirstEvents,
  followFound,
} from './find-events.ts';
import { anyEvent, openTestStorage, testAct } from './testing.ts';

const run = { actor: { kind: 'run', id: 'rn_a', name: 'worker' }, runId: 'rn_a' } as const;

describe('finding events', () => {
  test.each<readonly [string, EventFilter, readonly number[]]>([
    ['all, newest first', {}, [4, 3, 2, 1]],
    ['of a task, with what names it', { entity: 'tk_a' }, [4, 2, 1]],
    ['of a run, with what it did', { entity: 'rn_a' }, [3, 2]],
    ['by agents', { actorKinds: ['run'] }, [3, 2]],
    ['by a name or an id', { actor: 'worker' }, [3, 2]],
    ['of a noun', { kinds: ['task'] }, [4, 3, 1]],
    ['of a type', { kinds: ['task.closed', 'run.started'] }, [3, 2]],
    ['of all types but one', { without: ['task.closed'] }, [4, 2, 1]],
    ['between positions', { after: 1, before: 4 }, [3, 2]],
    ['before any', { until: 0 }, []],
    ['since a moment that is to come', { since: Number.MAX_SAFE_INTEGER }, []],
    ['whose name looks like part of a statement', { entity: "' OR 1=1 --" }, []],
  ])('%s', async (_, filter, seqs) => {
    using storage = openTestStorage();
    await storage.transact(async (tx) => {
      await anyEvent.append(tx, { type: 'task.created', entity: 'tk_a', payload: {} }, testAct);
      await anyEvent.append(tx, { type: 'run.started', entity: 'rn_a', payload: { taskId: 'tk_a' } }, run);
      await anyEvent.append(tx, { type: 'task.closed', entity: 'tk_b', payload: {} }, run);
      await anyEvent.append(tx, { type: 'task.dependency-added', entity: 'tk_b', payload: { onId: 'tk_a' } }, testAct);
    });
    expect((await findEvents(storage.read, filter, 10)).map(({ seq }) => seq)).toEqual(seqs);
    const first = await findFirstEvents(storage.read, filter, 10);
    expect(first.map(({ seq }) => seq)).toEqual(seqs.toReversed());
    expect(await countEvents(storage.read, filter)).toBe(seqs.length);
  });

  test('no more than were asked for', async () => {
    using storage = openTestStorage();
    await storage.transact(async (tx) => {
      for (const entity of ['tk_a', 'tk_b'])
        await anyEvent.append(tx, { type: 'task.created', entity, payload: {} }, testAct);
    });
    expect((await findEvents(storage.read, {}, 1)).map(({ entity }) => entity)).toEqual(['tk_b']);
  });

  test('the thing they are about is told by the start of its id', async () => {
    using storage = openTestStorage();
    await storage.transact(async (tx) => {
      for (const entity of ['tk_a', 'tk_a', 'tk_bc', 'tk_bd'])
        await anyEvent.append(tx, { type: 'task.created', entity, payload: {} }, testAct);
    });
    expect(await findEntity(storage.read, 'tk_a')).toEqual({ ok: true, value: 'tk_a' });
    expect(await findEntity(storage.read, 'tk_b')).toEqual({ ok: false, error: { matches: ['tk_bc', 'tk_bd'] } });
    expect(await findEntity(storage.read, 'tk_c')).toEqual({ ok: false, error: { matches: [] } });
  });

  test('who did something is told by the start of a name or an id, and a wrong one by what was meant', async () => {
    using storage = openTestStorage();
    await storage.transact(async (tx) => {
      await anyEvent.append(tx, { type: 'task.created', entity: 'tk_a', payload: {} }, testAct);
      await anyEvent.append(tx, { type: 'run.started', entity: 'rn_a', payload: {} }, run);
    });
    for (const text of ['worker', 'WORK'])
      expect(await findActor(storage.read, text)).toEqual({ ok: true, value: 'worker' });
    expect(await findActor(storage.read, 'wroker')).toEqual({ ok: false, error: { matches: [], meant: 'worker' } });
    expect((await eventTypes(storage.read)).toSorted()).toEqual(['run.started', 'task.created']);
  });

  test('those that are meant are followed, also when many others come between', async () => {
    using storage = openTestStorage();
    const stop = new AbortController();
    const seen: number[] = [];
    const filter = { kinds: ['task'] };
    const write = (type: string) =>
      storage.transact((tx) => anyEvent.append(tx, { type, entity: 'x', payload: {} }, testAct));
    await write('task.created');
    const following = (async () => {
      for await (const { seq } of followFound(storage, { filter, after: 0 }, stop.signal)) {
        seen.push(seq);
        if (seen.length === 3) stop.abort();
      }
    })();
    for (const type of ['run.created', 'task.closed', 'run.ended', 'task.reopened']) await write(type);
    await following;
    expect(seen).toEqual([1, 3, 5]);
  });
});
