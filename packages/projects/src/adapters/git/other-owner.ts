import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { ProjectSource } from '../../model/project-source.ts';
import { git } from './run-git.ts';

/** What git is told so that it works with a repository of another user's: settings for it, and for its other end. */
export type Trust = {
  /** In front of the command. */
  readonly options: readonly string[];
  /** For the program at the other end, `upload-pack` or `receive-pack`. */
  readonly settings: readonly string[];
};

/**
 * Where the user's `safe.directory` allows a repository of another user's, git itself works in it, but asks for one more entry, that
 * of the `.git` folder, when another repository speaks to it. That one is given here.
 * @returns nothing to tell for a repository of this user's, one that is not on this machine, and one that git refuses to work in
 */
export async function trustIn(source: ProjectSource): Promise<Trust> {
  const allowed = source.kind === 'path' ? await allowedDir(source.location) : undefined;
  const settings = allowed === undefined ? [] : [`safe.directory=${allowed}`];
  return { settings, options: asOptions(settings) };
}

/** The program at the other end, run by a shell with these settings. */
export function otherEnd(program: 'upload-pack' | 'receive-pack', settings: readonly string[]): string {
  return ['git', ...asOptions(settings.map(quoted)), program].join(' ');
}

async function allowedDir(location: string): Promise<string | undefined> {
  const near = await stat(join(location, '.git')).catch(() => undefined);
  const owner = near?.isFile() ? undefined : (near ?? (await stat(location).catch(() => undefined)))?.uid;
  if (owner !== undefined && owner === process.geteuid?.()) return undefined;
  const args = ['rev-parse', '--path-format=absolute', '--git-common-dir'];
  const answer = await git(location, args, { accept: [128] }).catch(() => undefined);
  return answer?.exitCode === 0 ? answer.stdout.trimEnd() : undefined;
}

function asOptions(settings: readonly string[]): readonly string[] {
  return settings.flatMap((setting) => ['-c', setting]);
}

function quoted(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`;
}
