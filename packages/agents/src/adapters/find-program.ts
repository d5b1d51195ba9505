import { accessSync, constants, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, isAbsolute, join, resolve } from 'node:path';
import { Fault, type NextStep, step } from '@cw/kernel';

type Look = 'program' | 'not-executable' | 'missing';

/**
 * The absolute path of a program.
 * @param command a path, also one beginning with `~/`, or a name to look for on `path`
 * @param setting the one that says where it is, if any does
 * @throws Fault `agent.program-missing`, `agent.program-not-executable`
 */
export function findProgram(command: string, path: string, setting?: string): string {
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
  throw unusable === undefined ? missing(command, setting) : notExecutable(unusable, setting);
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

function missing(command: string, setting: string | undefined): Fault {
  const where = command.includes('/') ? 'does not exist' : 'is not on the PATH';
  return new Fault({
    code: 'agent.program-missing',
    message: `The agent program ${command} ${where}.`,
    ...advice('Install it', 'set its path', setting),
  });
}

function notExecutable(path: string, setting: string | undefined): Fault {
  return new Fault({
    code: 'agent.program-not-executable',
    message: `The agent program ${path} cannot be executed.`,
    ...advice('Allow it with chmod +x', 'choose another one', setting),
  });
}

function advice(first: string, second: string, setting: string | undefined): { hint: string; next: NextStep[] } {
  if (setting === undefined) return { hint: `${first}.`, next: [] };
  return {
    hint: `${first}.`,
    next: [step(`Or ${second} in ${setting}`, 'config set', setting, '<path>')],
  };
}
