import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/** How long the other side is waited for, in milliseconds; it is started again within a second or two. */
const patienceMs = 30_000;
const betweenTriesMs = 25;

const nobodyThere = 'HTTP/1.1 503 Nobody leads out\r\nconnection: close\r\n\r\n';

/** Carries every connection to a port of loopback to a socket, which is what a private network has of the world outside. */
export async function leadOut(port: number, path: string): Promise<Server> {
  const server = createServer({ allowHalfOpen: true, pauseOnConnect: true }, (near) => {
    near.on('error', () => near.destroy());
    void reach(path, near).then((far) => {
      if (far === undefined) return void near.end(nobodyThere);
      if (near.destroyed) return void far.destroy();
      near.on('close', () => far.destroy());
      far.on('error', () => near.destroy());
      far.on('close', () => near.end());
      near.pipe(far);
      far.pipe(near);
    });
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  // A connection that could not be taken is no reason to end the others.
  server.on('error', () => {});
  return server;
}

/** Tried for until somebody listens; undefined when nobody does for long, or nobody waits any more. */
async function reach(path: string, near: Socket): Promise<Socket | undefined> {
  const deadline = performance.now() + patienceMs;
  for (; performance.now() < deadline && !near.destroyed; await pause(betweenTriesMs)) {
    const far = connect({ path, allowHalfOpen: true });
    const isThere = await new Promise((resolve) => {
      far.once('connect', () => resolve(true));
      far.once('error', () => resolve(false));
    });
    if (isThere) return far;
    far.destroy();
  }
  return undefined;
}
