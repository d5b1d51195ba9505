import { existsSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import type { LaunchRequest, OwnFolder } from '../../ports/provider.ts';

export const signInFile = '.credentials.json';

/** What a user sets there; what it makes the program run, it may run in a sandbox too. */
const settings = [
  ...['settings.json', 'CLAUDE.md', 'agents', 'commands', 'skills', 'plugins', 'output-styles', 'rules'],
];

/** As the program shortens the name of a folder with conversations. */
const longestName = 200;

/** Where the program keeps sign-in and conversations, by what its environment says. */
export function ownPath(env: Readonly<Record<string, string>>): string {
  return env.CLAUDE_CONFIG_DIR ?? join(env.HOME ?? '/', '.claude');
}

/** That folder, as a run uses it. */
export function ownFolder(
  path: string,
  { worktree, sessionId }: Pick<LaunchRequest, 'worktree' | 'sessionId'>,
): OwnFolder {
  const place = existsSync(worktree) ? realpathSync(worktree) : worktree;
  const name = place.replaceAll(/[^a-zA-Z0-9]/g, '-');
  return {
    ...{ path, signIn: signInFile, settings, env: foldersIn },
    conversation: {
      folder: name.slice(0, longestName),
      isShortened: name.length > longestName,
      file: `${sessionId}.jsonl`,
    },
  };
}

/** Variables with which the program uses one folder as its own, and takes its sign-in from another. */
export function foldersIn(made: string, account: string): Readonly<Record<string, string>> {
  return { CLAUDE_CONFIG_DIR: made, CLAUDE_SECURESTORAGE_CONFIG_DIR: account };
}
