import { once } from 'node:events';
import { createServer } from 'node:net';
import fastify from 'fastify';
import { expect, test } from 'vitest';
import { listen } from './listen.ts';

async function occupied(): Promise<AsyncDisposable & { readonly port: number }> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    [Symbol.asyncDispose]: async () => {
      server.close();
      await once(server, 'close');
    },
  };
}

function app(): AsyncDisposable & { readonly app: ReturnType<typeof fastify> } {
  const made = fastify();
  return { app: made, [Symbol.asyncDispose]: () => made.close() };
}

test('a port that was asked for and is taken is a fault that says what to do', async () => {
  await using other = await occupied();
  await using mine = app();
  await expect(listen(mine.app, '127.0.0.1', other.port)).rejects.toMatchObject({
    code: 'server.port-taken',
    kind: 'unavailable',
    message: `Port ${other.port} on 127.0.0.1 is in use by another program.`,
  });
});

test('without a port asked for, the second server takes the next free one', async () => {
  await using first = app();
  await using second = app();
  const port = await listen(first.app, '127.0.0.1', undefined);
  expect(port).toBeGreaterThanOrEqual(4700);
  expect(await listen(second.app, '127.0.0.1', undefined)).toBeGreaterThan(port);
});

test('a host this machine does not have is a fault', async () => {
  await using mine = app();
  await expect(listen(mine.app, '192.0.2.1', 0)).rejects.toMatchObject({ code: 'server.host-unknown' });
});
