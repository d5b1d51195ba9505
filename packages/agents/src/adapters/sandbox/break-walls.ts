import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Mount } from '../../model/sandbox.ts';
import { prepareNetworkAttack } from './break-network.ts';
import { findSockets } from './find-sockets.ts';
import { prepareTry, type Tried, type TriedCall } from './tried.ts';

/** Milliseconds in which its own socket and pipe are found: a busy machine is no reason to call a wall broken. */
const longestLook = 5_000;

/** What gave way, by the word that the script below says. */
const gaveWay: Readonly<Record<string, string>> = {
  kernel: 'a file of the kernel can be opened for writing',
  disk: 'a file outside can be opened for writing',
  pipe: 'a named pipe outside can be opened for writing',
  run: 'hidden files can be seen',
  processes: 'processes outside can be seen',
  capabilities: 'processes in it have root capabilities',
  privileges: 'processes in it can gain privileges',
};

/**
 * Runs inside. Tries what a shell can, and says a line of each wall that gave way: of files only that they open, nothing is
 * written to them.
 */
const script = `
walk() {
  for f in "$1"/*; do
    case $f in /proc/[0-9]*) continue ;; esac
    if [ -h "$f" ]; then :
    elif [ -d "$f" ]; then walk "$f"
    elif command : 9>>"$f"; then echo "kernel: $f"
    fi
  done
}
walk /proc
command : 9>>"$1/file" && echo disk
command : 9<>"$1/pipe" && echo pipe
for f in /run/*; do [ ! -e "$f" ] || echo "run: $f"; done
[ "$$" -lt 9 ] || echo processes
while read -r name value; do
  case $name:$value in
    CapEff::*[!0]*) echo capabilities ;;
    NoNewPrivs::0) echo privileges ;;
  esac
done </proc/self/status
`;

const errorIs = (error: number) => (answer: number) => answer === -error;
const [EPERM, ENOSYS, EAFNOSUPPORT] = [1, 38, 97];

function triedCalls(socket: Uint8Array): readonly TriedCall[] {
  const filtered = 'the system call filter lets through';
  return [
    { wall: `${filtered} keyctl`, number: 250, args: [0, -3, 0], holds: errorIs(EPERM) },
    { wall: `${filtered} add_key`, number: 248, args: [0, 0, 0, 0, 0], holds: errorIs(EPERM) },
    { wall: `${filtered} sockets of AF_VSOCK`, number: 41, args: [40, 1, 0], holds: errorIs(EAFNOSUPPORT) },
    { wall: `${filtered} TIOCSTI`, number: 16, args: [0, 0x5412, ' '], holds: errorIs(EPERM) },
    { wall: `${filtered} bpf`, number: 321, args: [0, 0, 0], holds: errorIs(EPERM) },
    { wall: `${filtered} mount`, number: 165, args: [0, 0, 0, 0, 0], holds: errorIs(EPERM) },
    { wall: `${filtered} io_uring_setup`, number: 425, args: [0, 0], holds: errorIs(ENOSYS) },
    { wall: `${filtered} calls by other numbers`, number: 0x4000_0027, args: [], holds: errorIs(EPERM) },
    { wall: '', number: 41, args: [1, 1, 0], holds: () => true },
    {
      wall: 'a socket outside can be connected to',
      number: 42,
      args: [{ resultOf: 8 }, socket, socket.length],
      holds: (answer) => answer < 0,
    },
    {
      wall: 'a nested user namespace can be created',
      number: 272,
      args: [0x1000_0000],
      holds: (answer) => answer < 0,
    },
  ];
}

export type Attack = AsyncDisposable &
  Tried & {
    /** What the sandbox has to show or to cover. */
    readonly mounts: readonly Mount[];
    /** What is tried besides where it has a network of its own. */
    readonly network: Tried;
  };

/**
 * Prepares an attack on a sandbox from inside: files, a socket and a pipe of its own outside, and what tries to reach them
 * and all else that has to be out of reach.
 * @param calls whether system calls are tried as well, which is for x86-64 only
 */
export async function prepareAttack(calls: boolean): Promise<Attack> {
  const folder = await realpath(await mkdtemp(join(roomFor(tmpdir()), 'cw-walls-')));
  const server = createServer((connection) => connection.destroy());
  let network: Awaited<ReturnType<typeof prepareNetworkAttack>> | undefined;
  const close = async () => {
    server.close();
    await network?.[Symbol.asyncDispose]();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    const [file, socket, pipe] = ['file', 'socket', 'pipe'].map((name) => join(folder, name)) as [
      string,
      string,
      string,
    ];
    await writeFile(file, '', { mode: 0o600 });
    await promisify(execFile)('/bin/sh', ['-c', 'PATH=/usr/bin:/bin:$PATH; exec mkfifo -- "$1"', 'sh', pipe]);
    await once(server.unref().listen(socket), 'listening');
    const tried = await prepareTry({
      folder,
      name: 'calls',
      script,
      args: [folder],
      gaveWay,
      calls: calls ? triedCalls(addressOf(socket)) : undefined,
    });
    network = await prepareNetworkAttack(folder, calls);
    const covered = await findSockets({ HOME: folder }, [], longestLook);
    return {
      mounts: [
        { kind: 'hide', path: '/run' },
        { kind: 'scratch', path: '/tmp' },
        { kind: 'read', path: folder },
        ...covered
          .filter((path) => path === socket || path === pipe)
          .map((path): Mount => ({ kind: 'read', path, from: file })),
      ],
      ...tried,
      network,
      [Symbol.asyncDispose]: close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** The path of a socket has some hundred bytes at most. */
function roomFor(folder: string): string {
  return folder.length > 80 ? '/tmp' : folder;
}

/** `struct sockaddr_un`. */
function addressOf(path: string): Uint8Array {
  return Buffer.concat([Buffer.from([1, 0]), Buffer.from(`${path}\0`)]);
}
