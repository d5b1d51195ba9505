import { describe, expect, test } from 'vitest';
import { claudeFact } from '../../providers/claude/stream.ts';
import { recordOf } from '../json.ts';
import { logEntries } from './log-entries.ts';
import { advance, advanceAll, countsOf, denialLines, emptyTrace, type RunTrace } from './run-trace.ts';

function trace(...events: object[]): RunTrace {
  return events.map((event) => claudeFact(recordOf(event))).reduce(advance, emptyTrace);
}

const usage = (input: number, output: number) => ({
  input_tokens: input,
  output_tokens: output,
  cache_read_input_tokens: 10,
  cache_creation_input_tokens: 5,
});
const say = (id: string, input: number, more: object = {}) => ({
  type: 'assistant',
  message: { id, model: 'opus', content: [], usage: usage(input, 1) },
  ...more,
});
const result = (input: number, output: number, cost: number, more: object = {}) => ({
  type: 'result',
  subtype: 'success',
  is_error: false,
  total_cost_usd: cost,
  modelUsage: {
    opus: { inputTokens: input, outputTokens: output, costUSD: cost, contextWindow: 1000 },
    haiku: { inputTokens: 1, outputTokens: 1, costUSD: 0, contextWindow: 10 },
  },
  ...more,
});

test('many facts at once come to the same as one after the other', () => {
  const output = Array.from({ length: 50 }, (_, n) => ({ kind: 'output', text: `${n}` }) as const);
  const broken = Array.from({ length: 3 }, () => ({ kind: 'unknown', text: 'x', broken: true }) as const);
  const said = [say('a', 100), say('b', 200)].map((event) => claudeFact(recordOf(event)));
  const facts = [...output, ...said, ...broken, ...output.slice(0, 5), ...said];
  expect(advanceAll(emptyTrace, facts)).toEqual(facts.reduce(advance, emptyTrace));
});

describe('the counts of a run', () => {
  test('are an estimate that counts each message once until a result settles them', () => {
    const counts = countsOf(trace(say('a', 100), say('a', 100), say('b', 200)));
    expect(counts.tokens).toMatchObject({ input: 300, cacheRead: 20, cacheWrite: 10 });
    expect(counts.estimated).toBe(true);
    expect(counts.costUsd).toBeCloseTo((300 * 5 + 20 * 0.5 + 10 * 6.25 + counts.tokens.output * 25) / 1e6, 9);
  });

  test('know no cost of a model whose price is not known, before a result tells it', () => {
    const strange = { type: 'assistant', message: { id: 'a', model: 'own', content: [], usage: usage(1, 1) } };
    expect(countsOf(trace(strange))).toMatchObject({ tokens: { input: 1 }, costUsd: null, estimated: true });
    expect(countsOf(trace(strange, result(1, 1, 0.5)))).toMatchObject({ costUsd: 0.5, estimated: false });
  });

  test('add an estimate to what earlier results told, by the model of each message', () => {
    const small = { type: 'assistant', message: { id: 'c', model: 'haiku', content: [], usage: usage(1e6, 1) } };
    const { costUsd, estimated } = countsOf(trace(result(100, 50, 0.5), small));
    expect([costUsd?.toFixed(2), estimated]).toEqual(['1.50', true]);
  });

  test('hold for any number of messages, and keep only the newest of them apart', () => {
    const many = trace(...Array.from({ length: 1_000 }, (_, n) => say(`m${n}`, 2)), say('m999', 2));
    expect(countsOf(many).tokens).toMatchObject({ input: 2_000, cacheRead: 10_000, cacheWrite: 5_000 });
    expect(countsOf(many).costUsd).toBeCloseTo((2_000 * 5 + 10_000 * 0.5 + 5_000 * 6.25 + 1_001 * 25) / 1e6, 9);
    expect(many.live.size).toBeLessThan(50);
  });

  test('estimate the output from what was written, since a line tells only how it began', () => {
    const content = [{ type: 'text', text: 'x'.repeat(4000) }];
    const event = { type: 'assistant', message: { id: 'a', model: 'opus', content, usage: usage(1, 1) } };
    expect(countsOf(trace(event)).tokens.output).toBeGreaterThan(1000);
  });

  test('are settled by a result, over all models', () => {
    const counts = countsOf(trace(say('a', 100), result(100, 50, 0.5)));
    expect(counts).toMatchObject({ tokens: { input: 101, output: 51 }, costUsd: 0.5, estimated: false });
  });

  test('of two results of one process are those of the later, since they add up', () => {
    expect(countsOf(trace(result(100, 50, 0.5), result(180, 70, 0.8)))).toMatchObject({
      tokens: { input: 181, output: 71 },
      costUsd: 0.8,
    });
  });

  test('of a process that went on after another are added to it', () => {
    const counts = countsOf(trace(result(100, 50, 0.5), result(20, 5, 0.1)));
    expect(counts).toMatchObject({ tokens: { input: 122, output: 57 }, costUsd: 0.6 });
  });

  test('are an estimate again while a further turn runs', () => {
    const counts = countsOf(trace(say('a', 100), result(100, 50, 0.5), say('b', 30)));
    expect(counts).toMatchObject({ tokens: { input: 131 }, estimated: true });
  });

  test('stay as estimated when a limit ends the run with a result without figures', () => {
    const counts = countsOf(
      trace(say('a', 100), { type: 'result', is_error: true, total_cost_usd: 0, modelUsage: {} }),
    );
    expect(counts).toMatchObject({ tokens: { input: 100 }, estimated: true });
  });

  test("fill the context by the main conversation's last message only", () => {
    const nested = say('n', 900, { parent_tool_use_id: 'tool' });
    expect(countsOf(trace(say('a', 100), say('b', 300), nested, result(1, 1, 1))).contextFill).toBeCloseTo(0.316, 2);
    expect(countsOf(trace()).contextFill).toBeNull();
  });

  test('count a turn once however many lines tell of it, and none of a sub-agent', () => {
    const nested = say('n', 1, { parent_tool_use_id: 'tool' });
    expect(countsOf(trace(say('a', 1), nested, say('a', 1), say('b', 1), result(2, 2, 1))).turns).toBe(2);
  });
});

