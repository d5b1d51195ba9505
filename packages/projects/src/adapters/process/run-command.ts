import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { commandEnvironment } from './command-environment.ts';
import { listProcesses, processesMarked, treeOf } from './process-table.ts';

export type CommandRequest = {
  /** A command line that people wrote, for `/bin/sh -c`. */
  readonly command: string;
  readonly cwd: string;
  /** Where both outputs go, as they come. */
  readonly logFile: string;
  /** Milliseconds; then it is ended with everything it started. */
  readonly timeout: number;
  /** Marks all it starts, in the environment as `CW_COMMAND`, so that it can be found again. */
  readonly mark: string;
  readonly signal?: AbortSignal | undefined;
};

export type CommandOutcome = {
  readonly kind: 'ended' | 'timed-out' | 'aborted';
  /** Null when a signal ended it. */
  readonly exitCode: number | null;
  readonly durationMs: number;
};

const grace = 2_000;

/** A shell between us and the command: what a command may do to its parent process, it does to that. */
const between = '/bin/sh -c "$1"; exit $?';

/** Runs a project's own command line in a process group of its own and waits for it, or for its time limit. */
export async function runCommand(request: CommandRequest): Promise<CommandOutcome> {
  await mkdir(dirname(request.logFile), { recursive: true, mode: 0o700 });
  const log = await open(request.logFile, 'a', 0o600);
  const started = performance.now();
  try {
    const child = spawn('/bin/sh', ['-c', between, 'cw-command', request.command], {
      cwd: request.cwd,
      env: { ...commandEnvironment(process.env), CW_COMMAND: request.mark },
      stdio: ['ignore', log.fd, log.fd],
      detached: true,
    });
    const exit = once(child, 'exit');
    const first = await firstOf(exit, request);
    if (first !== 'ended' || child.pid === undefined) await endCommand(request.mark, child.pid);
    const [exitCode] = await exit;
    if (first === 'ended') await endCommand(request.mark, undefined);
    return {
      kind: first,
      exitCode: typeof exitCode === 'number' ? exitCode : null,
      durationMs: Math.round(performance.now() - started),
    };
  } finally {
    await log.close();
  }
}

async function firstOf(exit: Promise<unknown>, request: CommandRequest): Promise<CommandOutcome['kind']> {
  let timer: NodeJS.Timeout | undefined;
  let abort: (() => void) | undefined;
  try {
    return await Promise.race([
      exit.then(() => 'ended' as const),
      new Promise<'timed-out'>((resolve) => {
        timer = setTimeout(() => resolve('timed-out'), request.timeout);
      }),
      new Promise<'aborted'>((resolve) => {
        abort = () => resolve('aborted');
        if (request.signal?.aborted) abort();
        request.signal?.addEventListener('abort', abort);
      }),
    ]);
  } finally {
    clearTimeout(timer);
    if (abort) request.signal?.removeEventListener('abort', abort);
  }
}

/**
 * Ends what a command started: its process group, its descendants and whatever carries its mark, first kindly,
 * then for certain, looked for again until none is left.
 */
export async function endCommand(mark: string, leader: number | undefined): Promise<void> {
  for (const [signal, until] of [
    ['SIGTERM', grace],
    ['SIGKILL', grace],
  ] as const) {
    const deadline = performance.now() + until;
    let first = true;
    for (;;) {
      const alive = await membersOf(mark, leader);
      if (alive.length === 0) return;
      if (first || signal === 'SIGKILL') for (const pid of alive) send(pid, signal);
      first = false;
      if (performance.now() > deadline) break;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
}

async function membersOf(mark: string, leader: number | undefined): Promise<readonly number[]> {
  const marked = await processesMarked(`CW_COMMAND=${mark}`);
  if (leader === undefined && marked.length === 0) return [];
  const rows = await listProcesses();
  const tree = leader === undefined ? new Set<number>() : treeOf(leader, rows);
  const wanted = new Set(marked);
  return rows
    .filter((row) => !row.zombie && row.pid !== process.pid)
    .filter((row) => wanted.has(row.pid) || tree.has(row.pid) || row.group === leader)
    .map((row) => row.pid);
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}
