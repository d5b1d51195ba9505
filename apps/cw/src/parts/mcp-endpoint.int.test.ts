import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { type RunContext, runTool } from '@cw/entry/mcp';
import { err, Fault, ok, randomId } from '@cw/kernel';
import { systemClock } from '@cw/storage';
import { openTestStorage } from '@cw/storage/testing';
import { waitFor } from '@cw/testkit';
import { Client } from '@modelcontextprotocol/client';
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { serveMcp } from './mcp-endpoint.ts';

const text = z.object({ text: z.string().max(20_000) });

/** Tools that show what the endpoint does with each kind of answer. */
const tools = [
  runTool({
    name: 'task_say',
    description: 'Says it back.',
    input: text,
    readOnly: true,
    run: async (input, context) =>
      ok({
        text: `${context.taskId}: ${input.text}`,
        structured: { by: context.act.actor.id, length: input.text.length },
      }),
  }),
  runTool({
    name: 'task_refuse',
    description: 'Refuses.',
    input: z.object({}),
    readOnly: true,
    run: async () => err({ code: 'task.not-yours', message: 'That task is another’s.', hint: 'Ask a person.' }),
  }),
  runTool({
    name: 'task_fault',
    description: 'Meets a fault.',
    input: z.object({}),
    readOnly: true,
    run: async () => {
      throw new Fault({ code: 'disk.full', message: 'The disk is full.' });
    },
  }),
  runTool({
    name: 'task_bug',
    description: 'Breaks.',
    input: z.object({}),
    readOnly: true,
    run: async () => {
      throw new Error('a secret of the inside');
    },
  }),
];

async function start(slow?: { readonly until: Promise<void>; began: boolean; finished: boolean }) {
  const storage = openTestStorage();
  const [input, output, stop] = [new PassThrough(), new PassThrough(), new AbortController()];
  const reports: string[] = [];
  const lines: string[] = [];
  output.on('data', (chunk: Buffer) => lines.push(...String(chunk).split('\n').filter(Boolean)));
  const run = { now: true };
  const context: RunContext = {
    workspace: { home: storage.folder, storage, clock: systemClock, ids: randomId },
    act: { actor: { kind: 'run', id: 'rn_1', name: 'rn_1' }, runId: 'rn_1' },
    runId: 'rn_1',
    taskId: 'tk_1',
    projectId: 'pr_1',
    worktree: null,
    limitOf: async () => ({ most: 100, setting: 'agents.maxComments' }),
    isWalled: () => undefined,
    readTool: () => expect.unreachable(),
  };
  const slowTool = runTool({
    name: 'task_slow',
    description: 'Takes its time.',
    input: z.object({}),
    readOnly: false,
    run: async () => {
      if (slow) slow.began = true;
      await slow?.until;
      if (slow) slow.finished = true;
      return ok({ text: 'done', structured: {} });
    },
  });
  const served = serveMcp({
    instructions: 'Be brief.',
    tools: [...tools, slowTool],
    caller: async () => (run.now ? ok(context) : err({ code: 'run.ended', message: 'It has ended.' })),
    version: '1.2.3',
    input,
    output,
    signal: stop.signal,
    report: (error, where) => reports.push(`${where}: ${error.message}`),
  });
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(new StdioServerTransport(output, input));
  return {
    client,
    run,
    reports,
    lines,
    input,
    served,
    [Symbol.asyncDispose]: async () => {
      stop.abort();
      await served;
      storage[Symbol.dispose]();
    },
  };
}

const call = (client: Client, name: string, args: Record<string, unknown> = {}) =>
  client.callTool({ name, arguments: args });

test('an agent finds its tools and what it may do with them', async () => {
  await using mcp = await start();
  const { tools: found } = await mcp.client.listTools();
  expect(found.map((tool) => tool.name)).toEqual(['task_say', 'task_refuse', 'task_fault', 'task_bug', 'task_slow']);
  expect(found[0]).toMatchObject({
    description: 'Says it back.',
    inputSchema: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
    annotations: { readOnlyHint: true, openWorldHint: false },
  });
  expect(mcp.client.getInstructions()).toBe('Be brief.');
});

