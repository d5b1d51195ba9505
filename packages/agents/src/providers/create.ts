import type { ProgramDeps } from '../ports/program.ts';
import type { Provider } from '../ports/provider.ts';
import { createClaudeProvider } from './claude/launch.ts';
import type { ProviderName } from './programs.ts';
import { createScriptProvider } from './script/launch.ts';

export type Providers = Readonly<Record<ProviderName, Provider>>;

/** Each agent program at work in one workspace. */
export function createProviders(deps: ProgramDeps): Providers {
  return { claude: createClaudeProvider(deps), script: createScriptProvider(deps) };
}
