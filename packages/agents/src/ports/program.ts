import type { ConfigKey } from '@cw/config';
import type { ReadTool, ToolKind } from '@cw/kernel';
import type { ReadDb } from '@cw/storage';
import type { ProviderAbilities } from '../model/provider-abilities.ts';
import type { Client } from './client.ts';

/** By which variables a program finds its sign-in. */
export type SignInNames = {
  /** Names the folder that it keeps its sign-in in. */
  readonly folder: string;
  /** Sign it in, or say where; the first is the one that people set most. */
  readonly variables: readonly [string, ...string[]];
};

/** What of a program's sign-in is kept as an account. */
export type AccountFields = {
  readonly names: SignInNames;
  /** The folder that it keeps its sign-in in by itself, as a person would write it. */
  readonly usualFolder: string;
};

/** A command line to be typed, with what its environment must hold. */
export type TypedCommand = {
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string>>;
};

/** How its conversation is gone on with by hand. */
export type ByHand = {
  readonly command: string;
  readonly sessionId: string;
  /** The folder of its account; null: the user's own. */
  readonly configDir: string | null;
};

export type ProgramDeps = {
  readonly hostEnv: Readonly<Record<string, string | undefined>>;
  /** Where its settings are read. */
  readonly read: ReadDb;
};

/**
 * One kind of agent program, as all of cw knows it: each has a folder below `providers/`, a line in `providers/programs.ts`
 * and one in `providers/create.ts`, and nothing elsewhere names one.
 */
export type Program = {
  /** As it stands in settings, rows and events. */
  readonly name: string;
  /** As people call it. */
  readonly title: string;
  /** What it is started for: a task told in words, or the script of a task. */
  readonly does: 'task' | 'script';
  readonly abilities: ProviderAbilities;
  readonly tools: {
    /** Kinds of its tools, by the names that a rule is written with. */
    readonly kinds: Readonly<Record<string, ToolKind>>;
    readonly read: ReadTool;
  };
  /** Null: it needs no sign-in. */
  readonly account: AccountFields | null;
  readonly settings: {
    /** Where the program is; null: it needs none. */
    readonly command: ConfigKey<string> | null;
    readonly others: readonly ConfigKey[];
    /** What it may do, in its own words; listed beside what all programs may. */
    readonly permissions: readonly ConfigKey[];
  };
  /** What it keeps below a home directory: closed to agents in a sandbox, but for the sign-in of the run's own program. */
  readonly ofHome: readonly string[];
  /** How a person's own copy of it is given the tools of cw; null: it cannot be. */
  readonly client: Client | null;
  /** Null: it keeps no conversations. */
  readonly resumeByHand: ((asked: ByHand) => TypedCommand) | null;
};
