import { mkdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { tempDir } from '@cw/testkit';
import { expect, test } from 'vitest';
import { changedFiles } from './changed-files.ts';

/** A tree of twelve folders with a file each, all of them old. */
async function oldTree(root: string) {
  const long = new Date(1_000);
  for (let index = 0; index < 12; index += 1) {
    const folder = join(root, `d${index}`);
    await mkdir(folder);
    await writeFile(join(folder, 'file'), 'x');
    for (const path of [join(folder, 'file'), folder]) await utimes(path, long, long);
  }
}

test('a look that is cut short says so, and the next ones go on to the end', async () => {
  await using dir = await tempDir();
  await oldTree(dir.path);
  const files = changedFiles(dir.path, 10);
  const kinds = [];
  for (let looks = 0; looks < 3; looks += 1) kinds.push(await files.look(5_000));
  expect(kinds).toEqual([{ kind: 'cut-short' }, { kind: 'cut-short' }, { kind: 'unchanged', entries: 24 }]);
});

test('a change behind what the first look saw is found', async () => {
  await using dir = await tempDir();
  await oldTree(dir.path);
  const files = changedFiles(dir.path, 10);
  expect(await files.look(5_000)).toEqual({ kind: 'cut-short' });
  await writeFile(join(dir.path, 'd11', 'file'), 'new');
  const looks = [await files.look(5_000), await files.look(5_000)];
  expect(looks).toContainEqual({ kind: 'changed' });
});

test('what is asked of another moment begins at the top again', async () => {
  await using dir = await tempDir();
  await oldTree(dir.path);
  const files = changedFiles(dir.path, 20);
  expect(await files.look(5_000)).toEqual({ kind: 'cut-short' });
  expect(await files.look(6_000)).toEqual({ kind: 'cut-short' });
  expect(await files.look(6_000)).toEqual({ kind: 'unchanged', entries: 24 });
});

test('what git keeps for itself does not count', async () => {
  await using dir = await tempDir();
  await mkdir(join(dir.path, '.git'));
  await writeFile(join(dir.path, '.git', 'index'), 'x');
  expect(await changedFiles(dir.path).look(5_000)).toEqual({ kind: 'unchanged', entries: 0 });
});
