import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type InputFile, terminalText } from '@cw/entry';
import { sayThrown } from '../../src/cli/execute.ts';
import { runFast } from '../../src/cli/fast.ts';
import { runFull } from '../../src/cli/full.ts';
import { findHome } from '../../src/cli/home.ts';
import { outputWidth, styleFor } from '../../src/cli/style.ts';
import type { Terminal } from '../../src/cli/terminal.ts';
import type { Ran, RunOptions } from './run-cw.ts';

// What a command does here by the environment of the process, not of its terminal, must not reach whoever runs the tests:
// neither the configuration of git nor a home directory.
process.env.GIT_CONFIG_GLOBAL = '/dev/null';
process.env.GIT_CONFIG_NOSYSTEM = '1';
process.env.HOME = join(tmpdir(), 'nobody-at-home');

/**
 * Runs a command line in the process of the tests, as `cw` would with its output in pipes: what it parses, does and prints
 * is the same, without the quarter of a second of processor that a program costs. What the built program does to get
 * there (its parts, exit code, signals, streams) is seen by the tests that start it.
 */
export async function runHere(
  args: readonly string[],
  { env, cwd = '/', input = '' }: Omit<RunOptions, 'program' | 'user'>,
): Promise<Ran> {
  const said = { stdout: '', stderr: '' };
  const terminal: Terminal = {
    ...{ env: { ...env }, cwd },
    width: outputWidth(env),
    style: () => styleFor(1, { ...env, NO_COLOR: '1' }),
    out: (text, exact = false) => {
      said.stdout += exact ? text : terminalText(text, () => false);
      return true;
    },
    err: (text) => {
      said.stderr += terminalText(text, () => false);
    },
    page: async (text) => {
      terminal.out(text);
    },
    interactive: false,
    ask: async () => '',
    stdin: () => Buffer.from(input),
    openStdin: async () => inMemory(Buffer.from(input)),
  };
  const code = await runLine(args, terminal);
  return { code, signal: null, ...said };
}

function inMemory(bytes: Buffer): InputFile {
  return {
    size: Number.POSITIVE_INFINITY,
    read: (into, at) => bytes.copy(into, 0, at),
    [Symbol.dispose]: () => {},
  };
}

async function runLine(args: readonly string[], terminal: Terminal): Promise<number> {
  try {
    return (await runFast(args, terminal)) ?? (await runFull(args, terminal));
  } catch (error) {
    return sayThrown(error, { globals: { json: args.includes('--json') }, home: findHome(terminal), terminal });
  }
}

/** Whether a line names a command, and not one of the parts that stay running. */
export function isCommand(args: readonly string[]): boolean {
  return !args.includes('--server') && !['mcp', '__complete'].includes(args[0] ?? '');
}
