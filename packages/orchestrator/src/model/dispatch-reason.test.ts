import { readReason, sayerOf, step, storeReason, tellTime, toIso, type Why } from '@cw/kernel';
import { describe, expect, test } from 'vitest';
import { type AccountReason, sayAccountReason } from './account-reason.ts';
import { type DispatchReason, sayDispatchReason } from './dispatch-reason.ts';

const say = sayerOf({ dispatch: sayDispatchReason, account: sayAccountReason });
/** As it is read again from where it was stored. */
const told = (why: Why) => say(readReason(storeReason(why)));

const at = Date.UTC(2026, 10, 29, 12);
const then = tellTime(toIso(at));
const happened = 'It broke';
const left = {
  code: 'dispatch.not-on-branch',
  rescueRef: 'refs/cw/rescue/rn_a',
  filesLost: false,
  setAside: ['/x'],
  unfinished: 'merge',
  strayed: true,
  forgottenCommits: 2,
  heldBack: [{ path: '.env', reason: 'looks like a secret' }],
  more: 1,
} as const;
const cost = { code: 'dispatch.over-cap', cap: 'cost', usd: 1, most: 0.5, estimated: true } as const;

type Case<Code> = readonly [Extract<DispatchReason, { code: Code }>, string];

/** Each code, and what it says. */
const all: { readonly [Code in DispatchReason['code']]: Case<Code> } = {
  'dispatch.stopped-early': [
    { code: 'dispatch.stopped-early', by: 'tess' },
    'tess stopped it before the agent was started.',
  ],
  'dispatch.taken-over': [{ code: 'dispatch.taken-over', by: 'tess', at }, `Taken over by tess, ${then}.`],
  'dispatch.fault': [
    {
      code: 'dispatch.fault',
      fault: 'git.x',
      message: 'It is gone.',
      hint: 'Look.',
      next: [step('See it', 'run list')],
    },
    'It is gone. Look. See it.',
  ],
  'dispatch.step-broke': [
    { code: 'dispatch.step-broke', step: 'hook', message: 'no x' },
    'Something went wrong inside cw in the step “hook”: no x',
  ],
  'dispatch.kept-back': [
    { code: 'dispatch.kept-back', rest: 'A limit.' },
    'Its agent was not started, because its account is on hold: A limit.',
  ],
  'dispatch.held-back': [
    { code: 'dispatch.held-back', rest: 'A limit.', until: at },
    `Its agent was not started, because its account is on hold: A limit. It continues at ${then}.`,
  ],
  'dispatch.no-program': [
    { code: 'dispatch.no-program', program: 'Claude Code', because: '/a does not exist' },
    'No agent is started with Claude Code: /a does not exist',
  ],
  'dispatch.until-then': [
    { code: 'dispatch.until-then', hint: 'Install it.' },
    'Install it. Running agents continue, and waiting tasks begin automatically once this is over.',
  ],
  'dispatch.no-sandbox': [
    { code: 'dispatch.no-sandbox', wall: 'network', because: 'slirp is missing' },
    'No agent is started that needs a private network: slirp is missing',
  ],
  'dispatch.no-clone': [
    { code: 'dispatch.no-clone', project: 'shop', folder: '/p/repo.git' },
    'Nothing is started or merged in shop: its private clone is gone or damaged (/p/repo.git)',
  ],
  'dispatch.day-spent': [
    { code: 'dispatch.day-spent', project: 'shop', capUsd: 5 },
    'No more agents are started in shop today: the daily limit of $5.00 is reached',
  ],
  'dispatch.low-memory': [
    { code: 'dispatch.low-memory', leastMb: 256 },
    'No more agents are started: less than 256 MB of memory are free',
  ],
  'dispatch.low-disk': [
    { code: 'dispatch.low-disk', leastMb: 100, folder: '/home' },
    'No more agents are started: less than 100 MB are free on the disk of /home',
  ],
  'dispatch.silent': [
    { code: 'dispatch.silent', agent: 'Ada', task: 'Add b', minutes: 10 },
    'Ada has given no sign of life for 10 minutes: “Add b”',
  ],
  'dispatch.asked-silent': [
    { code: 'dispatch.asked-silent', told: true },
    'It was asked whether it is still at work. Its run is ended if it goes on like this.',
  ],
  'dispatch.no-progress': [
    { code: 'dispatch.no-progress', handovers: 2, summary: 'half' },
    'It was handed over 2 times without progress.\nhalf',
  ],
  'dispatch.asked': [{ code: 'dispatch.asked', asked: ['Which?', 'When?'], more: 'Both.' }, 'Which?\n\nWhen?\n\nBoth.'],
  'dispatch.unchanged': [
    { code: 'dispatch.unchanged', summary: 'It is all there.', checks: 'passed' },
    'Its agent says it is done, but changed no file; the checks pass.\nIt is all there.',
  ],
  'dispatch.nothing-to-merge': [
    { code: 'dispatch.nothing-to-merge', summary: null },
    'Nothing to merge: the run changed no file',
  ],
  'dispatch.given-up': [{ code: 'dispatch.given-up' }, 'Given up.'],
  'dispatch.mass-failure': [
    { code: 'dispatch.mass-failure', runs: 5, tasks: 3, minutes: 10 },
    '5 runs of 3 tasks failed within 10 minutes',
  ],
  'dispatch.starts-none': [
    { code: 'dispatch.starts-none', project: 'shop' },
    'No more agents are started in shop: too many runs failed',
  ],
  'dispatch.look-first': [
    { code: 'dispatch.look-first', why: '5 runs failed' },
    '5 runs failed. Find out why before you start agents again.',
  ],
  'dispatch.not-on-branch': [
    left,
    [
      "Not everything the run left is on its branch. The rest is kept under `refs/cw/rescue/rn_a` in the project's clone.",
      '',
      'Something else was in place of the worktree or of its `.git`. It was moved to /x.',
      'The worktree was in the middle of a merge.',
      "The worktree was on a commit that does not continue the task's branch.",
      '2 commits were no longer on any branch.',
      '- `.env`: looks like a secret',
      '- and 1 more',
    ].join('\n'),
  ],
  'dispatch.over-cap': [
    cost,
    'It has cost about $1.00, counted from its output; orchestrator.maxCost allows $0.50 for a run. To let it go on, raise that and try again.',
  ],
  'dispatch.tried-again': [
    { code: 'dispatch.tried-again', happened, at, attempt: 2, most: 3 },
    `It broke. It is retried at ${then} (attempt 2 of 3).`,
  ],
  'dispatch.tried-enough': [{ code: 'dispatch.tried-enough', happened, tries: 3 }, 'It broke. It was tried 3 times.'],
  'dispatch.waits-for-limit': [
    { code: 'dispatch.waits-for-limit', happened, at, known: true },
    `It broke. It continues at ${then}, when the limit resets.`,
  ],
  'dispatch.waits-for-room': [
    { code: 'dispatch.waits-for-room', happened: 'It broke:\nx', at },
    `It broke:\nx\nIt continues at ${then}.`,
  ],
  'dispatch.waits-for-sign-in': [
    { code: 'dispatch.waits-for-sign-in', happened, renewal: 'unable' },
    "It broke. Its program has nothing to renew. It continues once the account's sign-in has changed, or when you retry it.",
  ],
  'dispatch.sign-in-renewed': [
    { code: 'dispatch.sign-in-renewed', happened },
    'It broke. The sign-in had expired and was renewed: it continues.',
  ],
  'dispatch.unpaid': [
    { code: 'dispatch.unpaid', happened },
    'It broke. Nothing more is started with its account until you say so.',
  ],
};

