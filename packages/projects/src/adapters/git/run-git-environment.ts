import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { fallbackIdentity } from './merge.ts';
import { excludesPath, gitDirOf } from './worktree-state.ts';

/**
 * Variables of git for whatever works in a working tree: what the set-up hook copied is ignored, commits have an
 * author even where the user has configured none, and nothing asks or opens an editor. Without its `.git`, the working
 * tree is no repository: git does not look for one above it, where the user's own may be.
 */
export async function runGitEnvironment(worktree: string): Promise<Readonly<Record<string, string>>> {
  const excludes = excludesPath(await gitDirOf(worktree));
  const config = existsSync(excludes)
    ? { GIT_CONFIG_COUNT: '1', GIT_CONFIG_KEY_0: 'core.excludesFile', GIT_CONFIG_VALUE_0: excludes }
    : {};
  return {
    ...(await fallbackIdentity(worktree)),
    ...config,
    GIT_CEILING_DIRECTORIES: dirname(worktree),
    GIT_TERMINAL_PROMPT: '0',
    GIT_EDITOR: 'true',
    GIT_SEQUENCE_EDITOR: 'true',
  };
}
