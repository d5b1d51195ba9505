import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { clonedRepo, gitAsAgent } from '../../testing.ts';
import { addedPackages } from './added-packages.ts';
import { commitOf } from './refs.ts';

test('packages that a branch adds are told, not those that it moves, changes or takes away', async () => {
  const before = { 'package.json': '{"dependencies":{"a":"1","b":"1","moved":"1"}}', 'go.mod': 'module x\n' };
  await using it = await clonedRepo(before);
  const { path, branch } = await it.openTask('tk_1');
  const base = await commitOf(it.clone, `refs/heads/${branch}`);
  await writeFile(join(path, 'package.json'), '{"dependencies":{"a":"2","left-pad":"^1.3.0"}}');
  await writeFile(join(path, 'requirements.txt'), 'moved\nflask==3.0\n');
  await writeFile(join(path, 'go.mod'), 'module x\nrequire github.com/a/b v1.2.3\n');
  await gitAsAgent(path, ['add', '--all']);
  await gitAsAgent(path, ['commit', '-q', '-m', 'work']);
  const head = await commitOf(it.clone, `refs/heads/${branch}`);
  const { packages, unread } = await addedPackages(it.clone, base, head);
  expect(unread).toEqual([]);
  expect(packages.toSorted((a, b) => (a.name < b.name ? -1 : 1))).toEqual([
    { name: 'flask', version: '==3.0', path: 'requirements.txt' },
    { name: 'github.com/a/b', version: 'v1.2.3', path: 'go.mod' },
    { name: 'left-pad', version: '^1.3.0', path: 'package.json' },
  ]);
  expect(await addedPackages(it.clone, head, head)).toEqual({ packages: [], unread: [] });
});

test('files that name packages and were not read are told, since nothing is known of them', async () => {
  await using it = await clonedRepo({ 'a.txt': 'a\n' });
  const { path, branch } = await it.openTask('tk_1');
  const base = await commitOf(it.clone, `refs/heads/${branch}`);
  await writeFile(
    join(path, 'package.json'),
    JSON.stringify({ dependencies: { a: '1' }, filler: 'x'.repeat(1_100_000) }),
  );
  await gitAsAgent(path, ['add', '--all']);
  await gitAsAgent(path, ['commit', '-q', '-m', 'work']);
  const head = await commitOf(it.clone, `refs/heads/${branch}`);
  expect(await addedPackages(it.clone, base, head)).toEqual({ packages: [], unread: ['package.json'] });
});
