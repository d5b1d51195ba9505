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

/** How the set-up command left a file that it made or changed. A file is its mode and blob in one text. */
export type Product = {
  readonly left: string;
  /** How the file was in HEAD then; undefined in notes of an earlier version. */
  readonly head?: string | undefined;
  /** True when the command itself had staged it. */
  readonly staged: boolean;
};

/** What the set-up command made or changed, by path (bytes as latin1). What is not a whole entry is none. */
export async function readProducts(gitDir: string): Promise<ReadonlyMap<string, Product>> {
  const entries = await readEntries(join(gitDir, names.products));
  return new Map(
    entries.flatMap(([path, left, head, staged]) => {
      if (typeof path !== 'string' || typeof left !== 'string') return [];
      return [[path, { left, head: typeof head === 'string' ? head : undefined, staged: staged === true }]];
    }),
  );
}

export function writeProducts(gitDir: string, products: ReadonlyMap<string, Product>): Promise<void> {
  const entries = [...products].map(([path, { left, head, staged }]) => [path, left, head, staged]);
  return writeNote(join(gitDir, names.products), entries);
}

/** Forgets what the set-up command did: the files are others now. */
export async function forgetSetUp(gitDir: string): Promise<void> {
  await rm(join(gitDir, names.products), { force: true });
}

async function readEntries(path: string): Promise<readonly (readonly unknown[])[]> {
  const value = parsed((await readIfThere(path)) ?? '[]');
  return Array.isArray(value) ? value.filter((entry) => Array.isArray(entry)) : [];
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
