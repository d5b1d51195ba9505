import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { findHome, workingFolder } from './home.ts';

let folder: string;
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'cw-cli-')));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('the home of a command', () => {
  test('is named by --home, else by CW_HOME, each from the working directory', () => {
    expect(findHome({ flag: 'x', env: { CW_HOME: '/y' }, cwd: folder })).toBe(join(folder, 'x'));
    expect(findHome({ env: { CW_HOME: 'y' }, cwd: folder })).toBe(join(folder, 'y'));
    expect(findHome({ flag: '', env: { CW_HOME: '/y' }, cwd: folder })).toBe('/y');
  });

  test("is the repository's own where it has one, also seen from a linked worktree", () => {
    const local = join(folder, 'repo/.git/cw');
    mkdirSync(local, { recursive: true });
    mkdirSync(join(folder, 'repo/.git/worktrees/w'), { recursive: true });
    mkdirSync(join(folder, 'linked/deep'), { recursive: true });
    writeFileSync(join(folder, 'linked/.git'), `gitdir: ${folder}/repo/.git/worktrees/w\n`);
    writeFileSync(join(folder, 'repo/.git/worktrees/w/commondir'), '../..\n');
    const here = join(folder, 'linked/deep');
    expect(findHome({ env: {}, cwd: here })).not.toBe(local);
    writeFileSync(join(local, 'cw.db'), '');
    expect(findHome({ env: {}, cwd: here })).toBe(local);
    expect(findHome({ env: {}, cwd: join(folder, 'repo') })).toBe(local);
  });
});

test('a working directory that was taken away is known by the path it had', () => {
  const gone = vi.spyOn(process, 'cwd').mockImplementation(() => {
    throw Object.assign(new Error('uv_cwd'), { code: 'ENOENT' });
  });
  expect(workingFolder({ PWD: '/was/here' })).toBe('/was/here');
  expect(workingFolder({})).toBe('/');
  gone.mockRestore();
  expect(workingFolder({ PWD: '/elsewhere' })).toBe(process.cwd());
});
