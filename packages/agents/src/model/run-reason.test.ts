import { readReason, sayerOf, storeReason, tellTime, toIso, type Why } from '@cw/kernel';
import { describe, expect, test } from 'vitest';
import { type ApiReason, type RunReason, sayRunReason } from './run-reason.ts';

const say = sayerOf({ run: sayRunReason });
/** As it is read again from where it was stored. */
const told = (why: Why) => say(readReason(storeReason(why)));

const until = Date.UTC(2026, 10, 29, 12);
const api: ApiReason = {
  code: 'run.api-failed',
  failure: 'limit',
  model: null,
  until,
  status: 429,
  ending: 'success',
  text: 'Later.',
};
const result: RunReason = { code: 'run.no-result', exitCode: 1, began: true, brokenLines: 2, errors: '' };

/** Each code, and what it says. */
const all: { readonly [Code in RunReason['code']]: readonly [Extract<RunReason, { code: Code }>, string] } = {
  'run.ended': [{ code: 'run.ended', outcome: 'blocked' }, 'The run ended as blocked.'],
  'run.stopped': [{ code: 'run.stopped', by: 'Ada' }, 'Stopped by Ada.'],
  'run.killed': [
    { code: 'run.killed', exitCode: null },
    "The agent's process was killed from outside and left no exit code.",
  ],
  'run.no-sandbox': [
    { code: 'run.no-sandbox', why: 'no room' },
    'The agent did not start, because bubblewrap could not create its sandbox: no room.',
  ],
  'run.silent': [
    { code: 'run.silent', ms: 1_200_000, seen: { processes: 2, cpuMs: 140, movedBytes: 12, files: 12_345 } },
    'The agent was silent for 20 minutes: no output; its 2 processes took 0.1 s of processor time and wrote or read 12 bytes; none of 12,345 files and folders of the worktree changed. It was ended.',
  ],
  'run.done-without': [
    { code: 'run.done-without', calls: ['Bash npm publish', 'Write /etc/x'], more: 3, summary: 'all well' },
    'It was not allowed: Bash npm publish; Write /etc/x; 3 more. Is it done without it?\n\nIt says so: all well',
  ],
  'run.api-failed': [api, `The account's usage limit is reached until ${tellTime(toIso(until))} (status 429): Later.`],
  'run.empty-answer': [{ code: 'run.empty-answer' }, 'The model gave an empty answer, even when asked again.'],
  'run.bad-result': [
    { code: 'run.bad-result', problems: ['no status', 'no summary'] },
    "The agent's result does not match its schema: no status; no summary.",
  ],
  'run.unstructured': [
    { code: 'run.unstructured', said: 'All done!', refused: { calls: 2, last: 'Bash git push' } },
    'The agent ended without a valid result; it said: All done!. 2 of its tool calls were refused, the last: Bash git push.',
  ],
  'run.no-result': [
    result,
    'The program ended with exit code 1 before it gave a result (2 of its output lines are not JSON).',
  ],
  'run.script-failed': [
    { code: 'run.script-failed', exitCode: 2, lastLines: 'a\nno such file' },
    'The script ended with exit code 2:\na\nno such file',
  ],
};

describe('why a run ended', () => {
  test.each(Object.values(all))('%j', (reason, words) => {
    expect(told(reason)).toBe(words);
  });

  test.each<readonly [RunReason, string]>([
    [{ code: 'run.killed', exitCode: 137 }, 'killed from outside with signal 9'],
    [
      { ...api, model: 'opus', until: null, status: null, text: '' },
      "The account's usage limit for the model opus is reached.",
    ],
    [{ ...api, failure: 'program', until: null, status: null, text: '' }, 'The program ended the turn as success.'],
    [
      { ...api, failure: 'program', until: null, ending: null },
      'The program ended the turn as an error (status 429): Later.',
    ],
    [{ code: 'run.unstructured', said: '', refused: null }, 'without a valid result.'],
    [{ ...result, began: false, brokenLines: 0, errors: 'oops' }, 'with exit code 1 and no output:\noops'],
    [{ code: 'run.script-failed', exitCode: 2, lastLines: '' }, 'with exit code 2 and printed nothing.'],
  ])('%j', (reason, words) => {
    expect(told(reason)).toContain(words);
  });

  test('is cut where nobody would read it to its end', () => {
    const long = told({ ...api, text: 'x'.repeat(9_000) } as Why);
    expect(long).toHaveLength(4_000);
    expect(long.endsWith('…')).toBe(true);
  });

  test('stays as it was written where no code was stored', () => {
    expect(told('The run ended as lost. See cw run show rn_a')).toBe('The run ended as lost. See cw run show rn_a');
  });
});
