import { hideSecrets } from '@cw/kernel';
import { jsonText } from '../json.ts';
import { messagesIn } from '../message-text.ts';
import type { TokenCounts } from '../run-view.ts';
import { costOf, type TokenRates } from './cost.ts';
import type { Block, Denial, Fact, ResultFact } from './facts.ts';

type Spent = { readonly tokens: TokenCounts; readonly costUsd: number | null };

/** Everything about a run that its output has told so far: what it cost, and the evidence of how it fares. */
export type RunTrace = {
  readonly sessionId: string | null;
  readonly model: string | null;
  /** What that model costs; null where it is not known. */
  readonly rates: TokenRates | null;
  /** MCP servers the program could not reach. */
  readonly lostServers: readonly string[];
  /** Settled by results of earlier processes, and of this one. */
  readonly before: Spent;
  readonly settled: Spent;
  /** Per message since the last result, the oldest summed up; an estimate, of cost by list prices. */
  readonly live: ReadonlyMap<string, Spent>;
  /** Turns of the model, those of its sub-agents not counted. */
  readonly turns: number;
  /** The message that the last of them was told in. */
  readonly lastMessage: string | null;
  /** What the model last had before it. */
  readonly contextTokens: number;
  readonly contextWindow: number | null;
  readonly resultCount: number;
  /** Whether something was said to it since its last result. */
  readonly isSpokenTo: boolean;
  /** Ids of messages that have reached its model. */
  readonly receipts: readonly string[];
  readonly lastResult: ResultFact | null;
  /** The newest structured output; undefined while there is none. */
  readonly structured: unknown;
  readonly denials: readonly Denial[];
  /** Code and wording of an error the program gave in place of the model's answer. */
  readonly apiError: { readonly code: string; readonly text: string } | null;
  readonly retry: Extract<Fact, { kind: 'retry' }> | null;
  readonly limit: Extract<Fact, { kind: 'limit' }> | null;
  readonly brokenLines: number;
  readonly facts: number;
  /** The last lines of a program that prints text. */
  readonly lastOutput: readonly string[];
};

const noTokens: TokenCounts = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 };
const noneSpent: Spent = { tokens: noTokens, costUsd: null };
const keptOutput = 20;
const keptDenials = 200;
/** Messages whose lines may still come; of older ones only the sum is kept, under a name that no message has. */
const keptMessages = 32;
const olderMessages = '';
const charsPerToken = 4;
const usualWindow = 200_000;

export const emptyTrace: RunTrace = {
  sessionId: null,
  model: null,
  rates: null,
  lostServers: [],
  before: noneSpent,
  settled: noneSpent,
  live: new Map(),
  turns: 0,
  lastMessage: null,
  contextTokens: 0,
  contextWindow: null,
  resultCount: 0,
  isSpokenTo: false,
  receipts: [],
  lastResult: null,
  structured: undefined,
  denials: [],
  apiError: null,
  retry: null,
  limit: null,
  brokenLines: 0,
  facts: 0,
  lastOutput: [],
};

/** The trace after more facts, of which there may be very many that say nothing but that they are there. */
export function advanceAll(trace: RunTrace, facts: readonly Fact[]): RunTrace {
  let next = trace;
  for (let at = 0; at < facts.length; ) {
    const fact = facts[at];
    if (fact === undefined) break;
    let end = at + 1;
    while (facts[end]?.kind === fact.kind) end += 1;
    const alike = facts.slice(at, end);
    next = alike.length > 1 && isPlain(fact) ? pass(next, alike) : alike.reduce(advance, next);
    at = end;
  }
  return next;
}

function isPlain({ kind }: Fact): boolean {
  return kind === 'output' || kind === 'unknown';
}

/** The trace after several lines of text, or several lines that are no events. */
function pass(trace: RunTrace, facts: readonly Fact[]): RunTrace {
  const last = facts.slice(-keptOutput).flatMap((fact) => (fact.kind === 'output' ? fact.text : []));
  const broken = facts.reduce((sum, fact) => sum + (fact.kind === 'unknown' && fact.broken ? 1 : 0), 0);
  return {
    ...trace,
    facts: trace.facts + facts.length,
    brokenLines: trace.brokenLines + broken,
    lastOutput: [...trace.lastOutput, ...last].slice(-keptOutput),
  };
}

/** The trace after one more fact. */
export function advance(trace: RunTrace, fact: Fact): RunTrace {
  return learn({ ...trace, facts: trace.facts + 1 }, fact);
}

function learn(trace: RunTrace, fact: Fact): RunTrace {
  switch (fact.kind) {
    case 'start':
      return {
        ...trace,
        sessionId: fact.sessionId ?? trace.sessionId,
        ...(fact.model === null ? {} : { model: fact.model, rates: fact.rates }),
        lostServers: fact.lostServers,
      };
    case 'assistant':
      return hear(trace, fact);
    case 'message':
      return fact.replayed && fact.parent === null ? receive(trace, fact.text) : trace;
    case 'retry':
      return { ...trace, retry: fact };
    case 'limit':
      return { ...trace, limit: fact };
    case 'result':
      return settle(trace, fact);
    case 'output':
      return { ...trace, lastOutput: [...trace.lastOutput, fact.text].slice(-keptOutput) };
    case 'unknown':
      return fact.broken ? { ...trace, brokenLines: trace.brokenLines + 1 } : trace;
    default:
      return trace;
  }
}

