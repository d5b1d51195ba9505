import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { waitFor } from '@cw/testkit';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { sandboxHostsKey, sandboxWritableKey } from '../../agents-config.ts';
import type { Launch, OwnFolder, SandboxRequest } from '../../ports/provider.ts';
import { agentStatus } from '../process/identity.ts';
import { startAgent } from '../process/start-agent.ts';
import { stopAgent } from '../process/stop-agent.ts';
import { writingOnly } from './bwrap-arguments.ts';
import { encloseLaunch, removeTemp } from './enclose-launch.ts';
import { findSockets } from './find-sockets.ts';
import { probeSandbox } from './probe-sandbox.ts';
import { createSandbox } from './sandbox.ts';
import { sandboxError } from './sandbox-error.ts';
import { readSandboxState } from './sandbox-files.ts';
import { shut, unshut } from './testing.ts';
import { writablePaths } from './writable-paths.ts';

/** On a disk: temporary folders of these tests may be in memory below /dev, and a sandbox has a /dev of its own. */
const base = '/var/tmp';

let home: string;
let logDir: string;
let worktree: string;
const path = process.env.PATH ?? '/usr/bin:/bin';

beforeEach(() => {
  home = realpathSync(mkdtempSync(join(base, 'cw-sandbox-')));
  [logDir, worktree] = [join(home, 'agent-logs/rn_1'), join(home, 'worktrees/tk_1')];
  for (const folder of [logDir, worktree, join(home, 'user/.ssh'), join(home, 'user/own')])
    mkdirSync(folder, { recursive: true });
});

afterEach(() => rmSync(home, { recursive: true }));

/** What a shell prints that runs in the sandbox of a run, or why there is none. */
async function inside(
  script: string,
  more: Partial<SandboxRequest & Pick<Launch, 'own' | 'env'>> = {},
): Promise<string> {
  const state = await probeSandbox({ PATH: path }, { folder: home });
  if (!state.works) return state.why;
  const { own = null, env = { PATH: path, HOME: join(home, 'user') }, ...request } = more;
  const launch: Launch = {
    argv: ['/bin/sh', '-c', script],
    env,
    secretNames: [],
    firstInput: '',
    input: 'file',
    files: [],
    own,
    modelAt: [],
  };
  const enclosed = encloseLaunch(launch, {
    logDir,
    worktree,
    home,
    hidden: [],
    executed: [],
    writable: [],
    programs: [],
    mounts: [],
    door: null,
    wayOut: { serve: nothing, lead: nothing },
    network: null,
    bwrap: state,
    sockets: [],
    ...request,
  });
  const identity = await startAgent({ ...enclosed, dir: logDir, runId: `rn_${process.pid}`, cwd: worktree });
  await waitFor(() => agentStatus(logDir, identity).kind !== 'running');
  await stopAgent({ dir: logDir, identity, interruptLine: null });
  return readFileSync(join(logDir, 'output.jsonl'), 'utf8') + readFileSync(join(logDir, 'stderr.log'), 'utf8');
}

const nothing = { command: 'false', args: [], env: {} };

const missing = /bubblewrap/;

/** Holds what was said against what is expected where there are sandboxes, and says why there are none elsewhere. */
async function expectInside(said: string, expected: string): Promise<void> {
  const { works } = await probeSandbox({ PATH: path }, { folder: home });
  if (works) expect(said).toBe(expected);
  else expect(said).toMatch(missing);
}

test('of several paths the deepest decides, whatever is hidden above or below it', async () => {
  for (const name of ['open', 'open/closed', 'open/closed/again']) mkdirSync(join(home, name));
  writeFileSync(join(home, 'open/closed/secret'), 'x');
  writeFileSync(join(home, 'user/.netrc'), 'password');
  const script = `cd ${home}; ls; touch open/a && echo a; ls open/closed; touch open/closed/b || echo b; touch open/closed/again/c && echo c; wc -c < user/.netrc`;
  const said = await inside(`exec 2>/dev/null; ${script}`, {
    mounts: [
      { kind: 'write', path: join(home, 'open') },
      { kind: 'scratch', path: join(home, 'open/closed/again') },
    ],
    hidden: [join(home, 'open/closed')],
  });
  await expectInside(said, 'SANDBOX\nopen\nuser\nworktrees\na\nagain\nb\nc\n0\n');
  expect(existsSync(join(home, 'open/closed/again/c'))).toBe(false);
});

