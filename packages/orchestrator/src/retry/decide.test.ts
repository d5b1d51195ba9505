import { sayerOf } from '@cw/kernel';
import { describe, expect, test } from 'vitest';
import { sayDispatchReason } from '../model/dispatch-reason.ts';
import { backOff, spread } from './back-off.ts';
import { decide, type FailedRun, type RetryRules } from './decide.ts';

const say = sayerOf({ dispatch: sayDispatchReason });
const now = Date.UTC(2026, 0, 5, 12);
const minute = 60_000;
const rules: RetryRules = {
  maxAttempts: 3,
  delayMs: 30_000,
  mostDelayMs: 15 * minute,
  busyMs: 10_000,
  mostBusyMs: 10 * minute,
  probeMs: 30 * minute,
};
const failed = (more: Partial<FailedRun>): FailedRun => ({
  runId: 'rn_a',
  taskId: 'tk_a',
  cause: 'server',
  happened: 'It broke.',
  limitResetsAt: null,
  limitModel: null,
  knownUntil: null,
  tries: 0,
  accountTimes: 1,
  resumable: true,
  resumed: false,
  begun: true,
  ...more,
});
const after = (more: Partial<FailedRun>) => {
  const step = decide(failed(more), rules, now);
  const at = step.task.kind === 'again' && step.task.at !== null ? step.task.at - now : undefined;
  return { ...step, reason: say(step.reason), at };
};

