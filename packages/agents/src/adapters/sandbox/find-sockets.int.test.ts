import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { findSockets } from './find-sockets.ts';
import { isSuperUser, shut, unshut } from './testing.ts';

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

test('what could not be come by in a sandbox, in a folder that is closed there, is not found', async () => {
  const [closed, open] = [join(base, 'shut'), join(base, 'open')];
  const behind = await socket(join(closed, 'deeper/bound'));
  const kept = await socket(join(open, 'bound'));
  const own = process.getgid?.() ?? 0;
  for (const as of [{ mode: 0o700 }, { mode: 0o770 }, { group: own, mode: 0o701 }]) {
    shut(closed, as);
    expect(await found({ HOME: join(base, 'home') })).toEqual([kept]);
    unshut(closed);
    expect(await found({ HOME: join(base, 'home') })).toEqual([kept, behind]);
  }
  if (isSuperUser) {
    shut(open, { group: own, mode: 0o710 });
    expect(await found({ HOME: join(base, 'home') })).toContain(kept);
  }
});
