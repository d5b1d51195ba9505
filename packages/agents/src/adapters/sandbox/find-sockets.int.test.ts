import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { findSockets } from './find-sockets.ts';

let base: string;
let servers: Server[];

beforeEach(() => {
  // Not below /tmp, which a sandbox has of its own.
  base = realpathSync(mkdtempSync('/var/tmp/cw-sockets-'));
  servers = [];
});

afterEach(() => {
  for (const server of servers) server.close();
  rmSync(base, { recursive: true });
});

async function socket(path: string): Promise<string> {
  const server = createServer().unref();
  servers.push(server);
  mkdirSync(join(path, '..'), { recursive: true });
  await once(server.listen(path), 'listening');
  return path;
}

function pipe(path: string): string {
  mkdirSync(join(path, '..'), { recursive: true });
  execFileSync('mkfifo', [path]);
  return path;
}

/** Of what is found, what is the test's own. */
async function found(env: Readonly<Record<string, string>>, skipped: readonly string[] = []) {
  return (await findSockets(env, skipped, 20_000)).filter((path) => path.startsWith(base)).toSorted();
}

test('sockets and pipes are found four folders below the home directory, and bound ones wherever they lie', async () => {
  const home = join(base, 'home');
  const expected = [
    await socket(join(home, '.agent/agent.sock')),
    pipe(join(home, 'a/b/c/d/pipe')),
    await socket(join(home, 'a/b/c/d/e/f/bound')),
    await socket(join(base, 'elsewhere/bound')),
  ];
  pipe(join(home, 'a/b/c/d/e/too-deep'));
  pipe(join(home, 'node_modules/pipe'));
  pipe(join(home, 'repository/.git/pipe'));
  writeFileSync(join(home, 'a/file'), '');
  expect(await found({ HOME: home })).toEqual(expected.toSorted());
});

test('what the environment names is found, in its own spellings and through links, but not in what is skipped', async () => {
  const far = join(base, 'x/1/2/3/4/5/6');
  const named = ['ssh', 'bus', 'docker', 'gpg', 'linked'].map((name) => pipe(join(far, name)));
  symlinkSync(join(far, 'linked'), join(base, 'link'));
  pipe(join(base, 'runtime/pipe'));
  const skipped = pipe(join(base, 'workspace/pipe'));
  const env = {
    HOME: join(base, 'x'),
    SSH_AUTH_SOCK: join(far, 'ssh'),
    DBUS_SESSION_BUS_ADDRESS: `unix:path=${far}/bus,guid=1`,
    DOCKER_HOST: `unix://${far}/docker`,
    GPG_AGENT_INFO: `${far}/gpg:1:1`,
    SOME_SOCKET: join(base, 'link'),
    OTHER_SOCKET: skipped,
    XDG_RUNTIME_DIR: join(base, 'runtime'),
  };
  const expected = [...named, join(base, 'runtime/pipe')].toSorted();
  expect(await found(env, [join(base, 'workspace')])).toEqual(expected);
});

/** A user and a group that are nobody else's here. */
const stranger = 54_321;

test.runIf(process.getuid?.() === 0)(
  'what the super-user could not come by in a sandbox, below a folder of somebody else, is not found',
  async () => {
    const [shut, open] = [join(base, 'shut'), join(base, 'open')];
    await socket(join(shut, 'deeper/bound'));
    const kept = await socket(join(open, 'bound'));
    for (const folder of [shut, open]) chownSync(folder, stranger, stranger);
    chmodSync(open, 0o711);
    for (const [group, mode] of [
      [stranger, 0o700],
      [stranger, 0o770],
      [process.getgid?.() ?? 0, 0o701],
    ] as const) {
      chownSync(shut, stranger, group);
      chmodSync(shut, mode);
      expect(await found({ HOME: join(base, 'home') })).toEqual([kept]);
    }
    chmodSync(shut, 0o710);
    expect(await found({ HOME: join(base, 'home') })).toEqual([kept, join(shut, 'deeper/bound')]);
  },
);
