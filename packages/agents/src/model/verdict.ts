import { type Instant, tellTime, toIso } from '@cw/kernel';
import type { FailureClass, RunOutcome } from './run-view.ts';
import { spanText } from './stall.ts';
import type { RunTrace } from './stream/run-trace.ts';
import { type FollowUp, parseWorkerResult, type WorkerResult } from './worker-result.ts';

/** How a run ended, and why, in a sentence for people. */
export type Verdict = {
  readonly outcome: RunOutcome;
  readonly reason: string | null;
  readonly summary: string | null;
  readonly deviations: readonly string[];
  readonly followUps: readonly FollowUp[];
  /** Whether a person is asked if its work, which it calls done, is done without what it was not allowed. */
  readonly doneWithout?: boolean;
  /** Null unless the outcome is `failed`. */
  readonly failure: FailureClass | null;
  /** When the limit that ended it is said to be over; null when that is not known. */
  readonly limitResetsAt: Instant | null;
  /** The kind of model that the limit is of; absent where it is of the whole account. */
  readonly limitModel?: string;
};

/** The end of a run as it was seen from outside. */
export type RunEnd = {
  /** Null when the process died without leaving one. */
  readonly exitCode: number | null;
  /** Name of who asked for the run to be stopped, if somebody did. */
  readonly stoppedBy: string | null;
  /** The last of what the program wrote to its error output. */
  readonly errorOutput: string;
  /** How long nothing had been heard of it when it was ended for that; null or absent when it was not. */
  readonly silentMs?: number | null;
  /** Why its sandbox could not be made, so that its program did not begin; null or absent when it did. */
  readonly withoutSandbox?: string | null;
};

export const nothingSaid = {
  summary: null,
  deviations: [],
  followUps: [],
  failure: null,
  limitResetsAt: null,
} as const;

/** How a program tells of what went wrong on the way to its model. */
export type FailureWords = {
  readonly classify: (trace: RunTrace) => FailureClass;
  /** The kind of model that a limit is of, by the name of its window; undefined where it is of the whole account. */
  readonly limitedModel: (window: string) => string | undefined;
};

/**
 * Judges a run of an agent that answers by the result schema. Only structured fields decide; what a model wrote is never
 * searched for words.
 */
export function judgeWorker(trace: RunTrace, end: RunEnd, words: FailureWords): Verdict {
  const answer = trace.structured === undefined ? undefined : parseWorkerResult(trace.structured);
  const given = answer?.ok ? answer.value : undefined;
  if (end.stoppedBy !== null) return stopped(end.stoppedBy, given);
  if (given && trace.lastResult?.isError !== true) return accept(given, trace);
  // What the program says while it is being ended is not its own end.
  if (end.silentMs != null) return silent(end.silentMs);
  const api = apiFailure(trace, words);
  if (api) {
    const { failure, reason, resetsAt, model } = api;
    return { ...failed(failure, reason, given), limitResetsAt: resetsAt, ...(model && { limitModel: model }) };
  }
  if (answer && !answer.ok)
    return failed('result', `The agent's result misses its schema: ${answer.error.join('; ')}.`);
  if (trace.lastResult) return failed('result', withoutStructure(trace));
  return withoutResult(trace, end);
}

/** What a shell answers for a program that was ended by signal 9, which no program sends to itself in earnest: 128 + 9. */
const killedCode = 137;

/** How a run ended before its program could say anything of it; undefined where it could. */
export function cutShort(end: RunEnd): Verdict | undefined {
  return endedFromOutside(end) ?? notBegun(end);
}

function endedFromOutside({ exitCode }: RunEnd): Verdict | undefined {
  const how = exitCode === null ? 'and left no exit code' : 'with signal 9 (out of memory, or kill -9)';
  if (exitCode !== null && exitCode !== killedCode) return undefined;
  return { ...nothingSaid, outcome: 'lost', reason: `The process of the agent was ended from outside ${how}.` };
}

function notBegun({ withoutSandbox }: RunEnd): Verdict | undefined {
  if (withoutSandbox == null) return undefined;
  const why = withoutSandbox.replace(/\.$/, '');
  return failed('program', `The agent did not begin, since bubblewrap could not make its sandbox: ${why}.`);
}

export function silent(ms: number): Verdict {
  const reason = `Nothing was heard of the agent for ${spanText(ms)}: no output, no processor time, no changed file. It was ended.`;
  return { ...nothingSaid, outcome: 'lost', reason };
}

