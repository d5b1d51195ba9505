import { writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { git } from './run-git.ts';
import { excludesPath, readIfThere } from './worktree-state.ts';

/**
 * Writes the file that `core.excludesFile` is set to in a working tree: what the user ignores everywhere, and what the
 * set-up hook copied there. Where nothing was copied there is no such file, and git goes by the user's own.
 */
export async function writeExcludesFile(worktree: string, gitDir: string, copied: readonly string[]): Promise<void> {
  const own = await userExcludes(worktree);
  const lines = copied.map((path) => `/${escapePattern(path)}`);
  await writeFile(excludesPath(gitDir), `${own === '' || own.endsWith('\n') ? own : `${own}\n`}${lines.join('\n')}\n`, {
    mode: 0o600,
  });
}

async function userExcludes(worktree: string): Promise<string> {
  const named = await git(worktree, ['config', '--type=path', '--get', 'core.excludesFile'], { accept: [1] });
  const configured = named.exitCode === 0 ? named.stdout.trimEnd() : defaultExcludes();
  return (await readIfThere(configured)) ?? '';
}

function defaultExcludes(): string {
  const { XDG_CONFIG_HOME: xdg } = process.env;
  return join(xdg === undefined || xdg === '' ? join(homedir(), '.config') : xdg, 'git', 'ignore');
}

function escapePattern(path: string): string {
  return path.replace(/[\\*?[\]!#]/g, '\\$&').replace(/ $/, '\\ ');
}
