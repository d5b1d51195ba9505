import { spawn } from 'node:child_process';
import { mkdtempSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Provider, Renewal, RenewalRequest } from '../ports/provider.ts';
import { removeFolder } from './run-conversation.ts';

/** Milliseconds for all of it, from its first word on, and to end by itself. */
const patience = { start: 30_000, spoken: 5_000, end: 5_000 } as const;

/**
 * Has a program renew the sign-in of an account itself, outside of any sandbox, with no settings of anybody and no call of a
 * model. The sign-in is neither read nor copied: whether it was renewed is seen by its file having changed.
 * @returns `unable` where the program knows no way, or there is no sign-in that could be renewed
 * @throws Fault when the program cannot be run as configured
 */
export async function renewSignIn(
  provider: Provider,
  request: Omit<RenewalRequest, 'scratch'>,
): Promise<'renewed' | 'unchanged' | 'unable'> {
  const scratch = mkdtempSync(join(tmpdir(), 'cw-sign-in-'));
  try {
    const renewal = await provider.renewal({ ...request, scratch });
    if (renewal === null) return 'unable';
    return (await hasChanged(renewal, { scratch, files: provider.signInFiles(request.account) }))
      ? 'renewed'
      : 'unchanged';
  } finally {
    await removeFolder(scratch);
  }
}

type Watched = { readonly scratch: string; readonly files: readonly string[] };

async function hasChanged({ argv: [program = '', ...args], env, input }: Renewal, { scratch, files }: Watched) {
  const before = marks(files);
  const child = spawn(program, args, { env, cwd: scratch, stdio: ['pipe', 'pipe', 'ignore'], detached: true });
  let isOver = false;
  let until = performance.now() + patience.start;
  const over = () => {
    isOver = true;
  };
  child.on('error', over).on('exit', over);
  child.stdin.on('error', () => undefined).write(input);
  child.stdout.once('data', () => {
    until = Math.min(until, performance.now() + patience.spoken);
  });
  child.stdout.resume();
  while (!isOver && performance.now() < until && marks(files) === before) await pause(50);
  child.stdin.end();
  for (const end = performance.now() + patience.end; !isOver && performance.now() < end; ) await pause(20);
  if (!isOver && child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
  return marks(files) !== before;
}

/** What differs once a file was written or replaced. */
function marks(files: readonly string[]): string {
  return JSON.stringify(
    files.map((path) => {
      const { mtimeMs, ino, size } = statSync(path, { throwIfNoEntry: false }) ?? {};
      return [mtimeMs, ino, size];
    }),
  );
}
