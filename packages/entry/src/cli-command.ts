import type { Act, Advice, Clock, IdSource, Result } from '@cw/kernel';
import type { Storage } from '@cw/storage';
import type { Refusal } from './refusal.ts';

export type CliArgument = {
  readonly name: string;
  readonly description: string;
  /** @defaultValue true */
  readonly required?: boolean;
  /** Takes all that follow; only for the last one. */
  readonly variadic?: boolean;
  readonly choices?: readonly string[];
};

export type CliOption = {
  /** As typed, without dashes: `default-branch`. */
  readonly name: string;
  readonly short?: string;
  /** What the value is called in the help (`<path>`); absent for a switch. */
  readonly value?: string;
  /** May be given several times. */
  readonly repeatable?: boolean;
  readonly choices?: readonly string[];
  readonly description: string;
};

/** A command line as data, so that help, parsing and documentation come from one place and cost nothing to list. */
export type CliCommand = {
  /** Words after `cw`: `['task', 'create']`. */
  readonly path: readonly string[];
  /** Other words for the same command, as typed after `cw`: `['ls', 'task ls']`. */
  readonly aliases?: readonly string[];
  readonly summary: string;
  readonly arguments?: readonly CliArgument[];
  readonly options?: readonly CliOption[];
  /** Whole command lines for the end of its help. */
  readonly examples?: readonly string[];
  /** Refused in a shell that an agent's run opened: approvals and what governs agents are for people. */
  readonly forPeople?: boolean;
  /** What it asks for is done by a running server; where none runs, people are told. */
  readonly needsServer?: boolean;
  /** Changes nothing: a workspace that is not there is not made for it, and is looked at as an empty one. */
  readonly looks?: true;
  /**
   * How often it is typed; seldom, where nothing is said. The build puts its code where it is read quickest: of what is
   * typed `constantly` with every start, of what is typed `often` from a file of its own, of the rest by kind.
   */
  readonly typed?: 'constantly' | 'often' | 'daily';
  /** Brings in the code that runs it, when it is run. */
  readonly load: () => Promise<CliRun>;
};

export type CliRun = (input: CliInput, context: CliContext) => Promise<CliAnswer>;

/**
 * What another room knows of a project, or of all of them, for a command to tell beside its own answer: rooms further on
 * are not known to the one of the command.
 */
export type CliAside = (context: CliContext, projectId: string | undefined) => Promise<Told>;

/** Something told for programs and in lines. */
type Told = { readonly data: unknown; readonly lines: (style: Style) => readonly string[] };

/** What was typed, by the names of the command's arguments and options. */
export type CliInput = {
  /** The value of a required argument. */
  argument(name: string): string;
  optionalArgument(name: string): string | undefined;
  /** The values of a variadic argument. */
  argumentList(name: string): readonly string[];
  option(name: string): string | undefined;
  optionList(name: string): readonly string[];
  flag(name: string): boolean;
};

/** The home of a workspace and what every module needs from it. The database is opened when first touched. */
export type Workspace = {
  readonly home: string;
  readonly storage: Storage;
  readonly clock: Clock;
  readonly ids: IdSource;
};

/** Who holds what this process claims. A person holds by name, without expiry; an agent's session by lease. */
export type Holder = { readonly name: string; readonly kind: 'person' | 'agent' };

export type Style = {
  readonly bold: (text: string) => string;
  readonly dim: (text: string) => string;
  readonly red: (text: string) => string;
  readonly green: (text: string) => string;
  readonly yellow: (text: string) => string;
  readonly blue: (text: string) => string;
  readonly cyan: (text: string) => string;
  readonly magenta: (text: string) => string;
};

/** A file that is open for reading until it is disposed of. */
export type InputFile = Disposable & {
  /** Infinite where it is not known before the end. */
  readonly size: number;
  /** Fills `into` with what stands from `at` on; answers how many bytes that were, 0 at the end. */
  read(into: Uint8Array, at: number): number;
};

/** Why nobody works at a task that could be worked at, for programs and in words. */
export type NotStarted = Advice & { readonly why: string; readonly message: string };

/** What a person made of a text in an editor of theirs. */
export type EditedText = {
  readonly text: string;
  /** Removes the file of the text: what was typed has arrived. Until then it is kept. */
  done(): void;
  /** A refusal of what was typed, which names the file that keeps it. */
  kept(refusal: Refusal): Refusal;
};

/** A project as far as a line that is about it needs to know. */
export type FolderProject = { readonly id: string; readonly name: string };

export type CliContext = {
  readonly workspace: Workspace;
  /** The project in whose repository the line was typed, in whatever folder and worktree of it; undefined in none. */
  folderProject(): Promise<FolderProject | undefined>;
  /** Who acts: `CW_ACTOR`, an agent's run, or the workspace's user. */
  act(): Promise<Act>;
  holder(): Promise<Holder>;
  /** Why agents are not started on a task that was assigned to them and is ready, by its whole id. */
  readonly whyNotStarted?: (taskId: string) => Promise<readonly NotStarted[]>;
  /** What agents tried at a task, by its whole id, for programs and in lines; rooms further on know of that. */
  readonly attempts?: (taskId: string) => Promise<Told>;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Columns to fit into: `COLUMNS`, else those of the terminal; infinite where there is none, so that nothing is cut. */
  readonly width: number;
  readonly style: Style;
  /** True when the answer will be printed as JSON. */
  readonly json: boolean;
  /** True when only ids will be printed. */
  readonly quiet: boolean;
  /** Everything on standard input, as UTF-8. */
  stdin(): Promise<string>;
  /** The bytes of a file, or of standard input for `-`. Faults name the path. */
  readInput(path: string): Promise<Buffer>;
  /** The same to be read in pieces, and more than once, so that it need not fit into memory. */
  openInput(path: string): Promise<InputFile>;
  /**
   * Writes a file, whole or not at all, or standard output for `-`; answers how many bytes. Faults name the path.
   */
  writeOutput(path: string, parts: AsyncIterable<string>): Promise<number>;
  /** True where a person sits at a terminal: they can be asked, and shown an editor. */
  readonly interactive: boolean;
  /** Asks the person yes or no; enter alone is no. Only where `interactive`. */
  confirm(question: string): Promise<boolean>;
  /**
   * Has the person edit a text in `VISUAL` or `EDITOR`. Refused where that fails or leaves nothing; the refusal names the
   * file, which is kept.
   */
  edit(draft: { readonly name: string; readonly text: string }): Promise<Result<EditedText, Refusal>>;
  /** Talk, to standard error. */
  note(text: string): void;
  /** Prints at once, to standard output: for commands that follow something. */
  print(text: string): void;
  /** Aborted when the user interrupts, or when nobody reads any more what is printed. */
  readonly signal: AbortSignal;
};

export type CliOutput = {
  /** What `--json` prints in its envelope. */
  readonly data: unknown;
  /** What people read; made only when it is printed. */
  readonly text: (style: Style) => string;
  /** What `--quiet` prints, a line each. */
  readonly ids?: readonly string[];
  /** Said besides to people, on standard error: what of a list is not there. */
  readonly note?: string | undefined;
  /** All of it was printed while the command ran, so that nothing is left to print. */
  readonly printed?: boolean;
};

/** A no; what was found all the same is printed as an answer would be, and is `error.details` in JSON. */
export type CliRefusal = Refusal & { readonly found?: CliOutput };

export type CliAnswer = Result<CliOutput, CliRefusal>;
