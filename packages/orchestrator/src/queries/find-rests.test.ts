import { openTestStorage } from '@cw/storage/testing';
import { expect, test } from 'vitest';
import { restStore } from '../adapters/rest-store.ts';
import { listAccountRests, restingAccounts } from './find-rests.ts';

const now = Date.parse('2026-03-01T08:00:00Z');
const hour = 3_600_000;
const account = { provider: 'claude', accountId: 'ac_1' };

test('an account rests for a model, for another, and as a whole, each until its own end', async () => {
  using storage = openTestStorage({ clock: { now: () => now } });
  const rest = (model: string | null, until: number) => ({
    ...account,
    cause: 'limit' as const,
    model,
    until,
    times: 1,
    reason: `until ${until}`,
    since: now,
  });
  const told = async () => (await listAccountRests(storage.read)).map(({ model, until }) => [model, until]);
  const save = (...rests: readonly ReturnType<typeof rest>[]) =>
    storage.transact(async (tx) => {
      for (const each of rests) await restStore(tx).saveAccount(each);
    });
  await save(rest('opus', now + 3 * hour), rest('sonnet', now - hour), rest(null, now + hour));
  expect(await told()).toEqual([
    [null, now + hour],
    ['opus', now + 3 * hour],
    ['sonnet', now - hour],
  ]);
  expect((await restingAccounts(storage.read)).map(({ model, cause }) => [model, cause])).toEqual([
    [null, 'limit'],
    ['opus', 'limit'],
  ]);
  await save(rest('opus', now + 2 * hour));
  await storage.transact((tx) => restStore(tx).removeAccount(rest(null, 0)));
  expect(await told()).toEqual([
    ['opus', now + 2 * hour],
    ['sonnet', now - hour],
  ]);
});
