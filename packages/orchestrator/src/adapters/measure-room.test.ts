import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { tempDir } from '@cw/testkit';
import { expect, test } from 'vitest';
import { measureRoom } from './measure-room.ts';

const mb = (count: number) => String(count * 2 ** 20);

test.each([
  ['what a container may use', { 'memory.max': mb(100), 'memory.current': mb(60), 'memory.stat': 'anon 1' }, 40],
  [
    'what it has read from files besides, which gives way',
    { 'memory.max': mb(100), 'memory.current': mb(100), 'memory.stat': `active_file 7\ninactive_file ${mb(70)}\n` },
    70,
  ],
  [
    'the same where it is told the older way',
    {
      'memory/memory.limit_in_bytes': mb(100),
      'memory/memory.usage_in_bytes': mb(99),
      'memory/memory.stat': `total_inactive_file ${mb(9)}`,
    },
    10,
  ],
  ['nothing below nothing', { 'memory.max': mb(100), 'memory.current': mb(300), 'memory.stat': '' }, 0],
])('the room is %s', async (_, files, freeMb) => {
  await using folder = await tempDir();
  mkdirSync(join(folder.path, 'memory'));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder.path, name), text);
  expect(measureRoom(folder.path).freeMb).toBe(freeMb);
});

test('without a limit it is that of the machine', async () => {
  await using folder = await tempDir();
  const whole = measureRoom(folder.path).freeMb;
  expect(whole).toBeGreaterThan(0);
  writeFileSync(join(folder.path, 'memory.max'), 'max');
  writeFileSync(join(folder.path, 'memory.current'), mb(5));
  expect(measureRoom(folder.path).freeMb).toBeGreaterThan(100);
});
