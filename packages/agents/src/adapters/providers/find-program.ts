import { accessSync, constants, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, isAbsolute, join, resolve } from 'node:path';
import { Fault, type NextStep, step } from '@cw/kernel';

type Look = 'program' | 'not-executable' | 'missing';

/**
 * The absolute path of a program.
 * @param command a path, also one beginning with `~/`, or a name to look for on `path`
 * @throws Fault `agent.program-missing`, `agent.program-not-executable`
 */
export function findProgram(command: string, path: string): string {
  const candidates = command.includes('/')
    ? [resolve(command.startsWith('~/') ? join(homedir(), command.slice(2)) : command)]
    : path
        .split(delimiter)
        .filter(isAbsolute)
        .map((directory) => join(directory, command));
  let unusable: string | undefined;
  for (const candidate of candidates) {
    const found = look(candidate);
    if (found === 'program') return candidate;
    if (found === 'not-executable') unusable ??= candidate;
  }
  throw unusable === undefined ? missing(command) : notExecutable(unusable);
}

function look(path: string): Look {
  try {
    const stats = statSync(path, { throwIfNoEntry: false });
    if (!stats) return 'missing';
    if (!stats.isFile()) return 'not-executable';
  } catch (error) {
    // A folder of the PATH that this user may not look into, or that is none.
    if (error instanceof Error && 'code' in error) return 'missing';
    throw error;
  }
  try {
    accessSync(path, constants.X_OK);
    return 'program';
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EACCES') return 'not-executable';
    throw error;
  }
}

function missing(command: string): Fault {
  const where = command.includes('/') ? 'is not there' : 'is not on the PATH';
  return new Fault({
    code: 'agent.program-missing',
    message: `The agent program ${command} ${where}.`,
    hint: 'Install it, or say where it is (agents.claude.command).',
    next: [setPath()],
  });
}

function setPath(): NextStep {
  return step('Set its path', 'config set', 'agents.claude.command', '<path>');
}

function notExecutable(path: string): Fault {
  return new Fault({
    code: 'agent.program-not-executable',
    message: `The agent program ${path} cannot be executed.`,
    hint: 'Allow it with chmod +x, or name another one (agents.claude.command).',
    next: [setPath()],
  });
}