describe('what comes after a run that failed', () => {
  test.each([
    ['lost', 0, 0],
    ['lost', 1, 30_000],
    ['server', 0, 30_000],
    ['server', 1, 60_000],
    ['program', 1, 60_000],
    ['result', 0, 30_000],
  ] as const)('%s after %i tries: tried again after some %i ms', (cause, tries, wait) => {
    const { at, account, tries: counted, task } = after({ cause, tries });
    expect(task.kind).toBe('again');
    expect(at).toBeGreaterThanOrEqual(wait);
    expect(at).toBeLessThanOrEqual(wait * 1.25);
    expect({ account, counted }).toEqual({ account: null, counted: tries + 1 });
  });

  test('an empty answer is tried once more, at once and from scratch, and then for a person', () => {
    expect(after({ cause: 'empty' }).task).toMatchObject({ kind: 'again', at: now, resume: false });
    const { task, reason } = after({ cause: 'empty', tries: 1 });
    expect(task).toEqual({ kind: 'person' });
    expect(reason).toBe('It broke. It was tried 2 times.');
  });

  test.each(['refusal', 'cut-off'] as const)('%s is for a person at once, with another model as a way on', (cause) => {
    const { task, tries, account, steps } = after({ cause });
    expect({ task, tries, account }).toEqual({ task: { kind: 'person' }, tries: 0, account: null });
    expect(steps[0]).toMatchObject({ command: 'run retry', args: ['tk_a', '--model', '<name>'] });
  });

  test.each(['lost', 'server', 'program', 'result'] as const)('%s at the last attempt is for a person', (cause) => {
    const { task, tries, reason } = after({ cause, tries: 2 });
    expect({ task, tries }).toEqual({ task: { kind: 'person' }, tries: 3 });
    expect(reason).toBe('It broke. It was tried 3 times.');
  });

  test.each([
    ['an earlier end than another', now + 20 * minute, 60 * minute],
    ['a later one', now + 90 * minute, 90 * minute],
    ['none', null, 60 * minute],
    ['one that is over', now - 1, 60 * minute],
    ['one that is not believed', now + 30 * 24 * 60 * minute, 60 * minute],
  ])('a run that meets a limit and is told of %s rests until the last end that is known', (_, limitResetsAt, wait) => {
    const { at, account, tries } = after({ cause: 'limit', limitResetsAt, knownUntil: now + 60 * minute });
    expect({ account, tries }).toEqual({ account: { cause: 'limit', until: now + wait }, tries: 0 });
    expect(at).toBeGreaterThanOrEqual(wait);
    expect(after({ cause: 'limit', limitResetsAt: null, knownUntil: now }).account?.until).toBe(now + 30 * minute);
  });

  test('a sign-in that was renewed is gone on with at once, rests no account and is no attempt', () => {
    const { task, tries, account, reason } = after({ cause: 'login', renewal: 'renewed', tries: 1 });
    expect({ task, tries, account }).toEqual({
      task: { kind: 'again', at: now, resume: true },
      tries: 1,
      account: null,
    });
    expect(reason).toBe('It broke. The sign-in had expired and was renewed: it continues.');
  });

  test.each(['unchanged', 'unable', undefined] as const)(
    'a sign-in whose renewal is %s waits for a person',
    (renewal) => {
      const { task, account, reason } = after({ cause: 'login', renewal });
      expect({ task, account }).toEqual({
        task: { kind: 'again', at: null, resume: true },
        account: { cause: 'login', until: null },
      });
      expect(reason).toMatch(/It continues once the account's sign-in has changed/);
      expect(reason.includes('renew') || reason.includes('Renew')).toBe(renewal !== undefined);
    },
  );

  test.each(['spend', 'cap', 'context', 'agent', 'script'] as const)('%s is for a person at once', (cause) => {
    expect(after({ cause })).toMatchObject({ task: { kind: 'person' }, tries: 0 });
  });

  test.each([
    ['limit', now + 90 * minute, 90 * minute],
    ['limit', null, 30 * minute],
    ['limit', now - minute, 10_000],
    ['limit', now - 60 * minute, 30 * minute],
    ['limit', now + 20 * 24 * 60 * minute, 30 * minute],
  ] as const)('%s that resets at %s rests the account so long, and is no attempt', (cause, limitResetsAt, wait) => {
    const { account, at, tries } = after({ cause, limitResetsAt, tries: 2 });
    expect({ account, tries }).toEqual({ account: { cause, until: now + wait }, tries: 2 });
    expect(at).toBeGreaterThanOrEqual(wait);
    expect(at).toBeLessThanOrEqual(wait + rules.delayMs);
  });

  test.each([
    ['throttle', 1, 10_000],
    ['overload', 3, 40_000],
    ['overload', 99, 10 * minute],
    ['offline', 2, 20_000],
  ] as const)('%s, %i times in a row, rests the account for %i ms', (cause, accountTimes, wait) => {
    expect(after({ cause, accountTimes, tries: 2 })).toMatchObject({ account: { cause, until: now + wait }, tries: 2 });
  });

  test('a refused sign-in waits for one, without an end, and says what to do', () => {
    const { task, account, steps } = after({ cause: 'login', tries: 2 });
    expect(task).toEqual({ kind: 'again', at: null, resume: true });
    expect(account).toEqual({ cause: 'login', until: null });
    expect(steps).toMatchObject([{ command: 'run retry', args: ['tk_a'] }]);
  });

  test('an account that is not paid for starts nothing more until a person has seen to it', () => {
    expect(after({ cause: 'spend' }).account).toEqual({ cause: 'spend', until: null });
  });

  test.each([
    ['server', true, false, true],
    ['lost', true, true, true],
    ['limit', true, true, true],
    ['server', false, false, false],
    ['program', true, false, false],
    ['result', true, false, true],
    ['result', true, true, false],
  ] as const)('%s (resumable %s, resumed %s) goes on in its conversation: %s', (cause, resumable, resumed, resume) => {
    expect(after({ cause, resumable, resumed }).task).toMatchObject({ kind: 'again', resume });
  });

  test('of which the program was not even begun keeps the conversation that it was to resume, and has none of its own', () => {
    for (const resumed of [true, false]) {
      expect(after({ cause: 'program', begun: false, resumed }).task).toMatchObject({ kind: 'again', resume: resumed });
    }
    expect(after({ cause: 'program', begun: false, resumed: true, resumable: false }).task).toMatchObject({
      resume: false,
    });
  });

  test('says when it goes on, on a line of its own after a reason of several lines', () => {
    expect(after({ cause: 'limit', limitResetsAt: now + minute, happened: 'Limit' }).reason).toMatch(
      /^Limit\. It continues at 2026-01-0\d \d\d:\d\d, when the limit resets\.$/,
    );
    expect(after({ cause: 'lost', happened: 'Gone:\nx' }).reason).toBe('Gone:\nx\nIt is retried (attempt 2 of 3).');
  });

  test('with one attempt in all, nothing is tried again', () => {
    const once = decide(failed({}), { ...rules, maxAttempts: 1 }, now);
    expect(once.task).toEqual({ kind: 'person' });
    expect(say(once.reason)).toContain('not retried');
  });
});

test('waits double up to the most, differ by seed, and are the same for the same seed', () => {
  const wait = (n: number, seed: string) => backOff(n, { firstMs: 100, mostMs: 1_000, seed });
  expect([0, 1, 2, 3, 4, 5, 500].map((n) => wait(n, ''))).toEqual([0, 100, 200, 400, 800, 1_000, 1_000]);
  expect(wait(3, 'rn_a')).toBe(wait(3, 'rn_a'));
  const seeds = Array.from({ length: 200 }, (_, index) => spread(`rn_${index}`));
  expect(new Set(seeds).size).toBe(200);
  expect(seeds.every((value) => value >= 0 && value < 1)).toBe(true);
  expect(seeds.filter((value) => value < 0.5).length).toBeGreaterThan(60);
  expect(seeds.filter((value) => value >= 0.5).length).toBeGreaterThan(60);
});
