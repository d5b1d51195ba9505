import { tellTime } from '@cw/kernel';
import { describe, expect, test } from 'vitest';
import { recordOf } from '../../model/json.ts';
import { advance, emptyTrace, type RunTrace } from '../../model/stream/run-trace.ts';
import { inWords } from '../../model/testing.ts';
import { judgeWorker as judge, type RunEnd } from '../../model/verdict.ts';
import { judgeScript as judgeScriptRun } from '../script/errors.ts';
import { claudeWords } from './errors.ts';
import { claudeFact } from './stream.ts';

const judgeWorker = (seen: RunTrace, end: RunEnd) => inWords(judge(seen, end, claudeWords));
const judgeScript = (seen: RunTrace, end: RunEnd) => inWords(judgeScriptRun(seen, end));

const ended: RunEnd = { exitCode: 0, stoppedBy: null, errorOutput: '' };

function trace(...events: object[]): RunTrace {
  return events.map((event) => claudeFact(recordOf(event))).reduce(advance, emptyTrace);
}
const result = (more: object) => ({ type: 'result', subtype: 'success', is_error: false, modelUsage: {}, ...more });
const answered = (output: unknown, more: object = {}) => result({ structured_output: output, ...more });

describe('a run of a worker', () => {
  test('is done when its structured result says so', () => {
    const output = { status: 'done', summary: 's', deviations: ['d'], followUps: [{ title: 't', description: 'x' }] };
    expect(judgeWorker(trace(answered(output)), ended)).toEqual({
      outcome: 'done',
      reason: null,
      summary: 's',
      deviations: ['d'],
      followUps: [{ title: 't', description: 'x' }],
      failure: null,
      limitResetsAt: null,
    });
  });

  const denied = (name: string, input: object) => ({ tool_name: name, tool_use_id: name, tool_input: input });
  const denials = [denied('Bash', { command: 'npm publish' }), denied('AskUserQuestion', {})];

  test('is not done by its own word when it was not allowed something, which a person is asked about', () => {
    const given = answered({ status: 'done', summary: 's', deviations: ['d'] }, { permission_denials: denials });
    expect(judgeWorker(trace(given), ended)).toMatchObject({
      outcome: 'needs-input',
      reason: 'It was not allowed: Bash npm publish. Is it done without it?\n\nIt says so: s',
      deviations: ['d', 'It was not allowed: Bash npm publish'],
      failure: null,
      doneWithout: true,
    });
  });

  test('is done when all that was denied is a question', () => {
    const given = answered({ status: 'done', summary: 's' }, { permission_denials: denials.slice(1) });
    expect(judgeWorker(trace(given), ended)).toMatchObject({ outcome: 'done', reason: null, deviations: [] });
  });

  test('ends as it says when it was not allowed something and is not done', () => {
    const given = answered({ status: 'blocked', summary: 's', reason: 'r' }, { permission_denials: denials });
    expect(judgeWorker(trace(given), ended)).toMatchObject({ outcome: 'blocked', reason: 'r' });
  });

  test.each([
    ['blocked', { reason: 'no access' }, 'no access'],
    ['failed', { reason: 'does not build' }, 'does not build'],
    ['needs-input', { question: 'red or blue?' }, 'red or blue?'],
    ['blocked', {}, 'short'],
  ])('is %s with its reason', (status, more, reason) => {
    const verdict = judgeWorker(trace(answered({ status, summary: 'short', ...more })), ended);
    expect(verdict).toMatchObject({ outcome: status, reason });
  });

  test('is done though its program had to be ended after the result', () => {
    const verdict = judgeWorker(trace(answered({ status: 'done', summary: 's' })), { ...ended, exitCode: 143 });
    expect(verdict.outcome).toBe('done');
  });

  test('is done though it was ended for its silence, when its result came after all', () => {
    const silent = { ...ended, exitCode: 143, silence: { ms: 1_200_000, seen: null } };
    expect(judgeWorker(trace(answered({ status: 'done', summary: 's' })), silent).outcome).toBe('done');
  });

  test('is lost when it was ended for its silence, whatever its program says of that', () => {
    const silent = { ...ended, exitCode: 0, silence: { ms: 1_200_000, seen: null } };
    const interrupted = result({ is_error: true, subtype: 'error_during_execution' });
    for (const given of [trace(), trace(interrupted)]) {
      expect(judgeWorker(given, silent)).toMatchObject({
        outcome: 'lost',
        failure: null,
        reason: expect.stringMatching(/^The agent was silent for 20 minutes: .* It was ended\.$/),
      });
    }
  });

  test('keeps its result when a later turn brings none', () => {
    const verdict = judgeWorker(trace(answered({ status: 'done', summary: 's' }), result({ result: 'Fine.' })), ended);
    expect(verdict.outcome).toBe('done');
  });

  test('takes the later of two results', () => {
    const later = answered({ status: 'failed', summary: 'b', reason: 'after all' });
    expect(judgeWorker(trace(answered({ status: 'done', summary: 'a' }), later), ended)).toMatchObject({
      outcome: 'failed',
      reason: 'after all',
    });
  });

  test.each([
    [{ status: 'finished', summary: 's' }, 'status is "finished"'],
    [{ status: 'done' }, 'summary is missing'],
    ['done', 'it is string, not an object'],
    [{ status: 'done', summary: 's', followUps: [{}] }, 'followUps[0] has no title'],
    [{ status: 'done', summary: 's', deviations: 'none' }, 'deviations is not a list'],
  ])('fails when its result misses the schema: %j', (output, problem) => {
    const verdict = judgeWorker(trace(answered(output)), ended);
    expect(verdict).toMatchObject({ outcome: 'failed', failure: 'result' });
    expect(verdict.reason).toContain(problem);
  });

  test('that calls itself a success but brings no structured result fails, with what it said and what was refused', () => {
    const denials = [{ tool_name: 'Bash', tool_use_id: 't', tool_input: { command: 'git push' } }];
    const verdict = judgeWorker(trace(result({ result: 'All done!', permission_denials: denials })), ended);
    expect(verdict).toMatchObject({ outcome: 'failed', failure: 'result' });
    expect(verdict.reason).toMatch(/All done!.*1 of its tool calls were refused, the last: Bash git push/);
  });

  test('is not done when the turn ended in an API error, whatever it answered before', () => {
    const error = result({ is_error: true, api_error_status: 500, result: 'API Error: 500' });
    const verdict = judgeWorker(trace(answered({ status: 'done', summary: 's' }), error), { ...ended, exitCode: 1 });
    expect(verdict).toMatchObject({ outcome: 'failed', failure: 'server', summary: 's' });
  });

  test('that only talks about limits is not taken for limited', () => {
    const output = { status: 'done', summary: "You've hit your session limit · 429 overloaded" };
    expect(judgeWorker(trace(answered(output)), ended).outcome).toBe('done');
  });

  const rejected = {
    type: 'rate_limit_event',
    rate_limit_info: { status: 'rejected', resetsAt: 1_800_000_000, rateLimitType: 'five_hour' },
  };
  const unreached = { type: 'system', subtype: 'api_retry', attempt: 2, error_status: null, error: 'unknown' };
  const gaveUp = { type: 'assistant', error: 'server_error', message: { model: '<synthetic>', content: [] } };
  test.each([
    ['limit', [rejected, result({ is_error: true, api_error_status: 429, result: 'limit' })]],
    ['throttle', [result({ is_error: true, api_error_status: 429, result: 'API Error' })]],
    ['overload', [result({ is_error: true, api_error_status: 529 })]],
    ['login', [result({ is_error: true, api_error_status: 401 })]],
    ['result', [result({ is_error: true, subtype: 'error_max_structured_output_retries' })]],
    ['context', [result({ is_error: true, terminal_reason: 'prompt_too_long' })]],
    ['cap', [result({ is_error: true, subtype: 'error_max_budget_usd' })]],
    ['cap', [result({ is_error: true, subtype: 'error_max_turns' })]],
    ['program', [result({ is_error: true, subtype: 'error_during_execution' })]],
    ['offline', [unreached, result({ is_error: true, api_error_status: null })]],
    ['offline', [unreached, gaveUp, result({ is_error: true, api_error_status: null })]],
    ['server', [{ ...unreached, error_status: 502 }, result({ is_error: true, api_error_status: 502 })]],
  ])('fails as %s', (failure, events) => {
    const verdict = judgeWorker(trace(...events), { ...ended, exitCode: 1 });
    expect(verdict).toMatchObject({ outcome: 'failed', failure });
    expect(verdict.reason).not.toBe('');
  });

  test('at a usage limit says until when', () => {
    const verdict = judgeWorker(trace(rejected, result({ is_error: true, api_error_status: 429, result: 'x' })), ended);
    const until = tellTime('2027-01-15T08:00:00.000Z');
    expect(verdict.reason).toBe(`The account's usage limit is reached until ${until} (status 429): x`);
    expect(verdict.limitResetsAt).toBe(1_800_000_000_000);
  });

  test.each([
    ['seven_day_opus', 'opus'],
    ['seven_day_sonnet', 'sonnet'],
    ['five_hour', undefined],
    ['seven_day', undefined],
    ['seven_day_overage_included', undefined],
  ])('at a limit of the window %s says which model it is of', (rateLimitType, model) => {
    const limit = { ...rejected, rate_limit_info: { ...rejected.rate_limit_info, rateLimitType } };
    const verdict = judgeWorker(trace(limit, result({ is_error: true, api_error_status: 429, result: 'x' })), ended);
    expect(verdict.limitModel).toBe(model);
    expect(verdict.reason).toContain(
      model ? `usage limit for the model ${model} is reached` : 'usage limit is reached',
    );
  });

  test('served beyond its limit is not limited', () => {
    const served = { type: 'rate_limit_event', rate_limit_info: { status: 'rejected', isUsingOverage: true } };
    expect(judgeWorker(trace(served, answered({ status: 'done', summary: 's' })), ended).outcome).toBe('done');
  });

  test.each([
    [trace(), 1, 'error: unknown option', 'exit code 1 and no output:\nerror: unknown option'],
    [trace(), 0, '', 'exit code 0 and no output.'],
    [trace({ type: 'system', subtype: 'init' }), 0, '', 'exit code 0 before it gave a result.'],
  ])('whose program ends without a result fails with what is known', (seen, exitCode, errorOutput, reason) => {
    const verdict = judgeWorker(seen, { exitCode, stoppedBy: null, errorOutput });
    expect(verdict).toMatchObject({ outcome: 'failed', failure: 'program' });
    expect(verdict.reason).toContain(reason);
  });

  test('whose output was not JSON fails and says how much was unreadable', () => {
    const seen = advance(emptyTrace, { kind: 'unknown', text: 'hello', broken: true });
    expect(judgeWorker(seen, ended).reason).toContain('1 of its output lines are not JSON');
  });

  test.each([null, 137])('is lost when its process ended with %s, which is none of its own', (exitCode) => {
    expect(judgeWorker(trace(), { ...ended, exitCode })).toMatchObject({ outcome: 'lost', failure: null });
  });

  test('is stopped when somebody asked for that, whatever else it left', () => {
    const seen = trace(answered({ status: 'done', summary: 's' }));
    const verdict = judgeWorker(seen, { exitCode: null, stoppedBy: 'Ada', errorOutput: '' });
    expect(verdict).toMatchObject({ outcome: 'stopped', reason: 'Stopped by Ada.', summary: 's' });
  });
});

test.each([judgeWorker, judgeScript])('a run whose sandbox could not be made says that, and why', (judge) => {
  const end = { ...ended, exitCode: 1, errorOutput: 'bwrap: no room', withoutSandbox: 'no room' };
  expect(judge(trace(), end)).toMatchObject({
    outcome: 'failed',
    failure: 'program',
    reason: 'The agent did not start, because bubblewrap could not create its sandbox: no room.',
  });
  expect(judge(trace(), { ...end, stoppedBy: 'Ada' })).toMatchObject({ outcome: 'stopped' });
});
