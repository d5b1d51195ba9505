import { mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const require = createRequire(import.meta.url);

/**
 * Path of the real Claude Code program that npm installed for the tests, or of the one that `CW_TEST_CLAUDE` names.
 * @throws Error when the development dependencies are not installed.
 */
export function claudeProgram(): string {
  const { CW_TEST_CLAUDE: other } = process.env;
  if (other !== undefined) return other;
  const manifest = require.resolve('@anthropic-ai/claude-code/package.json');
  return join(dirname(manifest), 'bin', 'claude.exe');
}

export type ClaudeEnvOptions = {
  /** Of the scripted model. */
  readonly url: string;
  /** The user's home the program sees; a directory of the test's own. */
  readonly home: string;
  /** The account. @defaultValue `<home>/.claude` */
  readonly configDir?: string;
  /** Searched for programs. @defaultValue the test's own PATH */
  readonly path?: string;
};

/**
 * Everything the program is to find in its environment, so that nothing of the surrounding machine reaches it.
 * Makes the two directories.
 */
export function claudeEnv(options: ClaudeEnvOptions): Record<string, string> {
  const configDir = options.configDir ?? join(options.home, '.claude');
  mkdirSync(options.home, { recursive: true });
  mkdirSync(configDir, { recursive: true, mode: 0o700 });
  return {
    HOME: options.home,
    PATH: options.path ?? process.env.PATH ?? '/usr/local/bin:/usr/bin:/bin',
    LANG: 'C.UTF-8',
    TZ: 'UTC',
    ...modelEnv(options.url),
    CLAUDE_CONFIG_DIR: configDir,
  };
}

/** The part that points the program at the scripted model, for an account's or a project's environment. */
export function modelEnv(url: string): Record<string, string> {
  return {
    ANTHROPIC_BASE_URL: url,
    ANTHROPIC_API_KEY: 'scripted-key',
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    CLAUDE_CODE_MAX_RETRIES: '1',
    DISABLE_AUTOUPDATER: '1',
  };
}
