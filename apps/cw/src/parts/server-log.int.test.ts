import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fixedClock, type TempDir, tempDir } from '@cw/testkit';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { serverLog } from './server-log.ts';

let home: TempDir;
beforeEach(async () => {
  home = await tempDir();
});
afterEach(() => home.remove());

const read = (name: string) => readFileSync(join(home.path, name), 'utf8');

test('an error is written with its details, one that comes again and again only now and then', () => {
  const report = serverLog(home.path, fixedClock(0));
  for (let n = 0; n < 3; n += 1) report(new Error('no luck', { cause: new Error('because') }), 'here');
  const lines = read('server.log').split('\n');
  expect(lines[0]).toBe('1970-01-01T00:00:00.000Z here: no luck');
  expect(lines.filter((line) => line.endsWith('here: no luck'))).toHaveLength(1);
  expect(read('server.log')).toContain('caused by Error: because');
  expect(statSync(join(home.path, 'server.log')).mode & 0o777).toBe(0o600);
});

test('a log that has become long begins anew, and the one before it is kept', () => {
  const old = 'x'.repeat(5_000_001);
  writeFileSync(join(home.path, 'server.log'), old, { mode: 0o600 });
  serverLog(home.path, fixedClock(0))(new Error('no luck'), 'here');
  expect(read('server.log').startsWith('1970-01-01T00:00:00.000Z here: no luck')).toBe(true);
  expect(read('server.log.1')).toBe(old);
});
