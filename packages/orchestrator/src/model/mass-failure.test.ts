import { describe, expect, test } from 'vitest';
import { type FailedRun, massFailure } from './mass-failure.ts';

const minute = 60_000;
const now = 100 * minute;
const limit = { failures: 5, minutes: 10 };
const at = (minutesAgo: number, taskId: string, projectId = 'pr_a'): FailedRun => ({
  taskId,
  projectId,
  endedAt: now - minutesAgo * minute,
});
const ask = (failed: readonly FailedRun[], more: Partial<Parameters<typeof massFailure>[0]> = {}) =>
  massFailure({
    failed,
    now,
    projectId: 'pr_a',
    inProject: limit,
    inWorkspace: limit,
    projectSince: 0,
    workspaceSince: 0,
    ...more,
  })?.scope;

const five = [at(9, 'tk_1'), at(8, 'tk_2'), at(7, 'tk_3'), at(2, 'tk_1'), at(0, 'tk_2')];

describe('too many failures in a short time', () => {
  test.each<[string, string | undefined, string | undefined]>([
    ['pause the project they are all of', ask(five), 'pr_a'],
    ['are five, not four', ask(five.slice(1)), undefined],
    ['are of three tasks at least', ask(five.map((run) => ({ ...run, taskId: 'tk_1' }))), undefined],
    ['lie within ten minutes', ask([at(11, 'tk_1'), ...five.slice(1)]), undefined],
    ['are counted anew after a person resumed the project', ask(five, { projectSince: now - 3 * minute }), undefined],
    [
      'are counted anew after a person resumed the workspace',
      ask(five, { workspaceSince: now - 3 * minute }),
      undefined,
    ],
    ['of another project are no reason to pause this one', ask(five, { projectId: 'pr_b' }), undefined],
    ['are borne where the project says so', ask(five, { inProject: { ...limit, failures: 0 } }), undefined],
    ['may be as few as a person likes', ask([at(0, 'tk_1')], { inProject: { failures: 1, minutes: 1 } }), 'pr_a'],
    [
      'of several projects pause the workspace',
      ask([...five.slice(2), at(1, 'tk_8', 'pr_b'), at(1, 'tk_9', 'pr_b')]),
      '',
    ],
    [
      'of several projects are borne where the workspace says so',
      ask([...five.slice(2), at(1, 'tk_8', 'pr_b'), at(1, 'tk_9', 'pr_b')], { inWorkspace: { ...limit, failures: 0 } }),
      undefined,
    ],
  ])('%s', (_name, scope, expected) => {
    expect(scope).toBe(expected);
  });

  test('are told with how many there were', () => {
    const told = massFailure({
      failed: five,
      now,
      projectId: 'pr_a',
      inProject: limit,
      inWorkspace: limit,
      projectSince: 0,
      workspaceSince: 0,
    });
    expect(told?.reason).toEqual({ code: 'dispatch.mass-failure', runs: 5, tasks: 3, minutes: 10 });
  });
});
