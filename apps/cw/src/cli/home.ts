import { existsSync, lstatSync, readFileSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

export type HomeSource = {
  readonly flag?: string | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
};

/** The folder the program was started in; where it has been taken away meanwhile, the path it had. */
export function workingFolder(env: HomeSource['env']): string {
  try {
    return process.cwd();
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return env.PWD ?? '/';
    throw error;
  }
}

/**
 * The folder of the workspace a command works in: `--home`, else `CW_HOME`, else the workspace of the repository
 * around the working directory if it has one, else `~/.cw`.
 */
export function findHome(source: HomeSource): string {
  if (source.flag !== undefined && source.flag !== '') return resolve(source.cwd, source.flag);
  return homeOfVariable(source) ?? findLocalHome(source.cwd) ?? join(source.env.HOME || homedir(), '.cw');
}

/** The workspace that `CW_HOME` names, which wins over that of a repository; undefined where it names none. */
export function homeOfVariable({ env, cwd }: Pick<HomeSource, 'env' | 'cwd'>): string | undefined {
  return env.CW_HOME === undefined || env.CW_HOME === '' ? undefined : resolve(cwd, env.CW_HOME);
}

/** The workspace in the common git directory of the repository around `folder`, if there is one. */
function findLocalHome(folder: string): string | undefined {
  const gitDir = findCommonGitDir(folder);
  if (gitDir === undefined) return undefined;
  const home = join(gitDir, 'cw');
  return exists(join(home, 'cw.db')) ? home : undefined;
}

/** The git directory that all worktrees of the repository around `folder` share. */
export function findCommonGitDir(folder: string): string | undefined {
  return findRepository(folder)?.gitDir;
}

/** A repository: the folder of the worktree, and the git directory that all its worktrees share. */
export type Repository = { readonly root: string; readonly gitDir: string };

/**
 * The innermost repository around `folder`, found without starting git. A worktree's `.git` is a file that names its own git
 * directory, whose `commondir` names the shared one.
 */
export function findRepository(folder: string): Repository | undefined {
  for (let at = resolve(folder); ; at = dirname(at)) {
    const candidate = join(at, '.git');
    const stat = statSync(candidate, { throwIfNoEntry: false });
    if (stat?.isDirectory()) return { root: at, gitDir: candidate };
    if (stat?.isFile()) {
      const named = /^gitdir: (.+)$/m.exec(readFileSync(candidate, 'utf8'))?.[1];
      if (named === undefined) return undefined;
      const gitDir = resolve(at, named.trim());
      const common = join(gitDir, 'commondir');
      return {
        root: at,
        gitDir: exists(common) ? resolve(gitDir, readFileSync(common, 'utf8').trim()) : gitDir,
      };
    }
    if (dirname(at) === at) return undefined;
  }
}

function exists(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false }) !== undefined;
}

/** Whether a path is a link to what is not there, such as a folder on a disk that is not mounted. */
export function leadsNowhere(path: string): boolean {
  if (existsSync(path)) return false;
  try {
    return lstatSync(path).isSymbolicLink();
  } catch (error) {
    if (error instanceof Error && 'code' in error) return false;
    throw error;
  }
}
