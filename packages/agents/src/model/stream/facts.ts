import type { ToolReading } from '@cw/kernel';
import type { TokenCounts } from '../run-view.ts';
import type { TokenRates } from './cost.ts';

/** One block of what a model said. */
export type Block =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'thinking'; readonly text: string }
  | {
      readonly kind: 'tool';
      readonly id: string;
      readonly name: string;
      readonly input: unknown;
      readonly reading: ToolReading;
    };

export type ToolResult = {
  readonly id: string;
  readonly error: boolean;
  readonly text: string;
  /** The exit code that its text begins with, and how much of the text says so; null where it says none. */
  readonly exit: ExitSaid | null;
};

export type ExitSaid = { readonly code: number; readonly length: number };

/** A tool call that the program refused. */
export type Denial = {
  readonly id: string;
  readonly tool: string;
  readonly input: unknown;
  readonly reading: ToolReading;
};

/** What a program says at the end of a turn. */
export type ResultFact = {
  readonly kind: 'result';
  readonly subtype: string | null;
  readonly isError: boolean;
  /** Why the model said no more, in its own word. */
  readonly stopReason: string | null;
  readonly apiErrorStatus: number | null;
  readonly terminalReason: string | null;
  readonly text: string;
  readonly errors: readonly string[];
  /** Undefined when the program gave none. */
  readonly structured: unknown;
  /** Sums over all turns of the process so far; null when it gave none. */
  readonly tokens: TokenCounts | null;
  readonly costUsd: number | null;
  /** Tokens that fit into the model it used most. */
  readonly contextWindow: number | null;
  readonly denials: readonly Denial[];
};

/** What one line of a program's output says. */
export type Fact =
  | {
      readonly kind: 'start';
      readonly sessionId: string | null;
      readonly model: string | null;
      readonly rates: TokenRates | null;
      readonly tools: number;
      readonly version: string | null;
      /** Names of MCP servers that could not be reached. */
      readonly lostServers: readonly string[];
    }
  | {
      readonly kind: 'assistant';
      readonly messageId: string | null;
      readonly model: string | null;
      /** What its model costs; null where that is not known. */
      readonly rates: TokenRates | null;
      /** Id of the tool call whose sub-agent said it; null for the agent itself. */
      readonly parent: string | null;
      /** Written by the program, not by a model: an error in place of an answer. */
      readonly synthetic: boolean;
      readonly error: string | null;
      readonly blocks: readonly Block[];
      readonly usage: TokenCounts | null;
    }
  | { readonly kind: 'tool-results'; readonly parent: string | null; readonly results: readonly ToolResult[] }
  | { readonly kind: 'message'; readonly parent: string | null; readonly text: string; readonly replayed: boolean }
  | {
      readonly kind: 'retry';
      readonly attempt: number;
      readonly max: number;
      readonly delayMs: number;
      readonly status: number | null;
      readonly error: string;
    }
  | {
      readonly kind: 'limit';
      readonly status: string;
      /** Epoch seconds. */
      readonly resetsAt: number | null;
      readonly window: string | null;
      readonly served: boolean;
    }
  | ResultFact
  | { readonly kind: 'output'; readonly text: string }
  /** A known line that says nothing to a person. */
  | { readonly kind: 'silent' }
  | { readonly kind: 'unknown'; readonly text: string; readonly broken: boolean };

export type PlacedFact = {
  readonly fact: Fact;
  /** Byte offset of the line it came from. */
  readonly offset: number;
  /** Which of the facts of that line it is. */
  readonly index: number;
  /** ISO time the line carries, if it does. */
  readonly at: string | null;
};

/** Reads a program's output as it grows. */
export type StreamReader = {
  readonly push: (bytes: Uint8Array) => PlacedFact[];
  /** What is left when no more will come. */
  readonly end: () => PlacedFact[];
  /** Byte offset to go on from in another reader: everything before it has been answered. */
  readonly offset: () => number;
};
