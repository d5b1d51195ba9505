import type { Bubblewrap, Mount } from '../model/sandbox.ts';
import type { StreamReader } from '../model/stream/facts.ts';
import type { RunCounts, RunTrace } from '../model/stream/run-trace.ts';
import type { RunEnd, Verdict } from '../model/verdict.ts';

/** A login of an agent program, as much of it as starting the program takes. */
export type AccountLogin = {
  readonly configDir: string | null;
  readonly env: Readonly<Record<string, string>>;
};

/** How `cw` starts itself, as one of its parts. */
export type OwnProgram = {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
};

/** The program that gives an agent its `cw` tools. */
export type McpServer = OwnProgram;

/** The two halves of the way out of a private network: what serves it outside, and what leads there inside. */
export type WayOutPrograms = { readonly serve: OwnProgram; readonly lead: OwnProgram };

export type RenewalRequest = Pick<LaunchRequest, 'account' | 'scope'> & {
  /** An empty folder that the program may use as its own. */
  readonly scratch: string;
};

export type LaunchRequest = {
  readonly runId: string;
  /** Where the agent works. */
  readonly worktree: string;
  /** Whose settings hold. */
  readonly scope: { readonly project: string; readonly task: string };
  readonly logDir: string;
  /** Text the agent begins with. */
  readonly prompt: string;
  /** UUID of the program's conversation. */
  readonly sessionId: string;
  /** True: that conversation is gone on with; false: it begins. */
  readonly resume: boolean;
  /** What the run may use, where the program can be told so. */
  readonly caps: RunCaps;
  /** Null: the program's own choice. */
  readonly model: string | null;
  /** Null: the user's existing sign-in of the program. */
  readonly account: AccountLogin | null;
  /** Variables of git for whatever works in the worktree: author, ignored files, no questions. */
  readonly gitEnv: Readonly<Record<string, string>>;
  readonly mcp: McpServer | null;
  /** The walls around it; null: none. */
  readonly sandbox: SandboxRequest | null;
  /** The task's script, for the provider that runs it. */
  readonly script: string | null;
};

/** What is shown in the sandbox of a run, of what is hidden there, and who serves its tools from outside. */
export type SandboxPlaces = {
  /** What git needs for the run's own branch. */
  readonly mounts: readonly Mount[];
  /** Absolute paths of programs that are started inside. */
  readonly programs: readonly string[];
  /** Serves the run's tools on a socket for as long as the agent lives; null: it has none. */
  readonly door: McpServer | null;
  readonly wayOut: WayOutPrograms;
};

export type SandboxRequest = SandboxPlaces & {
  readonly bwrap: Bubblewrap;
  /** Folder of the workspace. */
  readonly home: string;
  /** What is hidden besides, such as the files of other accounts. */
  readonly hidden: readonly string[];
  /** Sockets and named pipes of services outside, which are covered. */
  readonly sockets: readonly string[];
  /** Folders of agent programs, there or not, whose contents are executed by runs outside. */
  readonly executed: readonly string[];
  /** Where else a person lets it write. */
  readonly writable: readonly string[];
  /** Its private network; null: it shares that of the machine. */
  readonly network: PrivateNetwork | null;
};

/** Where a person lets an agent go from a private network, besides to its model. */
export type PrivateNetwork = { readonly hosts: readonly string[] };

/** How much one run may use; null: as much as it takes. */
export type RunCaps = { readonly turns: number | null; readonly usd: number | null };

/** How to start the program of a run. */
export type Launch = {
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Names in `env` whose values nobody should read. */
  readonly secretNames: readonly string[];
  readonly firstInput: string;
  readonly input: 'pipe' | 'file';
  /** To be written into the log directory before the start. */
  readonly files: readonly { readonly name: string; readonly text: string }[];
  /** Where the program keeps what is its own; null: nowhere. */
  readonly own: OwnFolder | null;
  /** Where it reaches its model, `host:port`: what it is let go to from a private network, whatever else. */
  readonly modelAt: readonly string[];
};

/**
 * The folder in which a program keeps sign-in, settings and conversations, and whose contents it also executes: whoever
 * writes there decides what its later runs do. In a sandbox the program therefore gets a folder made for the run, and of this
 * one nothing can be written.
 */
export type OwnFolder = {
  readonly path: string;
  /** Name of the file with the sign-in, which is all of the folder that a program in a sandbox is shown. */
  readonly signIn: string;
  /** Names of what the user set, as far as it is there: shown in the made folder, to be read only. */
  readonly settings: readonly string[];
  readonly conversation: Conversation;
  /** Variables by which the program finds the made folder, and the sign-in in the account's. */
  readonly env: (made: string, account: string) => Readonly<Record<string, string>>;
};

/** Where a conversation lies below a program's folder: `projects/<folder>/<file>`. */
export type Conversation = {
  readonly folder: string;
  /** Whether that is only the beginning of the folder's name. */
  readonly isShortened: boolean;
  readonly file: string;
};

/** How a program is made to renew its sign-in. */
export type Renewal = {
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** What it is told; its input then stays open. */
  readonly input: string;
};

/** An agent program at work: how it is started, spoken to, read and judged. */
export type Provider = {
  /** @throws Fault when the program cannot be run as configured; nothing was started then. */
  readonly prepare: (request: LaunchRequest) => Promise<Launch>;
  /** Files that change when somebody signs in to the program. @param account null: the user's existing sign-in */
  readonly signInFiles: (account: AccountLogin | null) => readonly string[];
  /** The folder of {@link Launch.own}; null: it has none. */
  readonly ownPath: (account: AccountLogin | null) => string | null;
  /**
   * How the program itself renews the sign-in of an account, outside of any sandbox and with no conversation.
   * Null: it cannot, and a refused sign-in waits for a person.
   */
  readonly renewal: (request: RenewalRequest) => Promise<Renewal | null>;
  /** Reads its output from a byte offset on. */
  readonly reader: (start?: number) => StreamReader;
  /** What stands in each line of its output that tells of a change of a file, or of a call that failed. */
  readonly changeMarks: readonly string[];
  /** A message to the running agent as a line of its input; null when it takes none. */
  readonly messageLine: (text: string) => string | null;
  /** The request to stop what it does; null when it knows none. */
  readonly interruptLine: () => string | null;
  /** True once it has given its result and only waits for more input. */
  readonly hasFinished: (trace: RunTrace) => boolean;
  readonly counts: (trace: RunTrace) => RunCounts;
  readonly judge: (trace: RunTrace, end: RunEnd) => Verdict;
};