test('a person may let it write to further folders, and what is hidden in those stays so', async () => {
  const user = mkdtempSync(join(base, 'cw-user-'));
  mkdirSync(join(user, '.cargo/registry'), { recursive: true });
  writeFileSync(join(user, '.cargo/credentials'), 'token');
  const places = [join(user, '.cargo'), join(user, '.npm/_cacache')];
  const searched = `${path}:${join(user, '.cargo/bin')}`;
  try {
    const script = `cd ${user}; touch .cargo/registry/a .npm/_cacache/b && echo y; touch .cargo/bin/c || echo n; wc -c < .cargo/credentials; touch c || echo n`;
    const said = await inside(`exec 2>/dev/null; ${script}`, { writable: places, env: { PATH: searched, HOME: user } });
    await expectInside(said, 'y\nn\n0\nn\n');
  } finally {
    rmSync(user, { recursive: true });
  }
});

test('sockets are covered in what it sees, and not mentioned in what is hidden', async () => {
  const sockets = ['user/shown/socket', 'user/.ssh/control'].map((name) => join(home, name));
  const servers = await Promise.all(
    sockets.map(async (path) => {
      mkdirSync(dirname(path), { recursive: true });
      const server = createServer().listen(path);
      await once(server, 'listening');
      return server;
    }),
  );
  const user = join(home, 'user');
  const script = `cd ${user}; [ -S shown/socket ] || wc -c < shown/socket; touch shown/other && echo y; ls -A .ssh`;
  const said = await inside(script, { home: worktree, sockets, writable: [join(user, 'shown')] });
  await expectInside(said, '0\ny\n');
  for (const server of servers) server.close();
});

test('a socket that is gone when the sandbox starts keeps it from nothing, and any name is covered', async () => {
  const user = join(home, 'user');
  const bound = ['left \\ here', 'of\ntwo lines'].map((name) => join(user, name));
  const servers = await Promise.all(
    bound.map(async (path) => {
      const server = createServer().listen(path);
      await once(server, 'listening');
      return server;
    }),
  );
  const script = `cd ${user}; for f in *; do [ -S "$f" ] && echo "$f"; done; wc -c < 'left \\ here'; echo end`;
  const said = await inside(script, { home: worktree, sockets: [...bound, join(user, 'gone')] });
  await expectInside(said, '0\nend\n');
  for (const server of servers) server.close();
});

test('what lies in a folder that is closed to whoever runs it keeps no sandbox from starting', async () => {
  const closed = join(home, 'closed');
  mkdirSync(join(closed, 'account'), { recursive: true });
  const server = createServer().listen(join(closed, 'account/agent.sock'));
  await once(server, 'listening');
  shut(closed);
  const sockets = (await findSockets({ HOME: join(home, 'user') })).filter((path) => path.startsWith(home));
  const said = await inside(`ls ${closed}/account 2>/dev/null || echo shut`, {
    home: worktree,
    sockets,
    hidden: [join(closed, 'account')],
  });
  await expectInside(said, 'shut\n');
  unshut(closed);
  server.close();
});

test('where bubblewrap gives up, that is told from a program that ends as it does', async () => {
  const { works } = await probeSandbox({ PATH: path }, { folder: home });
  const gone = join(home, 'gone');
  const words = await inside('echo begun', { mounts: [{ kind: 'read', path: gone }] });
  const why = `Can't find source path ${gone}: No such file or directory`;
  if (!works) return expect(words).toMatch(missing);
  expect(words).toBe(`bwrap: ${why}\n`);
  expect(sandboxError(logDir, 1, words)).toBe(why);
  expect(sandboxError(logDir, 143, words)).toBeNull();
  rmSync(logDir, { recursive: true });
  mkdirSync(logDir);
  expect(sandboxError(logDir, 1, words)).toBeNull();
  const said = await inside('ls /proc/self/fd /proc/1/fd | grep -x 7; echo bwrap: no room >&2; exit 1');
  expect(said).toBe('bwrap: no room\n');
  expect(sandboxError(logDir, 1, said)).toBeNull();
});

