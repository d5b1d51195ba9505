import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { type Sink, SinkFailure } from '../ports/sink.ts';
import { timeLimit } from '../time-limit.ts';

/** What of its error output is told when it fails. */
const longestSaid = 500;

/** How long the rest of its error output is waited for once it has ended, in milliseconds: what it started may hold it open. */
const restMs = 200;

/**
 * Runs a program of the user's, without a shell, with the item on its standard input. What it leaves running is its own
 * affair; what hangs is ended with all that it started.
 */
export function commandSink(timeoutMs = 10_000): Sink {
  return {
    name: 'inbox.command',
    tell: async ([program = '', ...args], body, signal) => {
      const limit = timeLimit(timeoutMs);
      const child = spawn(program, args, { cwd: '/', stdio: ['pipe', 'ignore', 'pipe'], detached: true });
      let said = '';
      child.stderr.on('data', (chunk: Buffer) => {
        if (said.length < longestSaid) said += chunk.toString('utf8').slice(0, longestSaid - said.length);
      });
      child.on('error', () => {});
      // Whether it reads what it is given is its own affair.
      child.stdin.on('error', () => {});
      child.stdin.end(body);
      try {
        const ended = once(child, 'exit', { signal: AbortSignal.any([signal, limit]) });
        const [code] = await ended.catch((error: unknown) => {
          endGroup(child);
          if (signal.aborted) throw error;
          if (limit.aborted) throw new SinkFailure({ code: 'sink.hung', seconds: timeoutMs / 1000 }, false);
          throw new SinkFailure(error instanceof Error ? error.message : String(error), true);
        });
        if (code === 0) return;
        await once(child, 'close', { signal: timeLimit(restMs) }).catch(() => {});
        throw new SinkFailure({ code: 'sink.exited', exitCode: code, said: said.trim() }, false);
      } finally {
        child.stdin.destroy();
        child.stderr.destroy();
      }
    },
  };
}

/** Ends a program that leads a group of its own, and what is in that group. */
function endGroup({ pid, exitCode, signalCode }: ChildProcess): void {
  if (pid === undefined || exitCode !== null || signalCode !== null) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}
