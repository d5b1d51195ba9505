import { accessSync, constants, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, isAbsolute, join, resolve } from 'node:path';
import { Fault, type NextStep, step } from '@cw/kernel';
import type { Missing } from '../model/missing.ts';

type Look = 'program' | 'not-executable' | 'missing';

type SetFor = { readonly task?: string | null | undefined; readonly project?: string | null | undefined };

type Sought = {
  /** A path, also one beginning with `~/`, or a name to look for on the PATH. */
  readonly command: string;
  /** The setting that says where it is, if any does. */
  readonly setting?: string | undefined;
  /** The one task or project that it is set for; undefined: the workspace. */
  readonly setFor?: SetFor | undefined;
};

/**
 * The absolute path of a program.
 * @throws Fault `agent.program-missing`, `agent.program-not-executable`
 */
export function findProgram(command: string, path: string, setting?: string): string {
  const { program, unusable } = seek(command, path);
  if (program !== undefined) return program;
  const { why, hint, next } = notFound({ command, setting }, unusable);
  throw new Fault({
    code: unusable === undefined ? 'agent.program-missing' : 'agent.program-not-executable',
    message: `The agent program ${why}.`,
    hint,
    next,
  });
}

/** Why a program cannot be started, as far as its file tells; undefined where it can. */
export function whyNotFound(sought: Sought, path: string): Missing | undefined {
  const { program, unusable } = seek(sought.command, path);
  return program === undefined ? notFound(sought, unusable) : undefined;
}

/** The first program that a command names, or the first file that would be one if it could be executed. */
function seek(command: string, path: string): { readonly program?: string; readonly unusable?: string | undefined } {
  const candidates = command.includes('/')
    ? [resolve(command.startsWith('~/') ? join(homedir(), command.slice(2)) : command)]
    : path
        .split(delimiter)
        .filter(isAbsolute)
        .map((directory) => join(directory, command));
  let unusable: string | undefined;
  for (const candidate of candidates) {
    const found = look(candidate);
    if (found === 'program') return { program: candidate };
    if (found === 'not-executable') unusable ??= candidate;
  }
  return { unusable };
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

function notFound({ command, setting, setFor }: Sought, unusable: string | undefined): Missing {
  const next = (what: string) => (setting === undefined ? [] : [setStep(`Or ${what} in ${setting}`, setting, setFor)]);
  if (unusable !== undefined) {
    const hint = 'Allow it with chmod +x.';
    return { why: `${unusable} cannot be executed`, hint, next: next('choose another one') };
  }
  const where = command.includes('/') ? 'does not exist' : 'is not on the PATH';
  return { why: `${command} ${where}`, hint: 'Install it.', next: next('set its path') };
}

function setStep(say: string, setting: string, setFor: SetFor | undefined): NextStep {
  if (setFor?.task != null) return step(say, 'config set', setting, '<path>', '--task', setFor.task);
  if (setFor?.project != null) return step(say, 'config set', setting, '<path>', '--project', setFor.project);
  return step(say, 'config set', setting, '<path>');
}
