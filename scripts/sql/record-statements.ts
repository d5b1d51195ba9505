import { appendFileSync, mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, relative, resolve } from 'node:path';

/**
 * Set up for test files: with `CW_SQL_LOG` naming a folder, each statement that is run is written there once for each
 * place in the source that runs it. The stage `sql` of the gate reads them.
 */
const folder = process.env.CW_SQL_LOG;
const recording: unique symbol = Symbol.for('cw.sql-recording') as never;

type Patched = Record<string, (...given: unknown[]) => unknown> & { [recording]?: true };

/** They run what others ask for. */
const executors = /^packages\/storage\/src\/adapters\/(?:statements|sqlite-transact|try-now)\.ts$/;
const isTest = /\.(?:test|contract)\.tsx?$|testing\.ts$/;

const root = resolve(import.meta.dirname, '../..');

if (folder !== undefined) record(folder);

function record(into: string): void {
  mkdirSync(into, { recursive: true });
  const Database = createRequire(join(root, 'packages/storage/package.json'))('better-sqlite3');
  const memory = new Database(':memory:');
  const statement = Object.getPrototypeOf(memory.prepare('SELECT 1')) as Patched;
  memory.close();
  // Test files share a process, and each is set up.
  if (statement[recording]) return;
  statement[recording] = true;
  const seen = new Set<string>();
  const file = join(into, `${process.pid}.jsonl`);
  for (const name of ['all', 'get', 'iterate', 'run']) {
    const run = statement[name];
    if (run === undefined) throw new Error(`better-sqlite3 has no ${name}`);
    statement[name] = function (this: { readonly source: string }, ...given: unknown[]) {
      const key = `${this.source}\n${rawCaller()}`;
      if (!seen.has(key)) {
        seen.add(key);
        const places = callers(new Error('here').stack ?? '');
        if (places !== undefined) appendFileSync(file, `${JSON.stringify({ sql: this.source, ...places })}\n`);
      }
      return run.apply(this, given);
    };
  }
}

/** Where in the compiled source it was called: enough to tell two places apart, and quick. */
function rawCaller(): string {
  const { prepareStackTrace } = Error;
  const holder: { stack?: unknown } = {};
  Error.prepareStackTrace = (_error, sites) =>
    sites
      .slice(1, 8)
      .map((site) => `${site.getFileName()}:${site.getLineNumber()}:${site.getColumnNumber()}`)
      .join(' ');
  Error.captureStackTrace(holder as object, rawCaller);
  const { stack } = holder;
  Error.prepareStackTrace = prepareStackTrace;
  return String(stack);
}

/**
 * The place that ran it, as `packages/tasks/src/x.ts:12`, and the place of the room for which storage did, where it did; undefined
 * in a test.
 */
function callers(stack: string): { readonly at: string; readonly by: string } | undefined {
  const places = [...stack.matchAll(/(?:file:\/\/)?(\/[^\s()]+?):(\d+):\d+/g)].map(([, path = '', line]) => ({
    path: relative(root, path),
    line,
  }));
  const sources = places.filter(({ path }) => /^(?:packages|apps)\/\w+\/src\//.test(path));
  const at = sources.find(({ path }) => !executors.test(path)) ?? sources[0];
  const by = sources.find(({ path }) => !path.startsWith('packages/storage/')) ?? at;
  if (at === undefined || by === undefined || isTest.test(at.path) || isTest.test(by.path)) return undefined;
  return { at: `${at.path}:${at.line}`, by: `${by.path}:${by.line}` };
}
