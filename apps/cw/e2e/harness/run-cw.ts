import { type ChildProcess, spawn } from 'node:child_process';
import { program } from './program.ts';

export type Ran = {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
};

export type RunOptions = {
  /** Everything the program finds in its environment. */
  readonly env: Readonly<Record<string, string>>;
  /** @defaultValue the root directory, which belongs to no repository */
  readonly cwd?: string;
  /** Standard input; none when absent. */
  readonly input?: string | Uint8Array;
  /** @defaultValue the build under test */
  readonly program?: string;
  /** @defaultValue the user of the tests */
  readonly user?: { readonly uid?: number; readonly gid?: number };
};

export type Envelope<T> =
  | { readonly ok: true; readonly data: T }
  | { readonly ok: false; readonly error: { readonly code: string; readonly message: string; readonly hint?: string } };

/** Runs the program to its end. */
export async function runCw(args: readonly string[], options: RunOptions): Promise<Ran> {
  const { cwd = '/', env, user = {} } = options;
  const child = spawn(options.program ?? program(), [...args], { cwd, env: { ...env }, ...user });
  child.stdin.on('error', () => {});
  child.stdin.end(options.input ?? '');
  return ended(child);
}

/** What a process wrote, once it has ended. */
export async function ended(child: ChildProcess): Promise<Ran> {
  const stdout = gather(child.stdout);
  const stderr = gather(child.stderr);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => resolve({ code, signal, stdout: stdout(), stderr: stderr() }));
  });
}

/** The one envelope that standard output holds. @throws Error when it holds anything else */
export function envelopeIn<T>(ran: Ran): Envelope<T> {
  const lines = ran.stdout.split('\n');
  if (lines.length !== 2 || lines[1] !== '') throw new Error(`not one line of JSON: ${describe(ran)}`);
  return JSON.parse(lines[0] ?? '');
}

export function describe({ code, signal, stdout, stderr }: Ran): string {
  return `ended with ${signal ?? code}\n--- stdout\n${stdout}\n--- stderr\n${stderr}`;
}

function gather(stream: NodeJS.ReadableStream | null): () => string {
  const chunks: Buffer[] = [];
  stream?.on('data', (chunk: Buffer) => chunks.push(chunk));
  return () => Buffer.concat(chunks).toString('utf8');
}
