import { existsSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { Fault } from '@cw/kernel';
import type { FastifyInstance } from 'fastify';
import type { UpgradeRoute } from './upgrades.ts';

/** The dashboard from its source, with hot reload: the dev server works inside this one, under the same paths. */
export type DevDashboard = {
  readonly hotReload: UpgradeRoute;
  serve(request: IncomingMessage, response: ServerResponse, next: () => void): void;
  close(): Promise<void>;
};

const hotReloadPath = '/@vite/hmr';

/** What is used of the dev server; it is a development dependency of the dashboard and not part of a build. */
type ViteServer = {
  readonly middlewares: (request: IncomingMessage, response: ServerResponse, next: () => void) => void;
  close(): Promise<void>;
};
type Vite = { createServer(config: unknown): Promise<ViteServer> };

/**
 * Starts the dev server over the dashboard's source.
 * @param from folders from which the repository is looked for, upwards
 * @throws Fault `server.no-dev-server` where the source or the dev server is not there
 */
export async function startDevDashboard(from: readonly string[]): Promise<DevDashboard> {
  const root = from.map(dashboardSource).find((found) => found !== undefined);
  if (root === undefined) throw noDevServer();
  const vite = loadVite(root);
  // The dev server attaches to a server of its own that nobody can reach; upgrades get there through the guard only.
  const inner = createServer();
  const server = await vite.createServer({
    root,
    configFile: join(root, 'vite.config.ts'),
    appType: 'spa',
    clearScreen: false,
    logLevel: 'warn',
    server: {
      middlewareMode: true,
      allowedHosts: true,
      cors: false,
      ws: { server: inner, path: hotReloadPath },
    },
  });
  return {
    hotReload: {
      path: hotReloadPath,
      access: 'cookie',
      accept: (request, socket, head) => {
        inner.emit('upgrade', request, socket, head);
      },
    },
    serve: server.middlewares,
    close: () => server.close(),
  };
}

/** Gives every path that is not the API's to the dev server; answers where its hot-reload socket is. */
export function devDashboardRoutes(app: FastifyInstance, dashboard: DevDashboard): UpgradeRoute {
  app.get('/*', { config: { access: 'open' } }, (request, reply) => {
    if (request.url.startsWith('/api/')) return reply.callNotFound();
    for (const [name, value] of Object.entries(reply.getHeaders())) {
      if (value !== undefined) reply.raw.setHeader(name, value);
    }
    reply.hijack();
    dashboard.serve(request.raw, reply.raw, () => {
      reply.raw.statusCode = 404;
      reply.raw.end();
    });
  });
  return dashboard.hotReload;
}

function dashboardSource(from: string): string | undefined {
  for (let at = from; ; at = dirname(at)) {
    const candidate = join(at, 'apps', 'web');
    if (existsSync(join(candidate, 'vite.config.ts'))) return candidate;
    if (dirname(at) === at) return undefined;
  }
}

/** By `require`: the built program's code runs where `import()` of files is not to be had. */
function loadVite(root: string): Vite {
  try {
    const vite: unknown = createRequire(join(root, 'package.json'))('vite');
    if (isVite(vite)) return vite;
  } catch (error) {
    throw noDevServer(error);
  }
  throw noDevServer();
}

function isVite(value: unknown): value is Vite {
  return typeof value === 'object' && value !== null && 'createServer' in value;
}

function noDevServer(cause?: unknown): Fault {
  return new Fault({
    code: 'server.no-dev-server',
    message:
      'The dev server of the dashboard is missing: --dev needs a checkout of the source with its packages installed.',
    hint: 'Leave out --dev to use the built-in dashboard.',
    kind: 'unavailable',
    cause,
  });
}
