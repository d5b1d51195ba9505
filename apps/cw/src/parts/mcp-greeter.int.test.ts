import { PassThrough } from 'node:stream';
import { err } from '@cw/kernel';
import { waitFor } from '@cw/testkit';
import { SUPPORTED_PROTOCOL_VERSIONS } from '@modelcontextprotocol/server';
import { expect, test } from 'vitest';
import { serveMcp } from './mcp-endpoint.ts';
import { greet, type ToolSetName } from './mcp-greeter.ts';
import { toolsOfRun, toolsOfUser } from './mcp-tools.ts';

const version = '1.2.3';

/** An agent's side of a line that is greeted first, or given to the SDK at once. */
function dial(kind: 'greeter' | 'sdk', set: ToolSetName = 'run') {
  const [input, output, stop] = [new PassThrough(), new PassThrough(), new AbortController()];
  const heard: Record<string, unknown>[] = [];
  const state = { handedOver: kind === 'sdk' };
  output.on('data', (chunk: Buffer) => {
    for (const line of String(chunk).split('\n').filter(Boolean)) heard.push(JSON.parse(line));
  });
  const serve = async () => {
    const line = kind === 'sdk' ? { input, output } : await greet({ input, output }, { set, version }, stop.signal);
    if (line === undefined) return;
    state.handedOver = true;
    const caller = async () => err({ code: 'run.ended', message: 'It has ended.' });
    const common = { ...line, caller, version, signal: stop.signal, report: () => {} };
    await (set === 'run' ? serveMcp({ ...common, ...toolsOfRun }) : serveMcp({ ...common, ...toolsOfUser }));
  };
  const served = serve();
  const say = (text: string) => input.write(text);
  return {
    say,
    send: (...messages: object[]) => say(messages.map((message) => line(message)).join('')),
    answerTo: (id: number) => waitFor(() => heard.find((message) => message.id === id)),
    heard,
    state,
    hangUp: async () => {
      input.end();
      await served;
    },
    /** As a signal does; answers whether the input still keeps the process alive. */
    interrupt: async () => {
      stop.abort();
      await served;
      return input.listenerCount('data') > 0 || !input.isPaused();
    },
    [Symbol.asyncDispose]: async () => {
      stop.abort();
      await served;
    },
  };
}

const line = (message: object) => `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`;
const initialize = (protocolVersion: string, id = 0) => ({
  id,
  method: 'initialize',
  params: { protocolVersion, capabilities: {}, clientInfo: { name: 'test', version: '1' } },
});
const initialized = { method: 'notifications/initialized' };
const [latest = ''] = SUPPORTED_PROTOCOL_VERSIONS;

async function greetings(kind: 'greeter' | 'sdk', spoken: string, set: ToolSetName) {
  await using agent = dial(kind, set);
  agent.send(initialize(spoken));
  const first = await agent.answerTo(0);
  agent.send(initialized, { id: 1, method: 'tools/list' }, { id: 2, method: 'ping' });
  const answers = [first, await agent.answerTo(1), await agent.answerTo(2)];
  return { answers, handedOver: agent.state.handedOver };
}

const sets = ['run', 'user'] as const;

test.each(SUPPORTED_PROTOCOL_VERSIONS.flatMap((spoken) => sets.map((set) => [set, spoken] as const)))(
  'what is said first to the agent of a %s is what the SDK would say, in %s',
  async (set, spoken) => {
    const { answers, handedOver } = await greetings('greeter', spoken, set);
    expect(answers).toEqual((await greetings('sdk', spoken, set)).answers);
    expect(handedOver).toBe(false);
  },
);

type Greeted = { capabilities: object; serverInfo: { name: string }; instructions: string };

async function kept(set: ToolSetName) {
  const { answers } = await greetings('sdk', latest, set);
  const [first, list] = answers.map((answer) => answer.result) as [Greeted, { tools: object[] }];
  return { first, set: { instructions: first.instructions, tools: list.tools } };
}

/** `npx vitest run -u` with this file writes it anew after the tools or the SDK have changed. */
test('what is said first is kept in a file', async () => {
  const [run, user] = [await kept('run'), await kept('user')];
  const { capabilities, serverInfo } = run.first;
  const greeting = {
    versions: SUPPORTED_PROTOCOL_VERSIONS,
    initialize: { capabilities, serverInfo: { name: serverInfo.name } },
    sets: { run: run.set, user: user.set },
  };
  await expect(`${JSON.stringify(greeting, null, 2)}\n`).toMatchFileSnapshot('./mcp-greeting.json');
});

/** Tokens, estimated as characters / 4: what an agent carries in every request. */
test('the tools of a run that its model is offered are at most ten, in under 1,500 tokens; those of a person’s agent in under 2,500', async () => {
  const tokens = async (set: ToolSetName) => JSON.stringify((await kept(set)).set).length / 4;
  expect(toolsOfRun.tools.filter(({ name }) => name !== 'approve').length).toBeLessThanOrEqual(10);
  expect(await tokens('run')).toBeLessThan(1_500);
  expect(await tokens('user')).toBeLessThan(2_500);
});

test('a call is the SDK’s, which hears the greeting again and does not answer it twice', async () => {
  await using agent = dial('greeter');
  const call = { id: 7, method: 'tools/call', params: { name: 'task_comment', arguments: { text: 'x' } } };
  const whole = [initialize(latest), initialized, { id: 1, method: 'tools/list' }, call].map(line).join('');
  agent.say(whole.slice(0, 40));
  agent.say(whole.slice(40, -10));
  agent.say(whole.slice(-10));
  expect(await agent.answerTo(7)).toMatchObject({ result: { isError: true } });
  agent.send({ id: 8, method: 'tools/list' });
  await agent.answerTo(8);
  expect(agent.heard.map(({ id }) => id)).toEqual([0, 1, 7, 8]);
});

test.each([
  ['another version', line(initialize('1999-01-01'))],
  ['another first word', line({ id: 0, method: 'tools/list' })],
  ['what is not JSON', 'hello\n'],
  ['more than any greeting', `${'x'.repeat(70_000)}`],
])('%s goes to the SDK', async (_what, text) => {
  await using agent = dial('greeter');
  agent.say(text);
  await waitFor(() => agent.state.handedOver);
  if (text.endsWith('x')) return;
  agent.send(initialize(latest, 9));
  expect(await agent.answerTo(9)).toBeDefined();
});

test('a program that is interrupted after the greeting ends at once', async () => {
  await using agent = dial('greeter');
  agent.send(initialize(latest), initialized);
  await agent.answerTo(0);
  expect(await agent.interrupt()).toBe(false);
});

test('an agent that leaves after the greeting is let go', async () => {
  await using agent = dial('greeter');
  agent.send(initialize(latest), initialized);
  await agent.answerTo(0);
  await agent.hangUp();
  expect(agent.state.handedOver).toBe(false);
});