const rests = { code: 'account.rests', cause: 'limit', model: null, provider: 'claude', account: 'work' } as const;
const waits = { code: 'account.waits', why: { code: 'dispatch.given-up' }, cause: 'limit', until: at } as const;

describe('what the loop says', () => {
  test.each(Object.values<Case<DispatchReason['code']>>(all))('%j', (reason, words) => {
    expect(told(reason)).toBe(words);
  });

  test.each<readonly [DispatchReason | AccountReason, string]>([
    [{ code: 'dispatch.held-back', rest: 'x', until: null }, 'It continues once somebody has fixed that.'],
    [{ code: 'dispatch.asked', asked: ['Which?'], more: null }, 'Which?'],
    [{ code: 'dispatch.tried-again', happened, at: null, attempt: 2, most: 3 }, 'It is retried (attempt 2 of 3).'],
    [{ code: 'dispatch.tried-enough', happened, tries: 1 }, 'It is not retried automatically.'],
    [{ code: 'dispatch.waits-for-limit', happened, at, known: false }, 'to check whether the limit has reset.'],
    [{ code: 'dispatch.mass-failure', runs: 1, tasks: 1, minutes: 1 }, '1 runs of 1 task failed within 1 minute'],
    [{ code: 'dispatch.starts-none', project: null }, 'No more agents are started: too many runs failed'],
    [{ ...left, rescueRef: null, filesLost: true }, 'The files of the worktree were deleted'],
    [{ ...cost, cap: 'task-cost' }, 'Its task has cost about $1.00 in all its runs'],
    [{ code: 'dispatch.asked-silent', told: false }, 'Its program takes no questions.'],
    [{ ...rests }, 'The usage limit of the account work of claude is reached'],
    [{ ...rests, model: 'opus' }, 'is reached for the model opus'],
    [{ ...rests, cause: 'login', account: null }, 'Sign in again: your own sign-in of claude was refused'],
    [{ ...rests, cause: 'spend' }, 'Out of credit: the account work of claude'],
    [waits, `Given up.\n\nIt is retried at ${then}.`],
    [{ ...waits, until: null }, 'Nothing more is started with it until you say so.'],
    [{ ...waits, cause: 'login' }, 'Waiting tasks continue automatically once the sign-in has changed.'],
  ])('%j', (reason, words) => {
    expect(told(reason)).toContain(words);
  });

  test('stays as it was written where no code was stored', () => {
    expect(told('It goes on at 12:00. Try again: cw run retry tk_a')).toBe(
      'It goes on at 12:00. Try again: cw run retry tk_a',
    );
  });
});
