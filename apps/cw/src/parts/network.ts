import { once } from 'node:events';
import { chmodSync, readFileSync, rmSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { leadOut, type NetworkRules, serveWayOut } from '@cw/agents';
import { toStderr, toStdout } from '../cli/output.ts';

/**
 * One of the two halves of the way out of an agent's private network. Outside, `--serve <socket> <rules>` lets those through
 * who go where the rules say, until its input ends; inside, `--lead <port> <socket>` brings them there, for ever. The workspace
 * is needed by neither.
 */
export async function runNetwork([half, first = '', second = '']: readonly string[]): Promise<number> {
  stayThroughSignals();
  try {
    return await (half === '--lead' ? lead(Number(first), second) : serve(first, second));
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error;
    (half === '--lead' ? toStdout : toStderr)(`cw network: ${error.message}\n`);
    return 1;
  }
}

/** Says that it is ready, once it is. */
async function lead(port: number, path: string): Promise<number> {
  await leadOut(port, path);
  toStdout('ready\n');
  return new Promise(() => undefined);
}

async function serve(socket: string, rulesFile: string): Promise<number> {
  const rules: NetworkRules = JSON.parse(readFileSync(rulesFile, 'utf8'));
  // The path of a socket may have some hundred bytes, and that of a workspace more: from inside its folder it is short.
  process.chdir(dirname(socket));
  const path = basename(socket);
  rmSync(path, { force: true });
  const server = await serveWayOut({ rules, path, note: (line) => toStderr(`cw network: ${line}\n`) });
  chmodSync(path, 0o600);
  process.stdin.resume();
  await Promise.race([once(process.stdin, 'end'), once(process.stdin, 'close')]);
  server.close();
  // What it still carries has lost its agent.
  process.exit(0);
}

/** An agent that is asked to end may still have something to say to its model. */
function stayThroughSignals(): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
}
