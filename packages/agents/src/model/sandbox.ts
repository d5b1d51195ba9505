import type { Missing } from './missing.ts';

/** Whether an agent of a run is kept in a sandbox. */
export const sandboxModes = ['off', 'on'] as const;

/** Whether it shares the network of the machine, or has one of its own, out of which a proxy leads. */
export const sandboxNetworks = ['shared', 'private'] as const;

/** Whether this machine can keep agents in a sandbox, as it was found when it was tried. */
export type SandboxState =
  | ({
      readonly works: true /** Why no agent can have a private network here; null: they can. */;
      readonly noNetwork: Missing | null;
    } & Bubblewrap)
  | ({ readonly works: false } & Missing);

/** The program that makes sandboxes, and what it can do here. */
export type Bubblewrap = {
  /** Absolute path of bubblewrap. */
  readonly program: string;
  /** Who keeps further user namespaces from being made inside; null: nobody can here. */
  readonly nesting: 'bubblewrap' | 'filter' | null;
  /** Absolute path of the filter of system calls; null: there is none for this processor. */
  readonly filter: string | null;
};

/** What is kept of how the agent of a run was started; `missing` names the walls that there are none of on this machine. */
export type RunSandbox =
  | { readonly on: true; readonly missing?: string; readonly network?: 'private' }
  | { readonly on: false; readonly why: string };

/** In words, what is said of a run that is kept in a sandbox. */
export function wallsText({ network, missing }: Extract<RunSandbox, { on: true }>): string {
  return ['sandboxed', network === 'private' ? 'with a private network' : [], missing ?? []].flat().join(', ');
}

/** In words, the walls that this machine's sandboxes are without; undefined: none. */
export function missingWalls({ filter, nesting }: Bubblewrap): string | undefined {
  if (filter !== null) return undefined;
  const without = 'without the system call filter, which is for x86-64 only';
  return nesting === null ? `${without}, and with nested user namespaces` : without;
}

/**
 * What an agent in a sandbox finds at a path, which is absolute and without symbolic links. Of several paths the deepest
 * decides; a folder that is hidden is empty.
 */
export type Mount =
  | {
      readonly kind: 'read' | 'write';
      readonly path: string;
      /** What is shown there. @defaultValue what lies at the path itself */
      readonly from?: string;
    }
  /** An empty folder: `scratch` may be written to, and what is written there goes with the sandbox. */
  | { readonly kind: 'hide' | 'scratch'; readonly path: string };
