import { describe, expect, test } from 'vitest';
import { signInNames } from '../providers/claude/sign-in.ts';
import { childEnvironment } from './child-environment.ts';

const request = { account: null, gitEnv: {} };

describe("the environment of an agent's process", () => {
  test('holds where things are, and nothing that is not on the list', () => {
    const host = {
      HOME: '/h',
      PATH: '/bin',
      LC_ALL: 'C',
      XDG_CONFIG_HOME: '/x',
      https_proxy: 'p',
      TZ: undefined,
      CW_HOME: '/secret',
      CW_ACTOR: 'ada',
      CW_RUN: 'rn_outer',
      NODE_OPTIONS: '--inspect',
      GITHUB_TOKEN: 't',
      GIT_DIR: '/elsewhere',
      AWS_SECRET_ACCESS_KEY: 's',
    };
    const { env } = childEnvironment(host, request, signInNames);
    expect(Object.keys(env).sort()).toEqual([
      'DISABLE_AUTOUPDATER',
      'HOME',
      'LC_ALL',
      'PATH',
      'XDG_CONFIG_HOME',
      'https_proxy',
    ]);
  });

  test("holds the user's own sign-in only when no account is named", () => {
    const host = { PATH: '/bin', ANTHROPIC_API_KEY: 'own', CLAUDE_CONFIG_DIR: '/own' };
    expect(childEnvironment(host, request, signInNames)).toMatchObject({
      env: { ANTHROPIC_API_KEY: 'own', CLAUDE_CONFIG_DIR: '/own' },
      secretNames: ['CLAUDE_CONFIG_DIR', 'ANTHROPIC_API_KEY'],
    });
    const account = { configDir: '/account', env: { ANTHROPIC_BASE_URL: 'u' } };
    const { env, secretNames } = childEnvironment(host, { ...request, account }, signInNames);
    expect(env).toMatchObject({ CLAUDE_CONFIG_DIR: '/account', ANTHROPIC_BASE_URL: 'u' });
    expect(env).not.toHaveProperty('ANTHROPIC_API_KEY');
    expect(secretNames.sort()).toEqual(['ANTHROPIC_BASE_URL', 'CLAUDE_CONFIG_DIR']);
  });

  test('takes nothing from an account that would change who cw is or what programs load', () => {
    const account = { configDir: null, env: { CW_ACTOR: 'x', NODE_OPTIONS: 'x', LD_PRELOAD: 'x', GOOD: 'y' } };
    const { env } = childEnvironment({}, { ...request, account }, signInNames);
    expect(env).toMatchObject({ GOOD: 'y' });
    for (const name of ['CW_ACTOR', 'NODE_OPTIONS', 'LD_PRELOAD']) expect(env).not.toHaveProperty(name);
  });

  test("holds git's variables as they are given, whatever the account says", () => {
    const account = { configDir: null, env: { GIT_AUTHOR_NAME: 'account' } };
    const { env, secretNames } = childEnvironment({}, { account, gitEnv: { GIT_AUTHOR_NAME: 'Ada' } }, signInNames);
    expect(env).toMatchObject({ GIT_AUTHOR_NAME: 'Ada' });
    expect(secretNames).toEqual(['GIT_AUTHOR_NAME']);
  });
});