test('what was refused is gathered over all results, each once', () => {
  const denial = (id: string, command: string) => ({
    tool_name: 'Bash',
    tool_use_id: id,
    tool_input: { description: 'x', command },
  });
  const first = result(1, 1, 1, { permission_denials: [denial('t1', 'git push\n  origin')] });
  const second = result(2, 2, 2, { permission_denials: [denial('t1', 'git push\n  origin'), denial('t2', 'sudo ls')] });
  expect(denialLines(trace(first, second))).toEqual(['Bash: git push origin', 'Bash: sudo ls']);
});

test('an error in place of an answer is remembered until the model speaks again', () => {
  const error = {
    type: 'assistant',
    error: 'rate_limit',
    message: { id: 'e', model: '<synthetic>', content: [{ type: 'text', text: 'API Error' }] },
  };
  expect(trace(error).apiError).toEqual({ code: 'rate_limit', text: 'API Error' });
  expect(trace(error, say('a', 1)).apiError).toBeNull();
});

describe('the log of a run', () => {
  const entries = (event: object) => logEntries({ fact: claudeFact(recordOf(event)), offset: 7, index: 0, at: null });

  test('has one entry for each block, each with a key of its own', () => {
    const content = [
      { type: 'text', text: 'hello' },
      { type: 'thinking', thinking: '' },
      { type: 'tool_use', id: 't1', name: 'Bash', input: { description: 'list', command: 'ls  -la\n' } },
    ];
    expect(entries({ type: 'assistant', message: { id: 'a', content } })).toEqual([
      { key: '7', at: null, kind: 'text', text: 'hello' },
      {
        key: '7+1',
        at: null,
        kind: 'tool',
        id: 't1',
        name: 'Bash',
        argument: 'ls -la',
        input: content[2]?.input,
        reading: { kind: 'shell', path: null, changes: [], counts: null },
      },
    ]);
  });

  test('cuts long tool output and says so', () => {
    const content = [
      {
        type: 'tool_result',
        tool_use_id: 't1',
        content: [{ type: 'text', text: 'x'.repeat(50_000) }, { type: 'image' }],
      },
    ];
    const [entry] = entries({ type: 'user', message: { content } });
    expect(entry).toMatchObject({ kind: 'tool-result', id: 't1', error: false, truncated: true });
    expect(JSON.stringify(entry).length).toBeLessThan(25_000);
  });

  test.each(['failed', 'pending'])('says which tools the agent has to do without (%s)', (status) => {
    const servers = [
      { name: 'cw', status },
      { name: 'other', status: 'connected' },
    ];
    expect(entries({ type: 'system', subtype: 'init', tools: [], mcp_servers: servers })).toMatchObject([
      { kind: 'start', key: '7' },
      {
        kind: 'output',
        key: '7+1',
        stream: 'stderr',
        text: 'The tools of cw were not there when it began.',
      },
    ]);
  });

  test('shows what it does not know and leaves out what only programs need', () => {
    expect(entries({ type: 'strange' })).toEqual([{ key: '7', at: null, kind: 'unknown', text: '{"type":"strange"}' }]);
    expect(entries({ type: 'system', subtype: 'status' })).toEqual([]);
    expect(entries({ type: 'rate_limit_event', rate_limit_info: { status: 'allowed' } })).toEqual([]);
  });
});
