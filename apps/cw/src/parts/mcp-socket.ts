import { once } from 'node:events';
import { chmodSync, rmSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import type { Readable } from 'node:stream';
import type { Line } from './mcp-greeter.ts';

const name = 'mcp.sock';

type Listening = {
  /** Its folder belongs to the run alone. */
  readonly folder: string;
  /** Ends when the agent has: that is when it is over. */
  readonly input: Readable;
  readonly signal: AbortSignal;
  /** Serves one connection to its end. */
  readonly serve: (line: Line) => Promise<void>;
  readonly report: (error: Error, where: string) => void;
};

/** Serves every connection to a socket in a folder, until its own input ends. */
export async function listenInFolder({ folder, input, signal, serve, report }: Listening): Promise<void> {
  // The path of a socket may have some hundred bytes, and that of a workspace more: from inside its folder it is short.
  process.chdir(folder);
  rmSync(name, { force: true });
  const open = new Set<Socket>();
  const underWay = new Set<Promise<void>>();
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    open.add(socket);
    socket.on('error', () => socket.destroy());
    const work = serve({ input: socket, output: socket })
      .catch((error: unknown) => report(error instanceof Error ? error : new Error(String(error)), 'mcp'))
      .finally(() => {
        socket.end();
        open.delete(socket);
        underWay.delete(work);
      });
    underWay.add(work);
  });
  server.listen(name);
  await once(server, 'listening');
  chmodSync(name, 0o600);
  input.resume();
  await Promise.race([once(input, 'end'), once(input, 'close'), once(signal, 'abort')]);
  server.close();
  for (const socket of open) socket.destroy();
  await Promise.all(underWay);
}
