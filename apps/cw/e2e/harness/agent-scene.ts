import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { modelEnv, type ScriptedModel, startScriptedModel, type TempRepo, tempRepo } from '@cw/testkit';
import { openWorkspace, type Workspace } from './workspace.ts';

/** A workspace, the model that its agents speak to, and a repository with the file `a.txt` for its project. */
export type AgentScene = AsyncDisposable & {
  readonly cw: Workspace;
  readonly model: ScriptedModel;
  readonly repo: TempRepo;
};

/** At dispose its servers are stopped, and all of it goes. */
export async function openAgentScene(): Promise<AgentScene> {
  const files = { 'a.txt': 'a\n' };
  const [cw, model, repo] = await Promise.all([openWorkspace(), startScriptedModel(), tempRepo({ files })]);
  // By the program: a test may make the home anew, so none of it is open here.
  await cw.ask('config', 'set', 'tasks.doneUnchanged', 'accept');
  return {
    ...{ cw, model, repo },
    [Symbol.asyncDispose]: async () => {
      for (const server of cw.servers()) await server.stop();
      await Promise.all([model.close(), repo.remove()]);
      await cw[Symbol.asyncDispose]();
    },
  };
}

/** Where an account keeps the sign-in of Claude Code. */
export const signInFile = (configDir: string) => join(configDir, '.credentials.json');

/** Signs an account in by a subscription, with a made-up token that holds for an hour. */
export async function signIn(configDir: string, accessToken = 'made-up'): Promise<void> {
  const claudeAiOauth = {
    ...{ accessToken, refreshToken: 'made-up', expiresAt: Date.now() + 3_600_000 },
    ...{ scopes: ['user:inference', 'user:profile'], subscriptionType: 'max', rateLimitTier: 'x' },
  };
  await mkdir(configDir, { recursive: true });
  await writeFile(signInFile(configDir), JSON.stringify({ claudeAiOauth }), { mode: 0o600 });
}

/** Adds the account `subscriber`, whose sign-in is a subscription: usage limits are told, and sign-ins renewed, only for those. */
export async function addSubscriber({ cw, model }: Pick<AgentScene, 'cw' | 'model'>, configDir: string): Promise<void> {
  const { ANTHROPIC_API_KEY: _, ...variables } = modelEnv(model.url);
  const env = Object.entries(variables).flatMap(([name, value]) => ['--env', `${name}=${value}`]);
  await signIn(configDir);
  await cw.ask('account', 'add', 'subscriber', '--provider', 'claude', '--config-dir', configDir, ...env);
}
