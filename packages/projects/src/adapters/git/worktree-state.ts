import { existsSync } from 'node:fs';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { linkedGitDir } from './ref-files.ts';
import { gitLine } from './run-git.ts';

/** What cw keeps beside a working tree's own git files; it goes when the working tree goes. */
const names = {
  filled: 'cw-filled',
  copied: 'cw-copied.json',
  products: 'cw-set-up.json',
  excludes: 'cw-excludes',
} as const;

/** A working tree's private git directory: its HEAD, index and our notes. */
export async function gitDirOf(worktree: string): Promise<string> {
  const env = { GIT_CEILING_DIRECTORIES: dirname(worktree) };
  return linkedGitDir(worktree) ?? gitLine(worktree, ['rev-parse', '--path-format=absolute', '--git-dir'], { env });
}

export function excludesPath(gitDir: string): string {
  return join(gitDir, names.excludes);
}

/** Has a git command ignore what the set-up hook copied. */
export function excludesOption(gitDir: string): readonly string[] {
  const path = excludesPath(gitDir);
  return existsSync(path) ? ['-c', `core.excludesFile=${path}`] : [];
}

/**
 * Paths, relative to the working tree, that the set-up hook has copied in. Notes that are not whole are none: they are
 * written before anything is copied.
 */
export async function readCopied(gitDir: string): Promise<readonly string[]> {
  const value = parsed((await readIfThere(join(gitDir, names.copied))) ?? '[]');
  return Array.isArray(value) ? value.filter((path): path is string => typeof path === 'string') : [];
}

export function writeCopied(gitDir: string, paths: readonly string[]): Promise<void> {
  return writeNote(join(gitDir, names.copied), paths);
}

/** What the set-up command made or changed: how it left each file, by path (bytes as latin1). */
export async function readProducts(gitDir: string): Promise<ReadonlyMap<string, string>> {
  const value = parsed((await readIfThere(join(gitDir, names.products))) ?? '[]');
  return new Map(Array.isArray(value) ? value : []);
}

export function writeProducts(gitDir: string, products: readonly (readonly [string, string])[]): Promise<void> {
  return writeNote(join(gitDir, names.products), products);
}

async function writeNote(path: string, value: unknown): Promise<void> {
  await writeFile(`${path}.new`, `${JSON.stringify(value)}\n`, { mode: 0o600, flush: true });
  await rename(`${path}.new`, path);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return [];
    throw error;
  }
}

/** True once all files have been written, which a crash may have cut short. */
export async function isFilled(gitDir: string): Promise<boolean> {
  return (await readIfThere(join(gitDir, names.filled))) !== undefined;
}

export async function markFilled(gitDir: string): Promise<void> {
  await writeFile(join(gitDir, names.filled), '', { mode: 0o600 });
}

export async function markUnfilled(gitDir: string): Promise<void> {
  await rm(join(gitDir, names.filled), { force: true });
}

/** A file's text, or undefined when it is not there. */
export async function readIfThere(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}
