import { unwrap } from '@cw/kernel';
import { describe, expect, test } from 'vitest';
import { type PageAsk, readPage } from './read-page.ts';
import { anyEvent, openTestStorage, testAct } from './testing.ts';

const list = {
  noun: 'thing',
  select: 'SELECT e.seq AS n, e.entity FROM events e',
  from: 'events e',
  conditions: ['e.entity <> ?'],
  params: ['c'],
  key: 'e.seq',
  toView: ({ entity }: { readonly n: number; readonly entity: string }) => entity,
} as const;

/** With an event each about a, b, c, d and e. */
async function fiveEvents() {
  const storage = openTestStorage();
  await storage.transact(async (tx) => {
    for (const entity of 'abcde') await anyEvent.append(tx, { type: 'thing.made', entity, payload: {} }, testAct);
  });
  return storage;
}

describe('a page of a list', () => {
  test.each([
    ['the newest first', false, ['ed', 'ba']],
    ['the oldest first', true, ['ab', 'de']],
  ])('%s: every item once, and the number of all on each', async (_, oldestFirst, pages) => {
    using storage = await fiveEvents();
    const read = async (ask: PageAsk) => unwrap(await readPage(storage.read, { ...list, oldestFirst }, ask));
    const first = await read({ limit: 2 });
    const last = await read({ limit: 2, cursor: first.nextCursor ?? '' });
    expect([first, last].map(({ items }) => items.join(''))).toEqual(pages);
    expect([first.total, last.total, last.nextCursor]).toEqual([4, 4, null]);
  });

  test.each<readonly [PageAsk, string]>([
    [{ limit: 0 }, 'thing.bad-limit'],
    [{ limit: 501 }, 'thing.bad-limit'],
    [{ limit: 1.5 }, 'thing.bad-limit'],
    [{ limit: Number.NaN }, 'thing.bad-limit'],
    [{ cursor: '' }, 'thing.bad-cursor'],
    [{ cursor: ' ' }, 'thing.bad-cursor'],
    [{ cursor: '-1' }, 'thing.bad-cursor'],
    [{ cursor: '1e3' }, 'thing.bad-cursor'],
    [{ cursor: '12345678901234567' }, 'thing.bad-cursor'],
  ])('%j is refused', async (ask, kind) => {
    using storage = await fiveEvents();
    expect(await readPage(storage.read, list, ask)).toMatchObject({ ok: false, error: { kind } });
  });
});
