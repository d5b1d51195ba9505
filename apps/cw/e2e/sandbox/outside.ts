import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server as Listener } from 'node:net';
import { dirname, join } from 'node:path';
import { type RawCall, rawCalls } from '@cw/agents/testing';
import { tempRepo } from '@cw/testkit';
import { endpoints, type Outside } from './attempts.ts';

/** As `spawn` takes it; nothing of it: whoever runs the tests. */
export type User = { readonly uid?: number; readonly gid?: number };

/** Makes system calls as a user. Answers what each answered. */
function callAs(user: User, folder: string, calls: readonly RawCall[]): readonly number[] {
  const { program, results } = rawCalls(calls);
  const path = join(folder, 'prepare');
  writeFileSync(path, program, { mode: 0o755 });
  return results(execFileSync(path, { ...user }));
}

/** Files, sockets, pipes, a process and what the kernel keeps, all of one user. */
export async function openOutside(
  user: User,
): Promise<Disposable & { readonly base: string; readonly outside: Omit<Outside, 'server'> }> {
  // On a disk: a sandbox has a /tmp and a /dev of its own.
  const base = mkdtempSync('/var/tmp/cw-attempts-');
  chmodSync(base, 0o755);
  const mark = base.slice('/var/tmp/'.length);
  const [home, workspace, far] = ['user', 'cw', 'far'].map((name) => join(base, name)) as [string, string, string];
  const listeners: Listener[] = [];
  const listen = async (at: string | number) => {
    const listener = createServer((connection) => connection.destroy());
    await once(listener.listen(at), 'listening');
    listeners.push(listener);
    return listener.address();
  };
  for (const folder of [home, workspace, far]) mkdirSync(folder, { mode: 0o700 });
  for (const [folder, { sockets, pipes }] of [
    [home, endpoints.home],
    [far, endpoints.far],
  ] as const) {
    for (const path of [...sockets, ...pipes]) mkdirSync(dirname(join(folder, path)), { recursive: true });
    for (const path of sockets) await listen(join(folder, path));
    for (const path of pipes) execFileSync('mkfifo', [join(folder, path)]);
  }
  const secrets = [
    '.ssh/id_ed25519',
    '.netrc',
    '.config/gh/hosts.yml',
    '.aws/credentials',
    '.git-credentials',
    '.bashrc',
  ];
  for (const path of secrets) {
    mkdirSync(dirname(join(home, path)), { recursive: true });
    writeFileSync(join(home, path), 'private');
  }
  const passing = [join('/tmp', mark), join('/dev/shm', mark)];
  const mine = [...['file', 'removable', 'renamable'].map((name) => join(far, name)), ...passing];
  for (const path of mine) writeFileSync(path, 'private', { mode: 0o600 });
  const script = join(base, 'script');
  mkdirSync(script);
  await using template = await tempRepo({ files: { 'a.txt': 'a\n' } });
  const repository = join(base, 'repository');
  execFileSync('cp', ['-R', template.path, repository]);
  const owner = user.uid === undefined ? [] : [base, ...passing];
  if (owner.length > 0) execFileSync('chown', ['-R', `${user.uid}:${user.gid}`, ...owner]);
  const key = 0x6377_0000 + (process.pid & 0xffff);
  const [create, userKeyring] = [0o1600, -4];
  const made = callAs(user, script, [
    { number: 29, args: [key, 4096, create] },
    { number: 240, args: [mark, 0o102, 0o600, 0] },
    { number: 248, args: ['user', mark, 'private', 7, userKeyring] },
  ]);
  const victim = spawn('sleep', ['600'], { stdio: 'ignore', ...user });
  const address = await listen(0);
  await listen(`\0${mark}`);
  const close = () => {
    victim.kill('SIGKILL');
    for (const listener of listeners) listener.close();
    callAs(user, script, [
      { number: 31, args: [made[0] ?? -1, 0, 0] },
      { number: 241, args: [mark] },
      { number: 250, args: [9, made[2] ?? -1, userKeyring] },
    ]);
    for (const path of [base, ...passing]) rmSync(path, { recursive: true, force: true });
  };
  const outside = {
    ...{ home, workspace, far, repository, mark, sharedMemory: key, abstract: mark },
    ...{ victim: victim.pid ?? 0, port: typeof address === 'object' && address !== null ? address.port : 0 },
  };
  return { outside, base, [Symbol.dispose]: close };
}

/** What a user's server is started with, of which an agent is to be told nothing. */
export const serverVariables = (far: string) => ({
  ...{ SECRET_WORD: 'private', DISPLAY: ':77', SSH_AUTH_SOCK: join(far, 'ssh.sock') },
  ...{ DBUS_SESSION_BUS_ADDRESS: `unix:path=${far}/bus,guid=1`, XDG_RUNTIME_DIR: far },
});
