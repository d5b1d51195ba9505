import { extname } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { refusalBody } from './refusal-body.ts';

/** The built dashboard: the content of a file by its path without a leading slash, such as `assets/index-1a2b.js`. */
export type DashboardFiles = (path: string) => Promise<Uint8Array | undefined>;

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
};

/**
 * Serves the built dashboard: files by their name, and the app for every other path, which the app's own router knows.
 * Names that carry a hash of their content never change, all else is asked for anew each time.
 */
export function dashboardRoutes(app: FastifyInstance, files: DashboardFiles): void {
  app.get('/*', { config: { access: 'open' } }, async (request, reply) => {
    const path = pathOf(request.url);
    if (path === 'api' || path.startsWith('api/')) return reply.callNotFound();
    const content = path === '' ? undefined : await files(path);
    if (content) {
      const forever = path.startsWith('assets/');
      reply.header('cache-control', forever ? 'public, max-age=31536000, immutable' : 'no-cache');
      return reply.type(types[extname(path)] ?? 'application/octet-stream').send(bytesOf(content));
    }
    if (extname(path) !== '' && !acceptsHtml(request.headers.accept)) return reply.callNotFound();
    const index = await files('index.html');
    if (!index) return reply.code(503).type('text/plain; charset=utf-8').send(notBuilt);
    return reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(bytesOf(index));
  });
}

const notBuilt = 'The dashboard is not part of this build of cw. The API and the command line work without it.\n';

/** The same bytes as what answers are compressed from. */
function bytesOf({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}

function pathOf(url: string): string {
  return (url.split(/[?#]/, 1)[0] ?? '').replace(/^\/+/, '');
}

function acceptsHtml(accept: string | undefined): boolean {
  return accept?.includes('text/html') ?? false;
}

/** The answer to a path that nothing serves. */
export function notFoundBody(method: string, url: string) {
  const message = `No route for ${method} ${url.slice(0, 200)}.`;
  return refusalBody({ code: 'request.not-found', message });
}
