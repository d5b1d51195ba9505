/** Whether an agent of a run is kept in a sandbox. */
export const sandboxModes = ['off', 'on'] as const;

/** Whether this machine can keep agents in a sandbox, as it was found when it was tried. */
export type SandboxState =
  | { readonly works: true /** Absolute path of bubblewrap. */; readonly program: string }
  | { readonly works: false; readonly why: string /** What a person can do about it. */; readonly hint: string };

/** What is kept of how the agent of a run was started. */
export type RunSandbox = { readonly on: true } | { readonly on: false; readonly why: string };

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
