import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { type Sink, SinkFailure } from '../ports/sink.ts';
import { timeLimit } from '../time-limit.ts';

/** What of its error output is told when it fails. */
const longestSaid = 500;

/** Runs a program of the user's, without a shell, with the item on its standard input. */
export function commandSink(timeoutMs = 10_000): Sink {
  return {
    name: 'inbox.command',
    tell: async ([program = '', ...args], body, signal) => {
      const limit = timeLimit(timeoutMs);
      const child = spawn(program, args, {
        ...{ cwd: '/', stdio: ['pipe', 'ignore', 'pipe'], killSignal: 'SIGKILL' },
        signal: AbortSignal.any([signal, limit]),
      });
      let said = '';
      child.stderr.on('data', (chunk: Buffer) => {
        if (said.length < longestSaid) said += chunk.toString('utf8').slice(0, longestSaid - said.length);
      });
      // Whether it reads what it is given is its own affair.
      child.stdin.on('error', () => {});
      child.stdin.end(body);
      const [code] = await once(child, 'close').catch((error: unknown) => {
        if (signal.aborted) throw error;
        if (limit.aborted) throw new SinkFailure(`it has not ended within ${timeoutMs / 1000} s and was ended`, false);
        throw new SinkFailure(error instanceof Error ? error.message : String(error), true);
      });
      if (code !== 0) throw new SinkFailure(`it ended with code ${code}${said.trim() && `: ${said.trim()}`}`, false);
    },
  };
}
