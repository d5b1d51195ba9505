import { readFileSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { assign, committing, createTask } from '../harness/project.ts';
import { type Bench, expectHeld, expectMerged, openBench, settled, work } from './bench.ts';
import { type Behaviour, useStandIn } from './stand-in.ts';

const megabytes = (count: number, what: string) =>
  `for (let n = 0; n < ${count}; n += 1) raw(Buffer.alloc(1 << 20, ${what}))`;
const inside = (outer: string, inner: string) =>
  `{ const text = ${outer}; raw(text.slice(0, 60) + ${inner} + text.slice(60)); }`;

/** After these the work counts as done: a person sees the summary, and what could not be read is in the log. */
const survived: Readonly<Record<string, Behaviour>> = {
  'prints 100 MB without a line break': `say(init); ${megabytes(100, "'x'")}; raw('\\n'); commit('flood'); say(done())`,
  'prints a million lines': `say(init); ${megabytes(2, "'y\\n'")}; commit('lines'); say(done())`,
  'prints what is no UTF-8': `say(init); raw([0xff, 0xfe, 0x80, 10]); raw('{"type":"assistant","message":{"id":"m","content":[{"type":"text","text":"'); raw([0xc3, 0x28]); raw('"}]}}\\n'); commit('utf8'); say(done())`,
  'prints an event inside another line': `say(init); commit('inside'); ${inside('line(done())', "line({ type: 'rate_limit_event', rate_limit_info: { status: 'allowed' } })")}`,
  'prints half a line before its result': `say(init); commit('half'); raw('{"type":"assistant","message":{"content":[\\n'); say(done())`,
  'prints events that nobody knows': `say(init, { type: 'novel', x: { y: 1 } }, [1], 7); raw('{"type":"novel","x":' + '['.repeat(1e5) + ']'.repeat(1e5) + '}\\n'); commit('novel'); say(done())`,
  'gives two results that say the same': "say(init); commit('twice'); say(done(), done())",
  'gives a result without an end of line': "say(init); commit('unended'); raw(JSON.stringify(done()))",
  'says what no terminal may see':
    "say(init); commit('codes'); say(done({ summary: 'Did it.\\u0000\\u001b[2J\\ud800' }))",
};

/** After these the task waits, or is tried again where that may help: here it may not. */
const failed: Readonly<Record<string, readonly [Behaviour, RegExp]>> = {
  'gives no result': ["say(init, words('All done, believe me.'))", /exit code 0 before it gave a result/],
  'prints half a JSON line and ends': [
    `say(init); raw('{"type":"result","subtype":"succ')`,
    /1 of its output lines are not JSON/,
  ],
  'gives a result that misses its schema': [
    "say(init, done({ status: 'finished' }))",
    /does not match its schema: status is "finished"/,
  ],
  'gives a result of another shape': [
    "say(init, { ...done(), structured_output: [[['done']]] })",
    /does not match its schema/,
  ],
  'ends with 0 and prints nothing': ['process.exit(0)', /exit code 0 and no output/],
  'gives two results, the last of which is not done': [
    "say(init, done(), done({ status: 'blocked', reason: 'The last word counts.' }))",
    /The last word counts/,
  ],
  'crashes after half of its work': [
    "say(init); commit('crashed'); console.error('out of luck'); process.exit(7)",
    /exit code 7.*out of luck/s,
  ],
};

/** Three dollars of input by the list price of its model, and words from then on. */
const spends = `say(init, { type: 'assistant', message: { id: 's', model: 'claude-sonnet-4-5', content: [],
  usage: { input_tokens: 1e6, output_tokens: 0 } } }); commit('spent'); setInterval(() => say(words('Still at it.')), 100)`;

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
  const behaviours = Object.entries(failed).map(([title, [behaviour]]) => [title, behaviour]);
  await useStandIn(bench.cw, { ...survived, ...Object.fromEntries(behaviours), 'spends without an end': spends });
});
afterAll(() => bench[Symbol.asyncDispose]());

