import { connect, createServer, type Socket } from 'node:net';

/**
 * A way to the server that can go bad without a word: what is swallowed is neither passed on nor refused, and no
 * connection is closed. The browser goes over it as over a SOCKS proxy, so that addresses stay what they are.
 */
export type BlackHole = AsyncDisposable & {
  /** What a page's visit is told. */
  readonly proxy: string;
  /** From now on swallows all that comes over any connection, new ones included. */
  readonly swallow: () => void;
  /** Lets new connections pass; those that were swallowed stay dead. */
  readonly pass: () => void;
  /** Swallows the answers to requests that contain a text, and all else that comes over their connections. */
  readonly swallowAnswersTo: (text: string) => void;
  /** How many requests lost their answers since then. */
  readonly swallowed: () => number;
};

type Connection = { isDead: boolean; isMute: boolean };

export async function openBlackHole(): Promise<BlackHole> {
  const connections = new Set<Connection>();
  const sockets = new Set<Socket>();
  let isSwallowing = false;
  let unanswered: string | undefined;
  let count = 0;
  const hold = (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => sockets.delete(socket));
  };
  const join = (client: Socket, port: number) => {
    const state: Connection = { isDead: isSwallowing, isMute: false };
    connections.add(state);
    const server = connect(port, '127.0.0.1');
    hold(server);
    client.on('data', (chunk: Buffer) => {
      if (unanswered !== undefined && chunk.includes(unanswered)) {
        state.isMute = true;
        count += 1;
      }
      if (!state.isDead) server.write(chunk);
    });
    server.on('data', (chunk: Buffer) => {
      if (!state.isDead && !state.isMute) client.write(chunk);
    });
    client.on('close', () => !state.isDead && server.destroy());
    server.on('close', () => !state.isDead && !state.isMute && client.destroy());
  };
  const proxy = createServer((client) => {
    hold(client);
    client.once('data', () => {
      client.write(Buffer.from([5, 0]));
      client.once('data', (request: Buffer) => {
        client.write(Buffer.from([5, 0, 0, 1, 0, 0, 0, 0, 0, 0]));
        join(client, request.readUInt16BE(request.length - 2));
      });
    });
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const address = proxy.address();
  return {
    proxy: `socks5://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`,
    swallow: () => {
      isSwallowing = true;
      for (const connection of connections) connection.isDead = true;
    },
    pass: () => {
      isSwallowing = false;
      unanswered = undefined;
    },
    swallowAnswersTo: (text) => {
      unanswered = text;
      count = 0;
    },
    swallowed: () => count,
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => proxy.close(resolve));
    },
  };
}
