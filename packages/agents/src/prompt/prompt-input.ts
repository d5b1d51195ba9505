import type { RunOutcome } from '../model/run-view.ts';

/** Everything a worker's prompt is put together from. */
export type PromptInput = {
  readonly task: {
    readonly id: string;
    readonly title: string;
    readonly description: string;
    readonly acceptance: string;
    readonly design: string;
    /** Paths, folders and patterns that it declares to change. */
    readonly files: readonly string[];
  };
  /** The plan that a person approved, null where there is none. */
  readonly plan: {
    readonly goal: string;
    readonly approach: string;
    readonly alternatives: string;
    readonly steps: readonly string[];
    readonly files: readonly string[];
  } | null;
  /** The last points from which the work can go on, oldest first. */
  readonly checkpoints: readonly {
    readonly sequence: number;
    readonly type: string;
    readonly text: string;
    readonly files: readonly string[];
    readonly commit: string | null;
  }[];
  /** What the task is part of, the nearest first. */
  readonly parents: readonly { readonly id: string; readonly title: string; readonly description: string }[];
  readonly project: {
    readonly name: string;
    readonly goal: string | null;
    readonly constraints: readonly string[];
  };
  readonly branch: string;
  /** Texts of the repository meant for whoever works in it: the project's context file, `CLAUDE.md`, `AGENTS.md`. */
  readonly files: readonly { readonly name: string; readonly text: string }[];
  /** What it builds on. */
  readonly dependencies: readonly {
    readonly id: string;
    readonly title: string;
    readonly outcome: string | null;
    readonly summary: string | null;
  }[];
  /** Oldest first. */
  readonly comments: readonly { readonly author: string; readonly text: string }[];
  /** Earlier attempts at the same task, oldest first. */
  readonly attempts: readonly {
    readonly attempt: number;
    readonly outcome: RunOutcome | null;
    readonly reason: string | null;
    readonly summary: string | null;
  }[];
  /** What a person said for this attempt. */
  readonly note: string | null;
  /** True when an earlier attempt left its work in the worktree for this one. */
  readonly handedOver: boolean;
  /** True when the worker has the `cw` tools. */
  readonly tools: boolean;
  /** True when the worker is kept in a sandbox. */
  readonly sandboxed: boolean;
  /** Hosts that it reaches besides its model; null: it shares the network of the machine. */
  readonly privateNetwork: readonly string[] | null;
};

export type Prompt = {
  readonly text: string;
  /** Estimated. */
  readonly tokens: number;
  /** Names of sections that were cut or left out for want of room. */
  readonly shortened: readonly string[];
};

/** What a run is told that goes on with the conversation of an earlier one. */
export type ResumeInput = Pick<PromptInput, 'branch' | 'checkpoints' | 'note'> & {
  readonly task: Pick<PromptInput['task'], 'id' | 'title' | 'description' | 'acceptance'>;
  /** The run that stopped. */
  readonly before: { readonly outcome: RunOutcome | null; readonly reason: string | null };
};
