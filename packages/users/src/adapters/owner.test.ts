import { openTestStorage } from '@cw/storage/testing';
import { expect, test } from 'vitest';
import { ensureOwner, findOwner } from './owner.ts';

test('a new workspace gets one owner, however many act at once', async () => {
  using storage = openTestStorage();
  expect(await findOwner(storage.read)).toBeUndefined();
  const owners = await Promise.all([ensureOwner(storage), ensureOwner(storage), ensureOwner(storage)]);
  expect(new Set(owners.map((owner) => owner.id)).size).toBe(1);
  expect(await storage.read.get('SELECT count(*) AS n FROM users')).toEqual({ n: 1 });
});
