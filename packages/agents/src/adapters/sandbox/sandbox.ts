import { existsSync } from 'node:fs';
import type { SandboxState } from '../../model/sandbox.ts';
import type { HostEnv } from '../child-environment.ts';
import { probeSandbox } from './probe-sandbox.ts';
import { keepSandboxState } from './sandbox-files.ts';

/** How long what did not work is not tried again, in milliseconds: somebody may put it right meanwhile. */
export const sandboxPatience = 30_000;

export type Sandbox = {
  /** Whether it works here, tried when first asked for; kept for other processes of the workspace. */
  readonly state: () => Promise<SandboxState>;
  /** Has it tried again, in a while, where something of it does not work: somebody waits for that. */
  readonly lookAgain: () => void;
};

/**
 * The sandbox of this machine, as one process comes to know it.
 * @param patienceMs how long what did not work is left alone
 */
export function createSandbox(home: string, host: HostEnv, patienceMs = sandboxPatience): Sandbox {
  let known: { readonly state: Promise<SandboxState>; readonly since: number } | undefined;
  let isWhole = false;
  let wanted = false;
  let filter: string | null = null;
  const look = async () => {
    const state = await probeSandbox(host, { folder: home });
    isWhole = state.works && state.noNetwork === null;
    filter = state.works ? state.filter : null;
    wanted = false;
    keepSandboxState(home, state);
    return state;
  };
  return {
    state: () => {
      const now = performance.now();
      const isFilterGone = filter !== null && !existsSync(filter);
      const isTriedAgain = known !== undefined && !isWhole && wanted && now - known.since >= patienceMs;
      if (known === undefined || isTriedAgain || isFilterGone) known = { state: look(), since: now };
      return known.state;
    },
    lookAgain: () => {
      wanted = true;
    },
  };
}
