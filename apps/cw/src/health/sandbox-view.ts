import { missingWalls, readSandboxState } from '@cw/agents';
import type { toldToPrograms, toldToScreen } from '@cw/entry';
import type { SandboxFacts, SandboxView } from './health-report.ts';

/** What the server of a workspace found when it tried whether agents can be kept in a sandbox. */
export function sandboxFacts(home: string): SandboxFacts {
  const state = readSandboxState(home);
  if (state === undefined) return { works: null, why: null, noNetwork: null };
  if (!state.works) return { ...state, noNetwork: null };
  return { works: true, why: missingWalls(state) ?? null, noNetwork: state.noNetwork };
}

/** The same with what to do about it in words, for a screen or for programs. */
export function sandboxView(facts: SandboxFacts, told: typeof toldToPrograms | typeof toldToScreen): SandboxView {
  const { works, why, noNetwork } = facts;
  return {
    works,
    why,
    hint: told(facts).hint ?? null,
    noNetwork: noNetwork?.why ?? null,
    networkHint: noNetwork === null ? null : (told(noNetwork).hint ?? null),
  };
}
