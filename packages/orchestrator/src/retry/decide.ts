import type { FailureClass } from '@cw/agents';
import { type Instant, type NextStep, step, type Why } from '@cw/kernel';
import type { NextReason } from '../model/next-reason.ts';
import { backOff, spread } from './back-off.ts';

/** What ended a run without an answer. `lost`: its process vanished. */
export type FailureCause = FailureClass | 'lost';

export type RetryRules = {
  /** How often a task is tried in all. */
  readonly maxAttempts: number;
  /** Milliseconds before the second try; each further one waits twice as long, up to the most. */
  readonly delayMs: number;
  readonly mostDelayMs: number;
  /** The same for an account that is refused because there is too much to do. */
  readonly busyMs: number;
  readonly mostBusyMs: number;
  /** Milliseconds after which an account is tried whose limit ends nobody knows when. */
  readonly probeMs: number;
};

/** A run that failed, with what went before it. */
export type FailedRun = {
  readonly runId: string;
  readonly taskId: string;
  readonly cause: FailureCause;
  readonly happened: Why;
  readonly limitResetsAt: Instant | null;
  /** The kind of model that the limit is of; null where it is of the whole account. */
  readonly limitModel: string | null;
  /** Until when its account rests for that limit already, by what another run was told; null where none was. */
  readonly knownUntil: Instant | null;
  /** Attempts at the task that failed since a person last had a say, before this one. */
  readonly tries: number;
  /** How often in a row its account was of no use, this time included. */
  readonly accountTimes: number;
  /** Whether its conversation could be gone on with. */
  readonly resumable: boolean;
  /** Whether it went on with an earlier one itself. */
  readonly resumed: boolean;
  /** False where its program was not even begun: its conversation is as it was before. */
  readonly begun: boolean;
  /** What came of renewing a sign-in that was refused; absent where that was not tried. */
  readonly renewal?: 'renewed' | 'unchanged' | 'unable' | undefined;
};

/** What becomes of the task of a run that failed. */
export type Decision = {
  /** Attempts that count, with this one. */
  readonly tries: number;
  /** What happened and what comes next. */
  readonly reason: Why;
  /** What a person can do about it. */
  readonly steps: readonly NextStep[];
  readonly task:
    | { readonly kind: 'person' }
    /** Tried again at that time, or once what it waits for has happened. */
    | { readonly kind: 'again'; readonly at: Instant | null; readonly resume: boolean };
  /** How long no agent is started with its account, when it was the account's doing; null: until a person sees to it. */
  readonly account: { readonly cause: FailureClass; readonly until: Instant | null } | null;
};

/** An empty answer may be a chance, but not twice; its program has asked again by then. */
const attemptsWhenEmpty = 2;

/** A reset further away than this is not believed. */
const furthestReset = 14 * 24 * 3_600_000;

/** So long after a reset an account may still be refused. */
const longestLag = 10 * 60_000;

/**
 * Decides what comes after a run that failed. A limit, a busy model or a refused sign-in says nothing about the task and
 * is no attempt at it; what a person has to look at is not tried again.
 */
export function decide(run: FailedRun, rules: RetryRules, now: Instant): Decision {
  switch (run.cause) {
    case 'lost':
    case 'server':
    case 'program':
    case 'result':
      return retry(run, rules, now);
    case 'limit':
      return waitForLimit(run, rules, now);
    case 'throttle':
    case 'overload':
    case 'offline':
      return waitForRoom(run, { cause: run.cause, rules, now });
    case 'login':
      return waitForSignIn(run, now);
    case 'spend':
      return {
        ...forPerson(run),
        reason: next(run, { code: 'dispatch.unpaid' }),
        account: unpaid,
        steps: tryAgain(run),
      };
    case 'cap':
      return {
        ...forPerson(run),
        steps: [
          step('Raise it', 'config set', '<setting>', '<value>', '--task', run.taskId),
          step('Try again', 'run retry', run.taskId),
        ],
      };
    case 'empty':
      return retry(run, { ...rules, maxAttempts: Math.min(rules.maxAttempts, attemptsWhenEmpty) }, now);
    case 'refusal':
    case 'cut-off':
      return { ...forPerson(run), steps: stepsForModel(run) };
    case 'context':
    case 'agent':
    case 'script':
      return forPerson(run);
  }
}

/** What helps where the same model would say the same again. */
function stepsForModel({ taskId, cause }: FailedRun): readonly NextStep[] {
  return [
    step('Try it with another model', 'run retry', taskId, '--model', '<name>'),
    cause === 'refusal'
      ? step('Say otherwise what is wanted, then try again', 'task update', taskId, '--description', '<text>')
      : step('Split it into smaller tasks', 'task create', '<title>', '--parent', taskId),
    step('Try it again as it is', 'run retry', taskId),
  ];
}

