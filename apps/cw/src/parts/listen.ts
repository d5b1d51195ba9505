import { Fault } from '@cw/kernel';
import type { FastifyInstance } from 'fastify';

const defaultPort = 4700;
/** How many ports after the default one are looked at before any will do. */
const lookAhead = 50;

/**
 * Listens on the port asked for, or on the first free one from 4700 on. Answers the port.
 * @throws Fault `server.port-taken`, `server.port-refused`, `server.host-unknown`
 */
export async function listen(app: FastifyInstance, host: string, port: number | undefined): Promise<number> {
  if (port !== undefined) return listenOn(app, host, port);
  for (let next = defaultPort; next <= defaultPort + lookAhead; next += 1) {
    try {
      return await listenOn(app, host, next);
    } catch (error) {
      if (!(error instanceof Fault) || error.code !== 'server.port-taken') throw error;
    }
  }
  return listenOn(app, host, 0);
}

async function listenOn(app: FastifyInstance, host: string, port: number): Promise<number> {
  try {
    await app.listen({ host, port });
  } catch (error) {
    throw asFault(error, host, port);
  }
  const address = app.server.address();
  return typeof address === 'object' && address !== null ? address.port : port;
}

function asFault(error: unknown, host: string, port: number): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  switch (code) {
    case 'EADDRINUSE':
      return new Fault({
        code: 'server.port-taken',
        message: `Port ${port} on ${host} is in use by another program.`,
        hint: 'Choose another with --port, or leave it out to use the next free one.',
        kind: 'unavailable',
        cause: error,
      });
    case 'EACCES':
      return new Fault({
        code: 'server.port-refused',
        message: `You have no permission to listen on port ${port}.`,
        hint: 'Choose port 1024 or higher.',
        kind: 'unavailable',
        cause: error,
      });
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return new Fault({
        code: 'server.host-unknown',
        message: `This machine has no address ${host}.`,
        hint: 'Leave --host out to listen on 127.0.0.1.',
        kind: 'unavailable',
        cause: error,
      });
    default:
      return error;
  }
}
