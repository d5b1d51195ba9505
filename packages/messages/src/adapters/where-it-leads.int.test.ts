import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { tempDir } from '@cw/testkit';
import { expect, test } from 'vitest';
import { whereItLeads } from './where-it-leads.ts';

test('a path is followed through links, also to what is not there yet', async () => {
  await using folder = await tempDir('leads');
  const [place, outside] = [join(folder.path, 'link/tree'), join(folder.path, 'outside')];
  await mkdir(join(folder.path, 'real/tree/docs'), { recursive: true });
  await mkdir(outside);
  await symlink(join(folder.path, 'real'), join(folder.path, 'link'));
  await symlink(outside, join(place, 'out'));
  await symlink('docs', join(place, 'in'));
  await symlink('../../outside/new', join(place, 'dangling'));
  await symlink('loop', join(place, 'loop'));
  await writeFile(join(place, 'docs/a'), '');
  const led = [
    ['docs/a', join(place, 'docs/a')],
    [join(place, 'in/a'), join(place, 'docs/a')],
    ['in/new/b', join(place, 'docs/new/b')],
    ['out/b', join(outside, 'b')],
    [join(place, 'docs/../out'), outside],
    ['dangling', join(outside, 'new')],
    ['loop', join(place, 'loop')],
    [' /etc/passwd ', '/etc/passwd'],
    ['~/a', join(homedir(), 'a')],
    ['../x', join(folder.path, 'real/x')],
  ] as const;
  expect(led.map(([path]) => whereItLeads(path, place))).toEqual(led.map(([, to]) => to));
  expect(whereItLeads('/no/such', null)).toBe('/no/such');
});
