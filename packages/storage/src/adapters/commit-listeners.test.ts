import { join } from 'node:path';
import { Fault } from '@cw/kernel';
import { expect, test, vi } from 'vitest';
import { openTestStorage } from '../testing.ts';
import { openBell } from './bell.ts';
import { commitListeners } from './commit-listeners.ts';

test('listeners are told once that a database cannot be looked at any more, and again when it can', async () => {
  using storage = openTestStorage();
  const path = join(storage.folder, 'bell');
  const bell = openBell(path);
  let version: number | undefined = 1;
  const commits = commitListeners(path, () => {
    if (version === undefined) throw new Fault({ code: 'storage.unreadable', message: 'It is damaged.' });
    return version;
  });
  let looks = 0;
  let told = 0;
  commits.listen(() => {
    told += 1;
  });
  const ringsUntil = (count: number) =>
    vi.waitFor(() => {
      looks += 1;
      bell.ring();
      expect(told).toBe(count);
    });
  version = undefined;
  await ringsUntil(1);
  for (const before = looks; looks < before + 5; ) await ringsUntil(1);
  version = 2;
  await ringsUntil(2);
  commits.close();
  bell.close();
});
