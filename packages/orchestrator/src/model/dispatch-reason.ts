import type { RunStep } from '@cw/agents';
import {
  adviceInWords,
  type Instant,
  type NextStep,
  type ReasonWords,
  type SayWhy,
  tellTime,
  toIso,
  type Why,
} from '@cw/kernel';
import { sayLeft } from '@cw/projects/contract';
import { type HoldReason, sayHold } from './hold-reason.ts';
import type { LeftReason } from './left-reason.ts';
import { type NextReason, sayNext } from './next-reason.ts';
import { type OverCapReason, sayOverCap } from './over-cap.ts';

/** Why the loop ended a run, has a task wait or close, starts nothing, or asks a person. */
export type DispatchReason =
  | { readonly code: 'dispatch.stopped-early'; readonly by: string }
  /** A person took its task over from the run. */
  | { readonly code: 'dispatch.taken-over'; readonly by: string; readonly at: Instant }
  /** The world said no to a step of a run: a fault with its code. */
  | {
      readonly code: 'dispatch.fault';
      readonly fault: string;
      readonly message: string;
      readonly hint?: string | undefined;
      readonly next?: readonly NextStep[] | undefined;
    }
  | { readonly code: 'dispatch.step-broke'; readonly step: RunStep; readonly message: string }
  /** Its agent was not started, for what its account rests for. */
  | { readonly code: 'dispatch.kept-back'; readonly rest: Why }
  /** The same of a task, and when it goes on; null: when that is seen to. */
  | { readonly code: 'dispatch.held-back'; readonly rest: Why; readonly until: Instant | null }
  | { readonly code: 'dispatch.no-progress'; readonly handovers: number; readonly summary: string }
  /** What an agent asked, and what it says at its end beyond that. */
  | { readonly code: 'dispatch.asked'; readonly asked: readonly string[]; readonly more: Why | null }
  | { readonly code: 'dispatch.nothing-to-merge'; readonly summary: string | null }
  /** Its agent is done and has changed no file; what the checks say of that. */
  | {
      readonly code: 'dispatch.unchanged';
      readonly summary: string | null;
      readonly checks: 'passed' | 'unchecked';
    }
  | { readonly code: 'dispatch.given-up' }
  | {
      readonly code: 'dispatch.mass-failure';
      readonly runs: number;
      readonly tasks: number;
      readonly minutes: number;
    }
  /** Null: in the whole workspace. */
  | { readonly code: 'dispatch.starts-none'; readonly project: string | null }
  | { readonly code: 'dispatch.look-first'; readonly why: Why }
  /** An agent was asked whether it is still at work; null: it has no name. */
  | { readonly code: 'dispatch.silent'; readonly agent: string | null; readonly task: string; readonly minutes: number }
  /** Whether its program took the question. */
  | { readonly code: 'dispatch.asked-silent'; readonly told: boolean }
  | HoldReason
  | LeftReason
  | NextReason
  | OverCapReason;

/** What such a reason says to people. */
export const sayDispatchReason: ReasonWords<DispatchReason> = (reason, say) => {
  switch (reason.code) {
    case 'dispatch.stopped-early':
      return `${reason.by} stopped it before the agent was started.`;
    case 'dispatch.taken-over':
      return `Taken over by ${reason.by}, ${tellTime(toIso(reason.at))}.`;
    case 'dispatch.fault':
      return [reason.message, adviceInWords(reason)].filter((text) => text !== undefined).join(' ');
    case 'dispatch.step-broke':
      return `Something went wrong inside cw in the step “${reason.step}”: ${reason.message}`;
    case 'dispatch.kept-back':
      return keptBack(reason.rest, say);
    case 'dispatch.held-back': {
      const { rest, until } = reason;
      const next =
        until === null ? 'It continues once somebody has fixed that.' : `It continues at ${tellTime(toIso(until))}.`;
      return `${keptBack(rest, say)} ${next}`;
    }
    case 'dispatch.no-progress':
      return `It was handed over ${reason.handovers} times without progress.\n${reason.summary}`;
    case 'dispatch.asked':
      return [...reason.asked, ...(reason.more === null ? [] : [say(reason.more)])].join('\n\n');
    case 'dispatch.nothing-to-merge':
      return `Nothing to merge: ${reason.summary ?? 'the run changed no file'}`;
    case 'dispatch.unchanged':
      return unchanged(reason);
    case 'dispatch.given-up':
      return 'Given up.';
    case 'dispatch.mass-failure': {
      const { runs, tasks, minutes } = reason;
      return `${runs} runs of ${tasks} ${tasks === 1 ? 'task' : 'tasks'} failed within ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`;
    }
    case 'dispatch.starts-none':
      return `No more agents are started${reason.project === null ? '' : ` in ${reason.project}`}: too many runs failed`;
    case 'dispatch.look-first':
      return `${say(reason.why)}. Find out why before you start agents again.`;
    case 'dispatch.silent':
      return `${reason.agent ?? 'An agent'} has given no sign of life for ${reason.minutes} ${reason.minutes === 1 ? 'minute' : 'minutes'}: “${reason.task}”`;
    case 'dispatch.asked-silent':
      return reason.told
        ? 'It was asked whether it is still at work. Its run is ended if it goes on like this.'
        : 'Its program takes no questions. Its run is ended if it goes on like this.';
    case 'dispatch.not-on-branch':
      return sayLeft(reason, say);
    case 'dispatch.over-cap':
      return sayOverCap(reason);
    case 'dispatch.no-program':
    case 'dispatch.no-sandbox':
    case 'dispatch.no-clone':
    case 'dispatch.day-spent':
    case 'dispatch.low-memory':
    case 'dispatch.low-disk':
    case 'dispatch.until-then':
      return sayHold(reason);
    default:
      return sayNext(reason, say);
  }
};

function unchanged({ summary, checks }: Extract<DispatchReason, { readonly code: 'dispatch.unchanged' }>): string {
  const said = `Its agent says it is done, but changed no file${checks === 'passed' ? '; the checks pass' : ''}.`;
  return summary === null ? said : `${said}\n${summary}`;
}

function keptBack(rest: Why, say: SayWhy): string {
  return `Its agent was not started, because its account is on hold: ${say(rest)}`;
}