function receive(trace: RunTrace, text: string): RunTrace {
  return { ...trace, isSpokenTo: true, receipts: [...trace.receipts, ...messagesIn(text)] };
}

function hear(trace: RunTrace, fact: Extract<Fact, { kind: 'assistant' }>): RunTrace {
  if (fact.synthetic || fact.error !== null) {
    const text = fact.blocks.flatMap((block) => (block.kind === 'text' ? block.text : [])).join('\n');
    return { ...trace, apiError: { code: fact.error ?? 'unknown', text } };
  }
  if (fact.usage === null || fact.messageId === null) return trace;
  // Lines of one message repeat its counts, and tell only how many tokens its answer began with.
  const earlier = trace.live.get(fact.messageId);
  const written = Math.ceil(jsonText(fact.blocks.map(saidIn)).length / charsPerToken);
  const output = Math.max(fact.usage.output, (earlier?.tokens.output ?? 0) + written);
  const tokens = { ...fact.usage, output };
  const rates = fact.model === null ? trace.rates : fact.rates;
  const costUsd = rates && costOf(tokens, rates);
  const live = withMessage(trace.live, fact.messageId, { tokens, costUsd });
  if (fact.parent !== null) return { ...trace, live };
  const contextTokens = fact.usage.input + fact.usage.cacheRead + fact.usage.cacheWrite + output;
  const turns = fact.messageId === trace.lastMessage ? trace.turns : trace.turns + 1;
  return { ...trace, live, turns, lastMessage: fact.messageId, contextTokens, apiError: null, retry: null };
}

/** A block as its model said it, without what was read in it. */
function saidIn(block: Block): object {
  if (block.kind !== 'tool') return block;
  const { reading: _, ...said } = block;
  return said;
}

function withMessage(live: RunTrace['live'], id: string, spent: Spent): RunTrace['live'] {
  const next = new Map(live).set(id, spent);
  if (next.size <= keptMessages) return next;
  const older = next.get(olderMessages) ?? noneSpent;
  next.delete(olderMessages);
  const [[oldest, counts] = [olderMessages, noneSpent]] = next;
  next.delete(oldest);
  return new Map([[olderMessages, addSpent(older, counts)], ...next]);
}

function settle(trace: RunTrace, fact: ResultFact): RunTrace {
  const known = new Set(trace.denials.map((denial) => denial.id));
  const next: RunTrace = {
    ...trace,
    resultCount: trace.resultCount + 1,
    isSpokenTo: false,
    lastResult: fact,
    structured: fact.structured ?? trace.structured,
    denials: [...trace.denials, ...fact.denials.filter((denial) => !known.has(denial.id))].slice(-keptDenials),
    contextWindow: fact.contextWindow ?? trace.contextWindow,
  };
  if (fact.tokens === null) return next;
  const settled: Spent = { tokens: fact.tokens, costUsd: fact.costUsd };
  // Results of one process add up; sums that shrink are another process's.
  const restarted = total(fact.tokens) < total(trace.settled.tokens);
  const before = restarted ? addSpent(trace.before, trace.settled) : trace.before;
  return { ...next, before, settled, live: new Map() };
}

function total(tokens: TokenCounts): number {
  return tokens.input + tokens.output + tokens.cacheRead + tokens.cacheWrite;
}

function addTokens(a: TokenCounts, b: TokenCounts): TokenCounts {
  return {
    input: a.input + b.input,
    output: a.output + b.output,
    cacheRead: a.cacheRead + b.cacheRead,
    cacheWrite: a.cacheWrite + b.cacheWrite,
  };
}

function addSpent(a: Spent, b: Spent): Spent {
  const costUsd = a.costUsd === null && b.costUsd === null ? null : (a.costUsd ?? 0) + (b.costUsd ?? 0);
  return { tokens: addTokens(a.tokens, b.tokens), costUsd };
}

export type RunCounts = {
  readonly tokens: TokenCounts;
  /** US dollars; null while no result has told and the price of its model is not known. */
  readonly costUsd: number | null;
  /** True while part of it is counted from messages and not yet settled by a result. */
  readonly estimated: boolean;
  /** Share of the context window in use, 0–1; null before the model has spoken. */
  readonly contextFill: number | null;
  readonly turns: number;
};

/** What a run has used so far. @param assumed tokens that fit into its model, while no result has told */
export function countsOf(trace: RunTrace, assumed = usualWindow): RunCounts {
  const spent = [...trace.live.values()].reduce(addSpent, addSpent(trace.before, trace.settled));
  const window = trace.contextWindow ?? assumed;
  return {
    ...spent,
    estimated: trace.live.size > 0 || trace.settled === noneSpent,
    contextFill: trace.contextTokens > 0 ? Math.min(1, trace.contextTokens / window) : null,
    turns: trace.turns,
  };
}

/** What the program refused, one line each, with no secret in it. */
export function denialLines(trace: RunTrace): string[] {
  return trace.denials.map(({ tool, reading }) => hideSecrets(`${tool}: ${reading.line}`));
}
