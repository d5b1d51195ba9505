import { spawnSync } from 'node:child_process';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { tempDir } from '@cw/testkit';
import { expect, test } from 'vitest';
import { writeOutputFile } from './write-output.ts';

async function* parts() {
  yield 'one\n';
  yield 'two\n';
}

test('what ended programs left beside a file is taken away, what others still write is not', async () => {
  await using folder = await tempDir();
  const { pid: ended } = spawnSync(process.execPath, ['--version']);
  const left = [`.tasks.${ended}.part`, `.tasks.${process.ppid}.part`, `.others.${ended}.part`];
  for (const name of left) await writeFile(join(folder.path, name), 'half');
  expect(await writeOutputFile(join(folder.path, 'tasks'), parts())).toBe(8);
  expect(await readFile(join(folder.path, 'tasks'), 'utf8')).toBe('one\ntwo\n');
  expect((await readdir(folder.path)).sort()).toEqual([...left.slice(1), 'tasks'].sort());
});
