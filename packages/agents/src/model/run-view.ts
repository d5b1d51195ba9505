import type { IsoTime, RunState, ToolReading } from '@cw/kernel';
import type { ProviderName } from '../providers/programs.ts';
import type { ContextBand } from './context-band.ts';
import type { ModelSource } from './model-name.ts';
import type { ProviderAbilities } from './provider-abilities.ts';
import type { RunSandbox } from './sandbox.ts';
import type { ExitSaid } from './stream/facts.ts';

/** The durable steps of a run, in order; each is recorded before its effect and again after it. */
export const runSteps = [
  'claimed',
  'worktree',
  'hook',
  'prompt',
  'spawn',
  'running',
  'collect',
  'commit',
  'enqueue',
  'ended',
] as const;
export type RunStep = (typeof runSteps)[number];

/** How far a run is, as people are told it: several steps are one to them. */
export const runStages = {
  claimed: 'preparing',
  worktree: 'preparing',
  hook: 'preparing',
  prompt: 'preparing',
  spawn: 'starting',
  running: 'running',
  collect: 'finishing',
  commit: 'finishing',
  enqueue: 'finishing',
  ended: 'ended',
} as const satisfies Record<RunStep, string>;

/** How a run ended; `null` while it has not. `handoff`: a run with a
 * fresh context goes on. `stopped`: a person ended it. `lost`: the process died without a trace. */
export type RunOutcome = 'done' | 'blocked' | 'failed' | 'needs-input' | 'handoff' | 'stopped' | 'lost';

/**
 * What kind of thing made a run fail, for whoever decides what comes next. `limit`, `throttle`, `overload`, `offline` and `login` say
 * nothing about the task and are no attempt at it. `cap`: it used as much as it may.
 */
export type FailureClass =
  | 'agent'
  | 'result'
  | 'program'
  | 'limit'
  | 'throttle'
  | 'overload'
  | 'offline'
  | 'server'
  | 'login'
  | 'spend'
  | 'context'
  | 'cap'
  /** The model refused to answer, said nothing at all, or was cut off at the most it may say. */
  | 'refusal'
  | 'empty'
  | 'cut-off'
  | 'script';

/** How far a silence of its agent has gone: shown to people, then asked about. */
export type RunStall = 'shown' | 'asked';

export type TokenCounts = {
  readonly input: number;
  readonly output: number;
  readonly cacheRead: number;
  readonly cacheWrite: number;
};

export type RunView = {
  readonly id: string;
  readonly taskId: string;
  readonly taskTitle: string;
  readonly projectId: string;
  readonly attempt: number;
  readonly role: string;
  readonly provider: ProviderName;
  readonly abilities: ProviderAbilities;
  readonly model: string | null;
  /** Where it was said which; null: its program took one by itself. */
  readonly modelFrom: ModelSource | null;
  readonly accountId: string | null;
  readonly accountName: string | null;
  readonly sessionId: string | null;
  readonly step: RunStep;
  readonly outcome: RunOutcome | null;
  /** Why it ended so, or what it waits for; a sentence for people. */
  readonly reason: string | null;
  /** What kind of thing made it fail; null unless the outcome is `failed`. */
  readonly failure: FailureClass | null;
  readonly summary: string | null;
  readonly deviations: readonly string[];
  readonly pid: number | null;
  readonly exitCode: number | null;
  readonly worktree: string | null;
  readonly branch: string | null;
  readonly baseSha: string | null;
  readonly headSha: string | null;
  readonly createdAt: IsoTime;
  readonly startedAt: IsoTime | null;
  readonly endedAt: IsoTime | null;
  /** US dollars. */
  readonly costUsd: number | null;
  readonly tokens: TokenCounts;
  /** True while tokens and cost are counted from the stream and not yet settled by the program's own result. */
  readonly estimated: boolean;
  /** Share of the model's context window in use, 0–1. */
  readonly contextFill: number | null;
  /** What that means for the work; null while it is not known. */
  readonly contextBand: ContextBand | null;
  /** Turns that the model took. */
  readonly turns: number;
  /** The earlier run whose conversation and worktree it goes on with; null when it began afresh. */
  readonly resumes: string | null;
  /** What a person said for this attempt. */
  readonly note: string | null;
  readonly agentId: string | null;
  readonly agentName: string | null;
  /** When its agent last gave a sign of life. */
  readonly lastSignAt: IsoTime | null;
  /** How far a silence of its agent has gone; null while it is heard of. */
  readonly stall: RunStall | null;
  /** What people see of it: the same wherever it is shown. */
  readonly state: RunState;
  readonly denials: readonly string[];
  /** Whether its agent is kept in a sandbox; null before it is started. */
  readonly sandbox: RunSandbox | null;
  /** Where `PROMPT.md`, `input/`, `output.jsonl`, `stderr.log` lie. */
  readonly logDir: string;
};