test('a call acts as the run, for its task', async () => {
  await using mcp = await start();
  expect(await call(mcp.client, 'task_say', { text: 'hello' })).toMatchObject({
    content: [{ type: 'text', text: 'tk_1: hello' }],
    structuredContent: { by: 'rn_1', length: 5 },
  });
});

test('a refusal and a fault are told in words with their code, a bug without its inside', async () => {
  await using mcp = await start();
  const said = async (name: string) => {
    const { isError, content } = await call(mcp.client, name);
    return [isError, JSON.stringify(content)];
  };
  expect(await said('task_refuse')).toEqual([
    true,
    expect.stringContaining('another’s. Ask a person. (task.not-yours)'),
  ]);
  expect(await said('task_fault')).toEqual([true, expect.stringContaining('The disk is full. (disk.full)')]);
  expect(await said('task_bug')).toEqual([true, expect.not.stringContaining('secret of the inside')]);
  expect(mcp.reports).toEqual(['tool task_bug: a secret of the inside']);
});

test('who may call no more is told so, and nothing can be done any more', async () => {
  await using mcp = await start();
  mcp.run.now = false;
  expect(await call(mcp.client, 'task_say', { text: 'still there?' })).toMatchObject({
    isError: true,
    content: [{ text: expect.stringContaining('(run.ended)') }],
  });
});

test.each([
  ['an unknown tool', 'task_destroy', {}, /Unknown tool task_destroy.*Known: task_say, .*mcp\.unknown-tool/],
  [
    'a wrong type',
    'task_say',
    { text: 7 },
    /wrong arguments: text must be a string\. Nothing was done\. It takes text/,
  ],
  ['a missing argument', 'task_say', {}, /text is missing\..*It takes text/],
  ['an argument that is not known', 'task_say', { text: 'x', id: 'y' }, /no argument id/],
  ['too much text', 'task_say', { text: 'x'.repeat(12 * 1024 * 1024) }, /text is longer than 20,000 characters\./],
])('%s is refused in words that lead on, and it goes on', async (_what, name, args, told) => {
  await using mcp = await start();
  expect(await call(mcp.client, name, args)).toMatchObject({
    isError: true,
    content: [{ text: expect.stringMatching(told) }],
  });
  expect((await call(mcp.client, 'task_say', { text: 'fine' })).isError).toBeUndefined();
});

test('a message that is too long is answered, and it goes on', async () => {
  await using mcp = await start();
  const long = call(mcp.client, 'task_say', { text: 'x'.repeat(17 * 1024 * 1024) });
  await expect(long).rejects.toThrow(/longer than 16777216 bytes; nothing was done/);
  expect((await call(mcp.client, 'task_say', { text: 'fine' })).isError).toBeUndefined();
});

test('what is no message is answered as such, and it goes on', async () => {
  await using mcp = await start();
  mcp.input.write('this is no JSON\n{"jsonrpc":"2.0","id":"a"}\n[]\n\n7\n');
  mcp.input.write(Buffer.from([0xff, 0xfe, 0x0a]));
  expect((await call(mcp.client, 'task_say', { text: 'fine' })).isError).toBeUndefined();
  const answers = mcp.lines.map((line) => JSON.parse(line)).filter(({ error }) => error !== undefined);
  expect(answers.map(({ id, error }) => [id, error.code])).toEqual([
    [null, -32700],
    ['a', -32600],
    [null, -32600],
    [null, -32600],
    [null, -32700],
  ]);
});

test('nothing but the protocol is written to the other end', async () => {
  await using mcp = await start();
  await call(mcp.client, 'task_bug');
  mcp.input.write('nonsense\n');
  await call(mcp.client, 'task_say', { text: 'x' });
  expect(mcp.lines.every((line) => JSON.parse(line).jsonrpc === '2.0')).toBe(true);
});

test('when the agent is gone in the middle of a call, the call is finished before it ends', async () => {
  let release = () => {};
  const slow = {
    began: false,
    finished: false,
    until: new Promise<void>((resolve) => {
      release = resolve;
    }),
  };
  await using mcp = await start(slow);
  const cutOff = call(mcp.client, 'task_slow').catch(() => 'cut off');
  await waitFor(() => slow.began);
  mcp.input.end();
  await once(mcp.input, 'end');
  release();
  await mcp.served;
  expect(slow.finished).toBe(true);
  await mcp.client.close();
  await cutOff;
});
