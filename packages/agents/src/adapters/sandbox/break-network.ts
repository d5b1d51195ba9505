import { once } from 'node:events';
import { createServer } from 'node:net';
import { basename } from 'node:path';
import { prepareTry, type Tried, type TriedCall } from './tried.ts';

const gaveWay = {
  abstract: 'a socket without a file can be connected to',
  port: 'a port of the machine can be connected to',
} as const;

/** Runs inside. Looks in what the kernel shows of the network for a socket without a file, and for a port. */
const script = `
while read -r line; do case $line in *"@$1"*) echo abstract ;; esac; done </proc/net/unix
while read -r line; do case $line in *":$2 "*) echo port ;; esac; done </proc/net/tcp
`;

function connections(name: string, port: number): readonly TriedCall[] {
  const [unix, inet] = [1, 2];
  const loopback = Buffer.from([inet, 0, port >> 8, port & 255, 127, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0]);
  // Names without a file are filled up with zeros.
  const abstract = Buffer.from(`\x01\0\0${name.padEnd(107, '\0')}`);
  const connects = (wall: string, address: Uint8Array): TriedCall => ({
    wall,
    number: 42,
    args: [{ resultOf: wall === gaveWay.abstract ? 0 : 2 }, address, address.length],
    holds: (answer) => answer < 0,
  });
  const opens = (family: number): TriedCall => ({ wall: '', number: 41, args: [family, 1, 0], holds: () => true });
  return [opens(unix), connects(gaveWay.abstract, abstract), opens(inet), connects(gaveWay.port, loopback)];
}

/**
 * Prepares an attack on a private network from inside: services of its own outside that have no file to be covered, and what
 * tries to reach them.
 * @param folder empty and shown inside; its name is theirs as well
 * @param calls whether system calls are tried as well, which is for x86-64 only
 */
export async function prepareNetworkAttack(folder: string, calls: boolean): Promise<AsyncDisposable & Tried> {
  const servers = [1, 2].map(() => createServer((connection) => connection.destroy()).unref());
  const close = async () => {
    for (const server of servers) server.close();
  };
  try {
    const name = basename(folder);
    const [unnamed, port] = servers;
    if (unnamed === undefined || port === undefined) throw new Error('no servers');
    await once(unnamed.listen(`\0${name}`), 'listening');
    await once(port.listen(0, '127.0.0.1'), 'listening');
    const address = port.address();
    const number = typeof address === 'object' && address !== null ? address.port : 0;
    const tried = await prepareTry({
      folder,
      name: 'network-calls',
      script,
      gaveWay,
      args: [name, number.toString(16).toUpperCase().padStart(4, '0')],
      calls: calls ? connections(name, number) : undefined,
    });
    return { ...tried, [Symbol.asyncDispose]: close };
  } catch (error) {
    await close();
    throw error;
  }
}
