import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { folderAssets } from './folder-assets.ts';

let folder = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cw-assets-'));
  mkdirSync(join(folder, 'web/assets'), { recursive: true });
  writeFileSync(join(folder, 'web/index.html'), '<!doctype html>');
  writeFileSync(join(folder, 'secret'), 'token');
});

afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

test('a file of the dashboard is answered with its bytes', async () => {
  expect((await folderAssets(folder).webFile('index.html'))?.toString()).toBe('<!doctype html>');
});

test.each([
  'missing.js',
  '',
  '.',
  'assets',
  'index.html/x',
  '../secret',
  'assets/../../secret',
  '/etc/hostname',
  'a\0b',
])('nothing is answered for %j', async (path) => {
  expect(await folderAssets(folder).webFile(path)).toBeUndefined();
});
