import { constants, fstatSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { CliContext, Workspace } from '@cw/entry';
import { Fault } from '@cw/kernel';
import { workingFolder } from './home.ts';
import type { Globals } from './input.ts';
import { toStderr, toStdout } from './output.ts';
import { outputWidth, styleFor } from './style.ts';
import { unreadable } from './unreadable.ts';

/** What a command is run with, over this process's streams. `end` lets go of what it holds. */
export function cliContext(workspace: Workspace, globals: Globals): CliContext & { end(): void } {
  const { env } = process;
  let interrupted: AbortController | undefined;
  const onSignal = () => interrupted?.abort();
  const cwd = workingFolder(env);
  const identity = () => import('./identity.ts');
  return {
    workspace,
    cwd,
    env,
    json: globals.json,
    quiet: globals.quiet,
    width: outputWidth(env),
    style: styleFor(1, env),
    act: async () => (await identity()).whoActs(workspace, env),
    holder: async () => (await identity()).whoHolds(workspace, env),
    whyNotStarted: async (taskId) => (await import('./why-not-started.ts')).whyNotStarted(workspace, taskId),
    attempts: async (taskId) => (await import('./attempts.ts')).attemptsOf(workspace, taskId, outputWidth(env)),
    stdin: async () => readStdin().toString('utf8'),
    readInput: async (path) => (path === '-' ? readStdin() : readNamed(resolve(cwd, path))),
    openInput: async (path) => {
      const { openInputFile, pipedFile } = await import('./input-file.ts');
      if (path !== '-') return openInputFile(resolve(cwd, path));
      checkPiped();
      return pipedFile(0);
    },
    writeOutput: async (path, parts) => {
      if (path !== '-') return (await import('./write-output.ts')).writeOutputFile(resolve(cwd, path), parts);
      let bytes = 0;
      for await (const part of parts) {
        toStdout(part);
        bytes += Buffer.byteLength(part);
      }
      return bytes;
    },
    note: (text) => toStderr(`${text}\n`),
    print: (text) => {
      if (!toStdout(`${text}\n`)) interrupted?.abort();
    },
    get signal() {
      if (interrupted === undefined) {
        interrupted = new AbortController();
        process.once('SIGINT', onSignal);
        process.once('SIGTERM', onSignal);
      }
      return interrupted.signal;
    },
    end: () => {
      process.off('SIGINT', onSignal);
      process.off('SIGTERM', onSignal);
    },
  };
}

function readStdin(): Buffer {
  checkPiped();
  return readFileSync(0);
}

/** Node makes a stream to tell of a terminal, which takes long; what is a file or a pipe is none. */
function checkPiped(): void {
  const { mode } = fstatSync(0);
  const isPiped = [constants.S_IFREG, constants.S_IFIFO, constants.S_IFSOCK].includes(mode & constants.S_IFMT);
  if (!isPiped && process.stdin.isTTY) {
    throw new Fault({
      code: 'input.terminal',
      message: 'Standard input was asked for (-), but it is a terminal.',
      hint: 'Pipe something in, or name a file.',
      kind: 'usage',
    });
  }
}

/** Not by promises: to load what Node needs for those takes longer than reading. */
function readNamed(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    throw unreadable(path, error);
  }
}
