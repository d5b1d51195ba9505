import { createConfigModule } from '@cw/config';
import { unwrap } from '@cw/kernel';
import { openTestStorage, testAct } from '@cw/storage/testing';
import {
  claudeEnv,
  claudeProgram,
  type ScriptedModel,
  startScriptedModel,
  type TempHome,
  type TempRepo,
  tempHome,
  tempRepo,
} from '@cw/testkit';
import { type AgentsModule, createAgentsModule } from '../../agents.module.ts';
import { agentsConfigKeys } from '../../agents-config-keys.ts';
import { say } from '../../model/testing.ts';
import { createRunDriver, type RunDriver } from '../../testing.ts';

/** A workspace with one repository and the real Claude Code, which speaks to a scripted model. */
export type ClaudeBench = AsyncDisposable & {
  readonly model: ScriptedModel;
  readonly home: TempHome;
  readonly repo: TempRepo;
  readonly agents: AgentsModule;
  /** Another process's view of the same workspace. */
  readonly other: AgentsModule;
  readonly driver: RunDriver;
  readonly configure: (key: string, value: string, scope?: 'workspace' | 'project') => Promise<void>;
};

export async function openClaudeBench(): Promise<ClaudeBench> {
  const [model, home, repo] = await Promise.all([
    startScriptedModel(),
    tempHome(),
    tempRepo({ files: { 'a.txt': 'a\n' } }),
  ]);
  const storage = openTestStorage({ say });
  const hostEnv = { ...claudeEnv({ url: model.url, home: home.userHome }), CW_HOME: '/secret', NODE_OPTIONS: '--x' };
  const deps = { home: home.path, storage, hostEnv };
  const agents = createAgentsModule(deps);
  const configure: ClaudeBench['configure'] = async (key, value, scope = 'workspace') => {
    const input = { key, value, scope, scopeId: scope === 'project' ? 'pr_a' : '' };
    unwrap(await createConfigModule({ storage }, agentsConfigKeys).commands.set(input, testAct));
  };
  await configure('agents.claude.command', claudeProgram());
  return {
    model,
    home,
    repo,
    agents,
    configure,
    other: createAgentsModule(deps),
    driver: createRunDriver({ agents, worktree: repo.path, act: testAct }),
    [Symbol.asyncDispose]: async () => {
      await Promise.all([model.close(), repo.remove(), home.remove()]);
      storage[Symbol.dispose]();
    },
  };
}

/** Who commits. */
export const gitEnv = {
  GIT_AUTHOR_NAME: 'Work Er',
  GIT_AUTHOR_EMAIL: 'worker@example.test',
  GIT_COMMITTER_NAME: 'Work Er',
  GIT_COMMITTER_EMAIL: 'worker@example.test',
};
