import { type Instant, type ReasonWords, tellTime, toIso } from '@cw/kernel';
import type { FailureClass, RunOutcome } from './run-view.ts';
import { sayable } from './sayable.ts';
import { type SeenInSilence, seenText, spanText } from './stall.ts';

/** Why a run ended as it did, as far as its program and its process tell. What an agent says itself stays in its words. */
export type RunReason =
  | { readonly code: 'run.ended'; readonly outcome: RunOutcome }
  | { readonly code: 'run.stopped'; readonly by: string }
  /** Its process was ended by somebody else: with that code, or without one. */
  | { readonly code: 'run.killed'; readonly exitCode: number | null }
  | { readonly code: 'run.no-sandbox'; readonly why: string }
  | { readonly code: 'run.empty-answer' }
  /** `seen` is missing where an older version ended it. */
  | { readonly code: 'run.silent'; readonly ms: number; readonly seen?: SeenInSilence | null }
  /** It calls its work done, without what it was not allowed. */
  | ({ readonly code: 'run.done-without'; readonly summary: string } & RefusedCalls)
  | ApiReason
  | { readonly code: 'run.bad-result'; readonly problems: readonly string[] }
  | {
      readonly code: 'run.unstructured';
      /** The first line of what it said instead; empty when it said nothing. */
      readonly said: string;
      /** How many of its tool calls were refused, and the last of them. */
      readonly refused: { readonly calls: number; readonly last: string } | null;
    }
  | {
      readonly code: 'run.no-result';
      readonly exitCode: number | null;
      /** False when its program had printed nothing that could be read. */
      readonly began: boolean;
      readonly brokenLines: number;
      /** The last of its error output. */
      readonly errors: string;
    }
  | { readonly code: 'run.script-failed'; readonly exitCode: number | null; readonly lastLines: string };

/** Its program ended the turn for what came from the model, or did not. */
export type ApiReason = {
  readonly code: 'run.api-failed';
  readonly failure: FailureClass;
  /** The kind of model that the limit is of. */
  readonly model: string | null;
  readonly until: Instant | null;
  readonly status: number | null;
  /** How the program calls such an end. */
  readonly ending: string | null;
  readonly text: string;
};

/** Calls of tools that were not allowed: some of them, and how many there are besides. */
export type RefusedCalls = { readonly calls: readonly string[]; readonly more: number };

/** What such a reason says to people. */
export const sayRunReason: ReasonWords<RunReason> = (reason) => sayable(words(reason));

function words(reason: RunReason): string {
  switch (reason.code) {
    case 'run.ended':
      return `The run ended as ${reason.outcome}.`;
    case 'run.stopped':
      return `Stopped by ${reason.by}.`;
    case 'run.killed': {
      const how = reason.exitCode === null ? 'and left no exit code' : 'with signal 9 (out of memory, or kill -9)';
      return `The agent's process was killed from outside ${how}.`;
    }
    case 'run.no-sandbox':
      return `The agent did not start, because bubblewrap could not create its sandbox: ${reason.why}.`;
    case 'run.silent':
      return `The agent was silent for ${spanText(reason.ms)}: ${seenText(reason.seen ?? null)}. It was ended.`;
    case 'run.done-without':
      return `${sayRefused(reason)}. Is it done without it?\n\nIt says so: ${reason.summary}`;
    case 'run.api-failed':
      return apiWords(reason);
    case 'run.bad-result':
      return `The agent's result does not match its schema: ${reason.problems.join('; ')}.`;
    case 'run.empty-answer':
      return 'The model gave an empty answer, even when asked again.';
    case 'run.unstructured': {
      const { said, refused } = reason;
      const denial =
        refused === null ? '' : ` ${refused.calls} of its tool calls were refused, the last: ${refused.last}.`;
      return `The agent ended without a valid result${said ? `; it said: ${said}` : ''}.${denial}`;
    }
    case 'run.no-result': {
      const { exitCode, began, brokenLines, errors } = reason;
      const unread = brokenLines > 0 ? ` (${brokenLines} of its output lines are not JSON)` : '';
      const what = began ? `before it gave a result${unread}` : 'and no output';
      return `The program ended with exit code ${exitCode} ${what}${errors ? `:\n${errors}` : '.'}`;
    }
    case 'run.script-failed': {
      const { exitCode, lastLines } = reason;
      return `The script ended with exit code ${exitCode}${lastLines ? `:\n${lastLines}` : ' and printed nothing.'}`;
    }
  }
}

/** What it was not allowed to do, without a full stop. */
export function sayRefused({ calls, more }: RefusedCalls): string {
  return `It was not allowed: ${[...calls, ...(more > 0 ? [`${more} more`] : [])].join('; ')}`;
}

const meaning: Readonly<Partial<Record<FailureClass, string>>> = {
  limit: "The account's usage limit is reached",
  throttle: 'The model refused too many requests',
  overload: 'The model is overloaded',
  offline: 'The model could not be reached',
  server: 'The model returned an error',
  login: 'The model refused the sign-in',
  spend: 'The account is out of credit',
  context: 'The conversation became too long for the model',
  refusal: 'The model refused the task',
  'cut-off': "The model's answer was cut off at its output limit",
  cap: 'The agent reached the cap on turns or money for one run',
  result: "The agent's results did not match the schema until the program gave up",
};

function apiWords({ failure, model, until, status, ending, text }: ApiReason): string {
  const what = model
    ? `The account's usage limit for the model ${model} is reached`
    : (meaning[failure] ?? `The program ended the turn as ${ending ?? 'an error'}`);
  const when = until === null ? '' : ` until ${tellTime(toIso(until))}`;
  return `${what}${when}${status ? ` (status ${status})` : ''}${text ? `: ${text}` : '.'}`;
}