const statusOf = (pid: number, name: string) =>
  Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024;

/** Begins to measure the memory of the server; answers how many bytes it has held at most since, beyond those of now. */
function watchMemory(): () => number {
  const { pid } = bench.server();
  writeFileSync(`/proc/${pid}/clear_refs`, '5');
  const before = statusOf(pid, 'VmRSS');
  return () => statusOf(pid, 'VmHWM') - before;
}

const bearable = 200 << 20;

test.each(Object.keys(survived))('an agent that %s: its work is merged', async (title) => {
  const held = watchMemory();
  const done = await work(bench, title);
  expectMerged(done);
  expect(done.run).toMatchObject({ outcome: 'done', summary: expect.stringMatching(/^Did it\.[^\p{Cc}\p{Cs}]*$/u) });
  expect(held()).toBeLessThan(bearable);
  const log = await bench.cw.runQuick(['run', 'log', done.run.id]);
  expect([log.code, log.stdout.length < 4 << 20]).toEqual([0, true]);
});

describe.concurrent('beside others, as one of them takes its time to end', () => {
  test.each(Object.keys(failed))(
    'an agent that %s: its task waits with what was wrong, and its work is kept',
    async (title) => {
      const held = await work(bench, title);
      expectHeld(held, failed[title]?.[1] ?? /^$/);
      expect(held.merge).toBeUndefined();
      expect(await bench.git('for-each-ref', `refs/heads/cw-task/${held.task.id}`)).toContain('commit');
    },
  );

  test('an agent that spends without an end: what it has cost is estimated, shown, and held to the cap', async () => {
    const { cw } = bench;
    const made = await createTask(cw, 'spends without an end');
    await assign(cw, made);
    const run = await cw.when(async () => (await cw.runsOf(made.id)).find(({ costUsd }) => costUsd !== null));
    expect(run).toMatchObject({
      costUsd: expect.closeTo(3, 2),
      estimated: true,
      outcome: null,
      tokens: { input: 1_000_000 },
    });
    for (const shown of [
      ['run', 'show', run.id],
      ['run', 'list'],
      ['agent', 'list'],
    ]) {
      expect((await cw.runQuick(shown)).stdout).toContain('≈$3.0');
    }
    await cw.set('orchestrator.maxCost', '2', { task: made.id });
    const held = await settled(bench, made.id);
    expectHeld(held, /cost about \$3\.0\d, counted from its output; orchestrator\.maxCost allows \$2\.00/);
    expect(held.run).toMatchObject({
      outcome: 'failed',
      failure: 'cap',
      costUsd: expect.closeTo(3, 2),
      estimated: true,
    });
    expect(await bench.git('ls-tree', '--name-only', `refs/heads/${held.run.branch}`)).toContain('spent.txt');
  });
});

test.each([
  ['100 MB without a line break', 'head -c 104857600 /dev/zero | tr "\\0" x'],
  ['bytes that are no text', 'head -c 1000000 /dev/urandom'],
])('a script that prints %s ends like any other', async (what, print) => {
  const held = watchMemory();
  const done = await work(bench, `Prints ${what}`, `${print}\n${committing(`${what.length}.txt`)}\necho fine`);
  expectMerged(done);
  expect(done.run.summary).toMatch(/fine$/);
  expect(held()).toBeLessThan(bearable);
});

test('a script that prints without end is ended at what it may print, and what it did is kept', async () => {
  const { cw } = bench;
  const endless = `${committing('talker.txt')}\nwhile :; do head -c 1000000 /dev/zero | tr '\\0' x; sleep 0.01; done`;
  await cw.set('orchestrator.maxOutput', '20', { project: 'sample' });
  const held = await work(bench, 'prints without end', endless);
  expectHeld(held, /printed more than the 20 MB.*orchestrator\.maxOutput.*raise that and try again/s);
  expect(await bench.git('ls-tree', '--name-only', `refs/heads/${held.run.branch}`)).toContain('talker.txt');
});