export type RunRow = Pick<
  RunView,
  | 'id'
  | 'taskId'
  | 'taskTitle'
  | 'projectId'
  | 'attempt'
  | 'role'
  | 'provider'
  | 'abilities'
  | 'model'
  | 'accountName'
  | 'state'
  | 'step'
  | 'outcome'
  | 'reason'
  | 'failure'
  | 'createdAt'
  | 'startedAt'
  | 'endedAt'
  | 'costUsd'
  | 'tokens'
  | 'estimated'
  | 'contextFill'
  | 'contextBand'
  | 'turns'
  | 'agentId'
  | 'agentName'
  | 'lastSignAt'
  | 'stall'
>;

/** Of a tool call, what a screen draws it by. */
export type ShownReading = Pick<ToolReading, 'kind' | 'path' | 'changes' | 'counts'>;

/** One entry of a run's log as a person reads it, made from one or more lines of the program's output. */
export type LogEntry = {
  /** Byte offset in `output.jsonl` of the line it came from, with a suffix where one line gives several. */
  readonly key: string;
  readonly at: IsoTime | null;
  /** Id of the tool call whose sub-agent it is of; absent for what the agent itself did. */
  readonly parent?: string;
} & (
  | {
      readonly kind: 'start';
      readonly model: string | null;
      readonly tools: number;
      readonly version: string | null;
    }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'thinking'; readonly text: string }
  | {
      readonly kind: 'tool';
      readonly id: string;
      readonly name: string;
      /** The one argument worth a line: a command, a path, a pattern. */
      readonly argument: string;
      readonly input: unknown;
      readonly reading: ShownReading;
    }
  | {
      readonly kind: 'tool-result';
      readonly id: string;
      readonly error: boolean;
      readonly text: string;
      readonly truncated: boolean;
      /** The exit code that its text begins with. */
      readonly exit?: ExitSaid;
    }
  | { readonly kind: 'message'; readonly text: string }
  | {
      readonly kind: 'output';
      readonly stream: 'stdout' | 'stderr';
      readonly text: string;
    }
  | {
      readonly kind: 'retry';
      readonly attempt: number;
      readonly max: number;
      readonly error: string;
      readonly delayMs: number;
    }
  | {
      readonly kind: 'limit';
      readonly status: string;
      readonly resetsAt: IsoTime | null;
      readonly window: string | null;
    }
  | { readonly kind: 'result'; readonly error: boolean; readonly text: string }
  | { readonly kind: 'unknown'; readonly text: string }
);

export type LogPage = {
  readonly entries: readonly LogEntry[];
  /** Byte offset up to which the log was read; ask from here for what came since. */
  readonly offset: number;
  /** Bytes of the whole log by now. */
  readonly size: number;
  /** True when the run has ended and everything it wrote was read. */
  readonly complete: boolean;
};

/** Lines of a log as the program wrote them. */
export type RawPage = {
  readonly lines: readonly {
    /** Of its first byte in the log. */
    readonly offset: number;
    readonly text: string;
    /** Whether this is a piece of a longer line. */
    readonly cut: boolean;
  }[];
  readonly offset: number;
  readonly complete: boolean;
};

/** What the lines of a log say that begin in some parts of it. */
export type LogWindow = {
  /** Number of the first part. */
  readonly first: number;
  /** Bytes of each part. */
  readonly partBytes: number;
  readonly entries: readonly LogEntry[];
  /** Bytes of the whole log by now. */
  readonly size: number;
  /** Byte offset up to which the last part was read; ask from here for what came since. */
  readonly offset: number;
  /** True when nothing will come behind it. */
  readonly complete: boolean;
};

/** Where a text stands in a log. */
export type LogHits = {
  readonly hits: readonly { readonly key: string; readonly kind: LogEntry['kind']; readonly excerpt: string }[];
  /** Byte offset up to which was looked; ask from here for more. */
  readonly offset: number;
  /** True when that is all there is by now. */
  readonly complete: boolean;
};

/** Edits of files in a log. */
export type LogEdits = {
  readonly edits: readonly {
    readonly id: string;
    readonly name: string;
    readonly input: unknown;
    readonly reading: ShownReading;
  }[];
  /** Ids of tool calls that failed, of edits and others. */
  readonly failed: readonly string[];
  readonly offset: number;
  readonly complete: boolean;
};

/** One thing an agent was given. */
export type RunInput = {
  readonly name: string;
  readonly bytes: number;
  readonly binary: boolean;
  /** Why there is no content: too large, missing. */
  readonly note: string | null;
};
