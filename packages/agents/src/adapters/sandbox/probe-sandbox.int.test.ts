import { execFileSync } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { findProgram } from '../find-program.ts';
import { probeSandbox } from './probe-sandbox.ts';
import { rawCalls } from './raw-calls.ts';

const path = process.env.PATH ?? '/usr/bin:/bin';
let folder: string;

beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'cw-probe-')));
});

afterEach(() => rmSync(folder, { recursive: true }));

/** Tries bubblewrap with a change to its arguments, as a body of JavaScript over `args`. */
function probeWith(change: string, more: { readonly arch?: string } = {}) {
  const program = `#!${process.execPath}
const { spawnSync } = require('node:child_process');
let args = process.argv.slice(2);
const without = (...words) => {
  const at = args.findIndex((_, index) => words.every((word, place) => word === null || args[index + place] === word));
  if (at < 0) throw new Error('no ' + words);
  args.splice(at, words.length);
};
${change}
const stdio = ['inherit', 'inherit', 'inherit', ...Array(6).fill('ignore'), 9];
process.exit(spawnSync(${JSON.stringify(findProgram('bwrap', path))}, args, { stdio }).status);
`;
  writeFileSync(join(folder, 'bwrap'), program, { mode: 0o755 });
  return probeSandbox({ PATH: `${folder}:${path}` }, { folder, ...more });
}

const broken: readonly (readonly [wall: string, change: string, why: RegExp])[] = [
  ['files of the kernel', `without('--remount-ro', '/proc')`, /file of the kernel can be opened for writing \(\/proc/],
  ['the disk', `args = args.map((word) => (word === '--ro-bind' ? '--bind' : word))`, /file outside can be opened/],
  ['covers of pipes', `without('--ro-bind', null, args.find((word) => word.endsWith('/pipe')))`, /named pipe outside/],
  ['covers of sockets', `without('--ro-bind', null, args.find((word) => word.endsWith('/socket')))`, /socket outside/],
  [
    'hidden folders',
    `args.splice(args.indexOf('/proc') + 1, 0, '--ro-bind', '/etc', '/run'); without('--tmpfs', '/run')`,
    /hidden files can be seen/,
  ],
  ['processes', `without('--unshare-pid')`, /processes outside can be seen/],
  ['capabilities', `args = args.map((word) => (word === '--cap-drop' ? '--cap-add' : word))`, /capabilities/],
  ['user namespaces', `without('--disable-userns')`, /nested user namespace can be created/],
  ['the filter', `without('--seccomp', '9')`, /system call filter lets through keyctl/],
  ['running at all', 'process.exit(0)', /did not finish/],
];

test.each(broken)('a sandbox whose wall gives way is none: %s', async (_wall, change, why) => {
  const state = await probeWith(change);
  expect(state).toMatchObject({ works: false, why: expect.stringMatching(why), next: [{ command: 'config set' }] });
  expect(state).toMatchObject({ why: expect.stringContaining('bubblewrap') });
});

test('a private network that gives way, or cannot be made, is none, and all else works', async () => {
  const shared = await probeWith(`if (args.includes('--unshare-net')) without('--unshare-net')`);
  expect(shared).toMatchObject({
    works: true,
    noNetwork: { why: expect.stringContaining('a socket without a file can be connected to') },
  });
  // Also where the kernel shows nothing of it.
  const unseen = await probeWith(
    `if (args.includes('--unshare-net')) { args = args.map((word) => word.replaceAll('/proc/net/', '/nowhere/')); without('--unshare-net'); }`,
  );
  expect(unseen).toMatchObject({
    noNetwork: { why: expect.stringContaining('a socket without a file can be connected to') },
  });
  const said = 'loopback: Failed RTM_NEWADDR: Operation not permitted';
  const refused = await probeWith(
    `if (args.includes('--unshare-net')) { console.error('bwrap: ${said}'); process.exit(1); }`,
  );
  expect(refused).toMatchObject({
    works: true,
    noNetwork: {
      why: `bubblewrap cannot create a private network: bwrap: ${said}`,
      next: [{ command: 'config set', args: ['agents.sandboxNetwork', 'shared'] }],
    },
  });
  expect(await probeWith('')).toMatchObject({ works: true, noNetwork: null });
  // What the kernel shows is looked at where no system calls are made.
  expect(
    await probeWith(`if (args.includes('--unshare-net')) without('--unshare-net')`, { arch: 'arm64' }),
  ).toMatchObject({ works: true, noNetwork: { why: expect.stringContaining('does not hold') } });
});

const older = `if (args.includes('--disable-userns')) {
  console.error('bwrap: Unknown option --disable-userns');
  process.exit(1);
}`;

test('an older bubblewrap leaves further user namespaces to the filter, and without one says what is missing', async () => {
  expect(await probeWith(older)).toMatchObject({
    works: true,
    nesting: 'filter',
    filter: join(folder, 'sandbox.filter'),
  });
  expect(await probeWith('', { arch: 'arm64' })).toMatchObject({ works: true, nesting: 'bubblewrap', filter: null });
  expect(await probeWith(older, { arch: 'arm64' })).toMatchObject({ works: true, nesting: null, filter: null });
});

test('a program of system calls hands on what a call answered, and tells of each', () => {
  const [open, read, close] = [2, 0, 3];
  const calls = rawCalls([
    { number: open, args: ['/proc/self/comm', 0] },
    { number: read, args: [{ resultOf: 0 }, Buffer.alloc(64), 64] },
    { number: close, args: [-1] },
  ]);
  const file = join(folder, 'calls');
  writeFileSync(file, calls.program, { mode: 0o755 });
  expect(calls.results(execFileSync(file))).toEqual([3, 'calls\n'.length, -9]);
  expect(() => calls.results(Buffer.alloc(8))).toThrow(/no answers/);
});