test('a filter of system calls that somebody removed is written anew', async () => {
  const sandbox = createSandbox(home, { PATH: path });
  const state = await sandbox.state();
  if (!state.works) return expect(state.why).toMatch(missing);
  rmSync(join(home, 'sandbox.filter'), { force: true });
  expect(await sandbox.state()).toEqual(state);
  expect(state.filter === null || existsSync(state.filter)).toBe(true);
});

test.each([
  ['the workspace', () => join(home, 'projects')],
  ['what holds the workspace', () => base],
  ['the folder of another account', () => join(home, 'user/other/cache')],
  ['a hidden folder', () => join(home, 'user/.ssh/cache')],
  ['a link into the workspace', () => join(home, 'link/projects/x')],
  ['the home directory', () => join(home, 'user')],
  ['the devices', () => '/dev/shm'],
  ['the folder of an agent program that is not there yet', () => join(home, 'user/.codex/x')],
  ['what holds the folder of an agent program', () => join(home, 'user/.config')],
  ['the folder of the run’s own account', () => join(home, 'user/own/x')],
  ['a folder of programs', () => join(home, 'user/bin/x')],
])('it is not let write to %s', (_what, place) => {
  symlinkSync(home, join(home, 'link'));
  const closed = {
    folders: [join(home, 'projects'), join(home, 'user/other')],
    programs: [own().path],
    hidden: [join(home, 'user/.ssh')],
  };
  expect(() => writablePaths([place()], { HOME: join(home, 'user'), PATH: join(home, 'user/bin') }, closed)).toThrow(
    /sandboxWritable/,
  );
  expect(existsSync(join(home, 'projects'))).toBe(false);
});

test.each([['cache'], ['/'], ['/a/../b'], ['~/x'], ['//'], ['/./']])('agents.sandboxWritable refuses %s', (text) => {
  expect(sandboxWritableKey.parse(text)).toBeUndefined();
});

test.each([['https://a.example'], ['*'], ['a.example ,b'], ['a.example:x'], ['-'], ['a'.repeat(3_000)]])(
  'agents.sandboxHosts refuses %s',
  (text) => {
    expect(sandboxHostsKey.parse(text)).toBeUndefined();
  },
);

test('an agent of a private network does not begin where nothing leads out of it', async () => {
  const said = await inside('echo begun', { network: { hosts: [] } });
  const { works } = await probeSandbox({ PATH: path }, { folder: home });
  if (works) expect(said).toMatch(/^The proxy of the private network could not be started/);
  else expect(said).toMatch(missing);
});

test.each(['socks5://127.0.0.1:1080', 'https://gate.example'])(
  'no way out leads through the proxy %s',
  async (proxy) => {
    const { works } = await probeSandbox({ PATH: path }, { folder: home });
    const begun = inside('echo begun', { network: { hosts: [] }, env: { PATH: path, ALL_PROXY: proxy } });
    if (works) await expect(begun).rejects.toMatchObject({ code: 'agent.no-way-out' });
    else expect(await begun).toMatch(missing);
  },
);

/** A program's own folder, as a provider says it. */
const own = (): OwnFolder => ({
  path: join(home, 'user/own'),
  signIn: 'sign-in',
  settings: ['settings.json', 'hooks', 'missing'],
  conversation: { folder: 'here', isShortened: false, file: 'a.jsonl' },
  env: (made, account) => ({ MADE: made, ACCOUNT: account }),
});