function waitForSignIn(run: FailedRun, now: Instant): Decision {
  const { tries, resumable: resume, renewal } = run;
  if (renewal === 'renewed') {
    const reason = next(run, { code: 'dispatch.sign-in-renewed' });
    return { tries, task: { kind: 'again', at: now, resume }, account: null, steps: [], reason };
  }
  return {
    tries,
    task: { kind: 'again', at: null, resume },
    account: { cause: 'login', until: null },
    steps: tryAgain(run),
    reason: next(run, { code: 'dispatch.waits-for-sign-in', renewal: renewal ?? null }),
  };
}

const unpaid = { cause: 'spend', until: null } as const;

function retry(run: FailedRun, rules: RetryRules, now: Instant): Decision {
  const tries = run.tries + 1;
  if (tries >= rules.maxAttempts) {
    return {
      ...forPerson(run),
      tries,
      steps: tryAgain(run),
      reason: next(run, { code: 'dispatch.tried-enough', tries }),
    };
  }
  // A machine that went down took every agent with it, and a model that said nothing was not busy: nothing to wait for.
  const steps = run.cause === 'lost' || run.cause === 'empty' ? tries - 1 : tries;
  const at = now + backOff(steps, { firstMs: rules.delayMs, mostMs: rules.mostDelayMs, seed: run.runId });
  const attempt = { at: at > now ? at : null, attempt: tries + 1, most: rules.maxAttempts };
  return {
    tries,
    account: null,
    steps: [],
    task: { kind: 'again', at, resume: resumes(run) },
    reason: next(run, { code: 'dispatch.tried-again', ...attempt }),
  };
}

/** Whether to go on with its conversation: not where that may be what the program died of or could not answer in. */
function resumes({ cause, resumable, resumed, begun }: FailedRun): boolean {
  if (!begun) return resumable && resumed;
  if (cause === 'program' || cause === 'empty') return false;
  return resumable && !(cause === 'result' && resumed);
}

function waitForLimit(run: FailedRun, rules: RetryRules, now: Instant): Decision {
  const until = laterEnd(run, rules, now);
  const known = until === run.limitResetsAt;
  // One goes first; the others follow it at different times.
  const at = until + Math.round(spread(run.runId) * rules.delayMs);
  const otherModel = step('Try it at once with another model', 'run retry', run.taskId, '--model', '<name>');
  return {
    tries: run.tries,
    task: { kind: 'again', at, resume: run.resumable },
    account: { cause: 'limit', until },
    steps: [...tryAgain(run), ...(run.limitModel === null ? [] : [otherModel])],
    reason: next(run, { code: 'dispatch.waits-for-limit', at, known }),
  };
}

/** Of runs that meet a limit at once, one may be told of an earlier end than another, or of none. */
function laterEnd(run: FailedRun, rules: RetryRules, now: Instant): Instant {
  const told = endOfLimit(run, rules, now);
  const { knownUntil } = run;
  if (knownUntil === null || knownUntil <= now) return told;
  return told === run.limitResetsAt ? Math.max(told, knownUntil) : knownUntil;
}

function endOfLimit({ limitResetsAt, accountTimes }: FailedRun, rules: RetryRules, now: Instant): Instant {
  if (limitResetsAt === null || limitResetsAt - now > furthestReset) return now + rules.probeMs;
  if (limitResetsAt > now) return limitResetsAt;
  // Over by what was said, which may be a little early.
  const soon = backOff(accountTimes, { firstMs: rules.busyMs, mostMs: rules.mostBusyMs, seed: '' });
  return now + (now - limitResetsAt < longestLag ? soon : rules.probeMs);
}

type Busy = { readonly cause: FailureClass; readonly rules: RetryRules; readonly now: Instant };

function waitForRoom(run: FailedRun, { cause, rules, now }: Busy): Decision {
  const wait = { firstMs: rules.busyMs, mostMs: rules.mostBusyMs };
  const until = now + backOff(run.accountTimes, { ...wait, seed: '' });
  const at = now + backOff(run.accountTimes, { ...wait, seed: run.runId });
  return {
    tries: run.tries,
    task: { kind: 'again', at, resume: run.resumable },
    account: { cause, until },
    steps: [],
    reason: next(run, { code: 'dispatch.waits-for-room', at }),
  };
}

function forPerson(run: FailedRun): Decision {
  return { tries: run.tries, task: { kind: 'person' }, account: null, steps: [], reason: run.happened };
}

function tryAgain({ taskId }: FailedRun): readonly NextStep[] {
  return [step('Try it now', 'run retry', taskId)];
}

type WithoutHappened<R> = R extends NextReason ? Omit<R, 'happened'> : never;

function next({ happened }: FailedRun, reason: WithoutHappened<NextReason>): NextReason {
  return { ...reason, happened } as NextReason;
}
