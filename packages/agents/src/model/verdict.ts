import type { Instant, Why } from '@cw/kernel';
import { type ApiReason, type RefusedCalls, type RunReason, sayRefused } from './run-reason.ts';
import type { FailureClass, RunOutcome } from './run-view.ts';
import type { EndedSilence } from './stall.ts';
import type { RunTrace } from './stream/run-trace.ts';
import { type FollowUp, parseWorkerResult, type WorkerResult } from './worker-result.ts';

/** How a run ended, and why. */
export type Verdict = {
  readonly outcome: RunOutcome;
  /** In words where the agent says it. */
  readonly reason: Why | null;
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
  /** The silence that it was ended for; null or absent when it was not. */
  readonly silence?: EndedSilence | null;
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
  if (end.silence != null) return silent(end.silence);
  const api = apiFailure(trace, words);
  if (api) {
    const { failure, until, model } = api;
    return { ...failed(failure, api, given), limitResetsAt: until, ...(model !== null && { limitModel: model }) };
  }
  if (answer && !answer.ok) return failed('result', { code: 'run.bad-result', problems: answer.error });
  if (isEmpty(trace)) return failed('empty', { code: 'run.empty-answer' });
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
  if (exitCode !== null && exitCode !== killedCode) return undefined;
  return lost({ code: 'run.killed', exitCode });
}

function notBegun({ withoutSandbox }: RunEnd): Verdict | undefined {
  if (withoutSandbox == null) return undefined;
  return failed('program', { code: 'run.no-sandbox', why: withoutSandbox.replace(/\.$/, '') });
}

/** Whether the program of a run was not begun, for want of its sandbox. */
export function neverBegan({ reason }: Pick<Verdict, 'reason'>): boolean {
  return typeof reason === 'object' && reason?.code === 'run.no-sandbox';
}

export function silent({ ms, seen }: EndedSilence): Verdict {
  return lost({ code: 'run.silent', ms, seen });
}

function lost(reason: RunReason): Verdict {
  return { ...nothingSaid, outcome: 'lost', reason };
}

function accept(given: WorkerResult, trace: RunTrace): Verdict {
  const { status, summary, reason, deviations, followUps } = given;
  const failure = status === 'failed' ? 'agent' : null;
  const refused = refusals(trace);
  const all = [...deviations, ...(refused === undefined ? [] : [sayRefused(refused)])];
  const told = { summary, deviations: all, followUps, failure, limitResetsAt: null } as const;
  if (status !== 'done' || refused === undefined) return { ...told, outcome: status, reason };
  // Whether the task is done without what was refused is for a person to say.
  const asked: RunReason = { code: 'run.done-without', ...refused, summary };
  return { ...told, outcome: 'needs-input', reason: asked, doneWithout: true };
}

/** What it was not allowed to do, which its own words may pass over. A question that is answered later is no refusal. */
function refusals({ denials }: RunTrace): RefusedCalls | undefined {
  const refused = denials.filter(({ reading }) => reading.asks === null);
  if (refused.length === 0) return undefined;
  const calls = refused.slice(0, 5).map(({ tool, reading }) => `${tool} ${reading.line}`.trim());
  return { calls, more: refused.length - calls.length };
}

export function stopped(by: string, given: WorkerResult | undefined): Verdict {
  const reason: RunReason = { code: 'run.stopped', by };
  return { ...nothingSaid, outcome: 'stopped', reason, summary: given?.summary ?? null };
}

export function failed(failure: FailureClass, reason: RunReason, given?: WorkerResult): Verdict {
  return { ...nothingSaid, outcome: 'failed', reason, failure, summary: given?.summary ?? null };
}

function apiFailure(trace: RunTrace, { classify, limitedModel }: FailureWords): ApiReason | undefined {
  const result = trace.lastResult;
  if (!result?.isError && !(result === null && trace.apiError)) return undefined;
  const failure = classify(trace);
  const isLimit = failure === 'limit';
  return {
    code: 'run.api-failed',
    failure,
    model: (isLimit ? limitedModel(trace.limit?.window ?? '') : undefined) ?? null,
    until: isLimit ? resetOf(trace) : null,
    status: result?.apiErrorStatus ?? null,
    ending: result?.subtype ?? null,
    text: (result?.text || result?.errors.join('; ') || trace.apiError?.text || '').trim(),
  };
}

/** Whether the model had nothing to say in the end. One that was not let do what it wanted says so by that. */
function isEmpty({ lastResult, denials }: RunTrace): boolean {
  return lastResult !== null && lastResult.text.trim() === '' && denials.length === 0;
}

function withoutStructure({ lastResult, denials }: RunTrace): RunReason {
  const refused = denials.at(-1);
  return {
    code: 'run.unstructured',
    said: firstLine(lastResult?.text.trim() ?? '').replace(/\.$/, ''),
    refused: refused ? { calls: denials.length, last: `${refused.tool} ${refused.reading.line}` } : null,
  };
}

function withoutResult(trace: RunTrace, end: RunEnd): Verdict {
  const early = cutShort(end);
  if (early) return early;
  const { facts, brokenLines } = trace;
  const errors = lastLines(end.errorOutput);
  return failed('program', { code: 'run.no-result', exitCode: end.exitCode, began: facts > 0, brokenLines, errors });
}

export function lastLines(text: string): string {
  return text.trim().split('\n').slice(-5).join('\n').slice(-1000);
}

function firstLine(text: string): string {
  const line = text.split('\n')[0] ?? '';
  return line.length > 300 ? `${line.slice(0, 299)}…` : line;
}

/** Why a run ended, also where nobody said so. */
export function whyEnded({ outcome, reason }: Pick<Verdict, 'outcome' | 'reason'>): Why {
  const ended: RunReason = { code: 'run.ended', outcome };
  return (typeof reason === 'string' ? reason.trim() : reason) || ended;
}

/** Epoch seconds of a program, which may be of any size, as a moment that can be written down. */
function resetOf(trace: RunTrace): Instant | null {
  const at = (trace.limit?.resetsAt ?? 0) * 1000;
  return at > 0 && !Number.isNaN(new Date(at).getTime()) ? at : null;
}