test('of its program’s own folder only the sign-in is shown, and what the user set in one that was made for the run', async () => {
  const { path: account } = own();
  mkdirSync(join(account, 'projects'));
  for (const name of ['settings.json', 'sign-in', 'state', 'projects/other']) writeFileSync(join(account, name), name);
  symlinkSync(home, join(account, 'above'));
  const shown = 'cat $ACCOUNT/sign-in; echo; cat $ACCOUNT/state $ACCOUNT/settings.json; ls $ACCOUNT/projects';
  const writes = ['$ACCOUNT/new', '$ACCOUNT/sign-in', '$ACCOUNT/state', '$ACCOUNT/projects/x', '$MADE/settings.json'];
  const tries = writes.map((at) => `(echo x > ${at}) || echo n`).join('; ');
  const said = await inside(
    `exec 2>/dev/null; ${shown}; ${tries}; rm $ACCOUNT/sign-in || echo n; cat $MADE/settings.json; echo x > $MADE/new && ls $MADE`,
    { own: own() },
  );
  await expectInside(said, `sign-in\n${'n\n'.repeat(6)}settings.jsonnew\nsettings.json\n`);
  expect(readdirSync(account).toSorted()).toEqual(['above', 'projects', 'settings.json', 'sign-in', 'state']);
});

test('its temporary files go when it has ended, also folders that nobody may write to', async () => {
  const temp = join(logDir, 'tmp');
  await inside('mkdir -p /tmp/a/b && touch /tmp/a/b/c && chmod 500 /tmp/a/b /tmp/a');
  mkdirSync(join(temp, 'locked'), { recursive: true });
  chmodSync(join(temp, 'locked'), 0);
  await removeTemp(logDir);
  expect(existsSync(temp)).toBe(false);
});

test('what does not work is tried again only once something waits for it, and others are told what was found', async () => {
  const bin = join(home, 'bin');
  mkdirSync(bin);
  // No folder, as a PATH may name one that is gone or closed.
  writeFileSync(join(home, 'a-file'), '');
  const sandbox = createSandbox(home, { PATH: `${join(home, 'a-file')}:${bin}` }, 0);
  expect(await sandbox.state()).toMatchObject({ works: false, why: 'bubblewrap (bwrap) is not installed' });
  writeFileSync(join(bin, 'bwrap'), '#!/bin/sh\necho "bwrap: setting up uid map: Permission denied" >&2\nexit 1\n', {
    mode: 0o755,
  });
  expect(await sandbox.state()).toMatchObject({ why: 'bubblewrap (bwrap) is not installed' });
  sandbox.lookAgain();
  const state = await sandbox.state();
  expect(state).toMatchObject({ works: false, why: expect.stringContaining('setting up uid map: Permission denied') });
  expect(readSandboxState(home)).toEqual(state);
  const real = await probeSandbox({ PATH: path }, { folder: home });
  if (!real.works) return expect(real.why).toMatch(missing);
  writeFileSync(join(bin, 'bwrap'), `#!/bin/sh\nexec ${real.program} "$@"\n`, { mode: 0o755 });
  sandbox.lookAgain();
  expect(await sandbox.state()).toEqual({ ...real, program: join(bin, 'bwrap') });
});

test('there is none where there is no Linux', async () => {
  expect(await probeSandbox({ PATH: path }, { folder: home, platform: 'darwin' })).toMatchObject({
    works: false,
    why: expect.stringContaining('Linux only'),
  });
});

test('what is run behind the walls of one folder writes there, through no link, and nowhere else', async () => {
  const [open, closed] = [join(home, 'open'), join(home, 'closed')];
  for (const folder of [open, closed]) mkdirSync(folder);
  symlinkSync(closed, join(open, 'link'));
  const state = await probeSandbox({ PATH: path }, { folder: home });
  if (!state.works) return expect(state.why).toMatch(missing);
  const script = 'touch "$1/a" && echo a; touch "$1/link/b" || echo not b; touch "$2/c" || echo not c';
  const [program = '', ...walls] = writingOnly(state, open);
  const said = execFileSync(program, [...walls, 'sh', '-c', script, 'sh', open, closed], { encoding: 'utf8' });
  expect(said).toBe('a\nnot b\nnot c\n');
  expect(readdirSync(closed)).toEqual([]);
});