function accept(given: WorkerResult, trace: RunTrace): Verdict {
  const { status, summary, reason, deviations, followUps } = given;
  const failure = status === 'failed' ? 'agent' : null;
  const refused = refusals(trace);
  const all = [...deviations, ...(refused === undefined ? [] : [refused])];
  const told = { summary, deviations: all, followUps, failure, limitResetsAt: null } as const;
  if (status !== 'done' || refused === undefined) return { ...told, outcome: status, reason };
  // Whether the task is done without what was refused is for a person to say.
  const asked = `${refused}. Is it done without?\n\nIt says so: ${summary}`;
  return { ...told, outcome: 'needs-input', reason: asked, doneWithout: true };
}

/** What it was not allowed to do, which its own words may pass over. A question that is answered later is no refusal. */
function refusals({ denials }: RunTrace): string | undefined {
  const refused = denials.filter(({ reading }) => reading.asks === null);
  if (refused.length === 0) return undefined;
  const shown = refused.slice(0, 5).map(({ tool, reading }) => `${tool} ${reading.line}`.trim());
  const more = refused.length > shown.length ? [`${refused.length - shown.length} more`] : [];
  return `It was not allowed: ${[...shown, ...more].join('; ')}`;
}

export function stopped(by: string, given: WorkerResult | undefined): Verdict {
  return { ...nothingSaid, outcome: 'stopped', reason: `Stopped by ${by}.`, summary: given?.summary ?? null };
}

export function failed(failure: FailureClass, reason: string, given?: WorkerResult): Verdict {
  return { ...nothingSaid, outcome: 'failed', reason, failure, summary: given?.summary ?? null };
}

const meaning: Readonly<Partial<Record<FailureClass, string>>> = {
  limit: "The account's usage limit is reached",
  throttle: 'The model refused the request as one too many for now',
  overload: 'The model is overloaded',
  offline: 'The model could not be reached',
  server: 'The model did not answer properly',
  login: 'The model refused the sign-in',
  spend: 'The model is not paid for any more',
  context: 'The conversation became longer than the model takes',
  cap: 'The agent used all the turns or money that one run may use',
  result: "The agent's answers missed the schema of the result until the program gave up",
};

type ApiFailure = {
  readonly failure: FailureClass;
  readonly reason: string;
  readonly resetsAt: Instant | null;
  readonly model: string | undefined;
};

function apiFailure(trace: RunTrace, { classify, limitedModel }: FailureWords): ApiFailure | undefined {
  const result = trace.lastResult;
  if (!result?.isError && !(result === null && trace.apiError)) return undefined;
  const failure = classify(trace);
  const text = (result?.text || result?.errors.join('; ') || trace.apiError?.text || '').trim();
  const status = result?.apiErrorStatus ? ` (status ${result.apiErrorStatus})` : '';
  const resetsAt = failure === 'limit' ? resetOf(trace) : null;
  const until = resetsAt === null ? '' : ` until ${tellTime(toIso(resetsAt))}`;
  const model = failure === 'limit' ? limitedModel(trace.limit?.window ?? '') : undefined;
  const what = model
    ? `The account's usage limit for the model ${model} is reached`
    : (meaning[failure] ?? `The program ended the turn as ${result?.subtype ?? 'an error'}`);
  return { failure, reason: `${what}${until}${status}${text ? `: ${text}` : '.'}`, resetsAt, model };
}

function withoutStructure(trace: RunTrace): string {
  const text = trace.lastResult?.text.trim() ?? '';
  const refused = trace.denials.at(-1);
  const denial = refused
    ? ` ${trace.denials.length} of its tool calls were refused, the last: ${refused.tool} ${refused.reading.line}.`
    : '';
  return `The agent ended without a result of the agreed form${text ? `; it said: ${firstLine(text).replace(/\.$/, '')}` : ''}.${denial}`;
}

function withoutResult(trace: RunTrace, end: RunEnd): Verdict {
  const early = cutShort(end);
  if (early) return early;
  const errors = lastLines(end.errorOutput);
  const unread = trace.brokenLines > 0 ? ` (${trace.brokenLines} of its output lines are not JSON)` : '';
  const what = trace.facts === 0 ? 'and no output' : `before it gave a result${unread}`;
  return failed('program', `The program ended with exit code ${end.exitCode} ${what}${errors ? `:\n${errors}` : '.'}`);
}

export function lastLines(text: string): string {
  return text.trim().split('\n').slice(-5).join('\n').slice(-1000);
}

function firstLine(text: string): string {
  const line = text.split('\n')[0] ?? '';
  return line.length > 300 ? `${line.slice(0, 299)}…` : line;
}

/** Epoch seconds of a program, which may be of any size, as a moment that can be written down. */
function resetOf(trace: RunTrace): Instant | null {
  const at = (trace.limit?.resetsAt ?? 0) * 1000;
  return at > 0 && !Number.isNaN(new Date(at).getTime()) ? at : null;
}
