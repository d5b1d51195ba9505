import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { tempDir } from '@cw/testkit';
import { expect, test } from 'vitest';
import { lastLinesOf } from './check-logs.ts';

async function lastOf(text: string) {
  await using dir = await tempDir();
  const path = join(dir.path, 'log');
  await writeFile(path, text);
  return await lastLinesOf(path);
}

test('the last twelve lines of a check are told, without what only a terminal reads', async () => {
  const lines = Array.from({ length: 20 }, (_, index) => `line ${index}`);
  expect(await lastOf(`${lines.join('\n')}\n\n`)).toEqual(lines.slice(8));
  expect(await lastOf('\u001b[31m1 failed\u001b[0m\r\n50 %\r100 %\n')).toEqual(['1 failed', '100 %']);
});

test('a long line is cut, a secret is hidden, and the rest of a line that was cut off is left out', async () => {
  const [long] = await lastOf('x'.repeat(1_000));
  expect(long).toHaveLength(401);
  expect((await lastOf(`token ghp_${'a1'.repeat(18)}\n`)).join()).not.toContain('a1a1a1');
  expect(await lastOf(`${'y'.repeat(70_000)}\nend\n`)).toEqual(['end']);
});

test('of a check that wrote nothing, or whose output is gone, nothing is told', async () => {
  expect(await lastOf('\n\n')).toEqual([]);
  expect(await lastLinesOf('/nowhere/at/all')).toEqual([]);
});
