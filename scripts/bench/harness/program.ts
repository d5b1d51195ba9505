import { execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';

/** The benchmarks are started in the repository's folder. */
export const root = process.cwd();

export const programs = { folder: join(root, 'dist/cw'), executable: join(root, 'dist/bin/cw') } as const;

/** The whole environment of the programs that are measured; nothing of the surrounding shell. */
export function cleanEnv(extra: Readonly<Record<string, string>> = {}): Record<string, string> {
  return {
    PATH: process.env.PATH ?? '/usr/local/bin:/usr/bin:/bin',
    HOME: '/nonexistent',
    LANG: 'C.UTF-8',
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_CONFIG_NOSYSTEM: '1',
    ...extra,
  };
}

/** The environment of the shell that runs the benchmark. */
export function shellEnv(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}

/** @throws Error when a program is not built */
export function mustBeBuilt(...wanted: readonly string[]): void {
  const missing = wanted.filter((path) => !existsSync(path));
  if (missing.length > 0) throw new Error(`${missing.join(' and ')} is not built: run scripts/build --binary.`);
}

/**
 * How long a program takes from its start to its end, in milliseconds.
 * @param ends the exit code that it is to end with
 * @throws Error when it ends with another one
 */
export function timed(
  command: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  ends = 0,
): number {
  const before = process.hrtime.bigint();
  const { status, error } = spawnSync(command, args, { env, stdio: 'ignore' });
  const took = Number(process.hrtime.bigint() - before) / 1e6;
  if (error) throw error;
  if (status !== ends) throw new Error(`${command} ${args.join(' ')} ended with ${status}`);
  return took;
}

const run = promisify(execFile);

/** What a command of `dist/cw` answers. @throws Error when it refuses */
export async function cw(home: string, ...args: readonly string[]): Promise<unknown> {
  const env = cleanEnv({ CW_HOME: home });
  const { stdout } = await run(programs.folder, [...args, '--json'], { env, maxBuffer: 1 << 28 });
  return Reflect.get(parsed(stdout), 'data');
}

function parsed(text: string): object {
  const value: unknown = JSON.parse(text);
  if (typeof value === 'object' && value !== null) return value;
  throw new Error(`no envelope: ${text.slice(0, 200)}`);
}

/** The text of a field that is known to be one. */
export function textOf(value: unknown, name: string): string {
  const found: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
  if (typeof found === 'string') return found;
  throw new Error(`no ${name} in ${JSON.stringify(value)}`);
}

export type Server = AsyncDisposable & { readonly url: string; readonly pid: number; readonly home: string };

/** A server on any port, until it is disposed of. */
export async function startServer(home: string, program: string = programs.folder): Promise<Server> {
  const args = ['--server', '--port', '0', '--json', '--home', home];
  const child = spawn(program, args, { env: cleanEnv(), stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  const lines = createInterface({ input: child.stdout });
  const [line] = await Promise.race([once(lines, 'line'), ended.then(() => [''])]);
  if (line === '' || child.pid === undefined) throw new Error('the server did not start');
  return {
    url: textOf(Reflect.get(parsed(String(line)), 'data'), 'url'),
    pid: child.pid,
    home,
    [Symbol.asyncDispose]: async () => {
      child.kill('SIGTERM');
      await ended;
    },
  };
}
