import { spawn } from 'node:child_process';
import { waitFor } from '@cw/testkit';
import { program } from './program.ts';
import { describe, type Envelope, ended, type Ran } from './run-cw.ts';

export type ServeOptions = {
  readonly home: string;
  readonly env: Readonly<Record<string, string>>;
  /** @defaultValue any free port */
  readonly port?: number;
  /** The point at which it ends itself as `kill -9` would. */
  readonly fault?: string | undefined;
  /** Further arguments. */
  readonly flags?: readonly string[];
  /** @defaultValue the build under test */
  readonly program?: string;
  /** @defaultValue the user of the tests */
  readonly user?: { readonly uid?: number; readonly gid?: number };
};

export type Server = AsyncDisposable & {
  readonly pid: number;
  readonly url: string;
  readonly port: number;
  /** A one-time link into the dashboard. */
  readonly link: string;
  /** Settles when the process has ended, by whatever. */
  readonly exited: Promise<Ran>;
  /** Asks it to stop, and waits. */
  readonly stop: () => Promise<Ran>;
  /** Kills it where it stands, and waits. */
  readonly kill: () => Promise<Ran>;
};

type Announcement = Pick<Server, 'pid' | 'url' | 'port' | 'link'>;

/**
 * Starts `cw --server` and waits until it says where it listens.
 * @throws Error with what it said when it ends before
 */
export async function startServer(options: ServeOptions): Promise<Server> {
  const args = [
    '--server',
    '--json',
    '--home',
    options.home,
    '--port',
    String(options.port ?? 0),
    ...(options.flags ?? []),
  ];
  const env = { ...options.env, ...(options.fault === undefined ? {} : { CW_FAULT: options.fault }) };
  const child = spawn(options.program ?? program(), args, {
    cwd: '/',
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    ...options.user,
  });
  let said = '';
  child.stdout.on('data', (chunk: Buffer) => {
    said += chunk.toString('utf8');
  });
  let over: Ran | undefined;
  const exited = ended(child).then((ran) => {
    over = ran;
    return ran;
  });
  const announced = await waitFor(() => said.includes('\n') || over !== undefined, {
    what: 'the server to say where it listens',
    timeout: 60_000,
  }).then(() => announcementIn(said));
  if (announced === undefined) throw new Error(`the server did not start: ${describe(await exited)}`);
  const end = (signal: NodeJS.Signals) => async () => {
    if (over === undefined) process.kill(announced.pid, signal);
    return exited;
  };
  return {
    ...announced,
    exited,
    stop: end('SIGTERM'),
    kill: end('SIGKILL'),
    [Symbol.asyncDispose]: async () => void (await end('SIGKILL')()),
  };
}

function announcementIn(said: string): Announcement | undefined {
  const line = said.split('\n')[0] ?? '';
  if (line === '') return undefined;
  const envelope: Envelope<Announcement> = JSON.parse(line);
  return envelope.ok ? envelope.data : undefined;
}
