import { existsSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { childEnvironment, type HostEnv } from '../../adapters/child-environment.ts';
import { findProgram } from '../../adapters/find-program.ts';
import type { SignInNames } from '../../ports/program.ts';
import type { AccountLogin, LaunchRequest, OwnFolder, Renewal } from '../../ports/provider.ts';
import { claudeCommandKey } from './settings.ts';

/** By which variables a user or an account signs it in. */
export const signInNames = {
  folder: 'CLAUDE_CONFIG_DIR',
  variables: [
    'ANTHROPIC_API_KEY',
    'ANTHROPIC_AUTH_TOKEN',
    'ANTHROPIC_BASE_URL',
    'CLAUDE_CODE_OAUTH_TOKEN',
    'CLAUDE_CODE_USE_BEDROCK',
    'CLAUDE_CODE_USE_VERTEX',
    'CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC',
    'CLAUDE_CODE_MAX_RETRIES',
  ],
} as const satisfies SignInNames;

/** A sign-in by one of these is in no file, and nothing renews it. */
const tokens = ['ANTHROPIC_API_KEY', 'ANTHROPIC_AUTH_TOKEN', 'CLAUDE_CODE_OAUTH_TOKEN'];

const signInFile = '.credentials.json';

/** What a user sets there; what it makes the program run, it may run in a sandbox too. */
const settings = ['settings.json', 'CLAUDE.md', 'agents', 'commands', 'skills', 'plugins', 'output-styles', 'rules'];

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
    path,
    signIn: signInFile,
    settings,
    env: foldersIn,
    conversation: {
      folder: name.slice(0, longestName),
      isShortened: name.length > longestName,
      file: `${sessionId}.jsonl`,
    },
  };
}

/** Variables with which the program uses one folder as its own, and takes its sign-in from another. */
function foldersIn(made: string, account: string): Readonly<Record<string, string>> {
  return { CLAUDE_CONFIG_DIR: made, CLAUDE_SECURESTORAGE_CONFIG_DIR: account };
}

/** The environment of its process under an account. */
export function environmentOf(hostEnv: HostEnv, request: Pick<LaunchRequest, 'account' | 'gitEnv'>) {
  return childEnvironment(hostEnv, request, signInNames);
}

/** The program's folder under an account; null: the user's own sign-in. */
export function pathOf(hostEnv: HostEnv, account: AccountLogin | null): string {
  return ownPath(environmentOf(hostEnv, { account, gitEnv: {} }).env);
}

/** The file that changes when somebody signs in. */
export function signInFiles(hostEnv: HostEnv, account: AccountLogin | null): readonly string[] {
  return [join(pathOf(hostEnv, account), signInFile)];
}

/** The program looks after its sign-in as it starts, and asks no model for anything before it is spoken to. */
const renewing = [
  '-p',
  '--input-format',
  'stream-json',
  '--output-format',
  'stream-json',
  '--verbose',
  '--strict-mcp-config',
];

/** How it renews a sign-in that lies in a file; null where there is none. @param scratch a folder that it may use as its own */
export function renewalOf(
  hostEnv: HostEnv,
  {
    account,
    scratch,
    command,
  }: { readonly account: AccountLogin | null; readonly scratch: string; readonly command: string },
): Renewal | null {
  const { env } = environmentOf(hostEnv, { account, gitEnv: {} });
  const path = ownPath(env);
  if (tokens.some((name) => env[name]) || !existsSync(join(path, signInFile))) return null;
  const request = { type: 'control_request', request_id: 'cw-renew', request: { subtype: 'initialize' } };
  return {
    argv: [findProgram(command, env.PATH ?? '', claudeCommandKey.key), ...renewing],
    env: { ...env, ...foldersIn(scratch, path) },
    input: `${JSON.stringify(request)}\n`,
  };
}
