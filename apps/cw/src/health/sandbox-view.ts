import { missingWalls, readSandboxState } from '@cw/agents';
import type { SandboxView } from './health-report.ts';

/** What the server of a workspace found when it tried whether agents can be kept in a sandbox. */
export function sandboxView(home: string): SandboxView {
  const state = readSandboxState(home);
  const network = { noNetwork: null, networkHint: null };
  if (state === undefined) return { works: null, why: null, hint: null, ...network };
  if (!state.works) return { ...state, ...network };
  const { why = null, hint = null } = state.noNetwork ?? {};
  return { works: true, why: missingWalls(state) ?? null, hint: null, noNetwork: why, networkHint: hint };
}
