import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { tempDir, waitFor } from '@cw/testkit';
import { SUPPORTED_PROTOCOL_VERSIONS } from '@modelcontextprotocol/server';
import { expect, test } from 'vitest';
import { behindDoorman } from './mcp-doorman.ts';
import { greet, takeOver } from './mcp-greeter.ts';

const as = { set: 'run', version: '1.2.3' } as const;
const [latest = ''] = SUPPORTED_PROTOCOL_VERSIONS;

const line = (method: string, more: object = {}) => `${JSON.stringify({ method, ...more, jsonrpc: '2.0' })}\n`;
const asked = (method: string, id: number | string, params?: object) =>
  `${JSON.stringify({ method, params, jsonrpc: '2.0', id })}\n`;
const initialize = (protocolVersion: string) =>
  asked('initialize', 0, { protocolVersion, capabilities: {}, clientInfo: { name: 'a "b" \\n $x', version: '1' } });
const initialized = line('notifications/initialized');
const list = asked('tools/list', 1);

/** A doorman before a program that says all it was left to hear. */
function stand(dir: string) {
  const program = { command: '/bin/sh', args: ['-c', 'echo started; cat "$2"; exec cat', 'program'], env: {} };
  const { command, args } = behindDoorman(program, { ...as, heard: join(dir, 'heard') });
  const child = spawn(command, args, { env: {}, stdio: ['pipe', 'pipe', 'inherit'] });
  const said: string[] = [];
  child.stdout.on('data', (chunk: Buffer) => said.push(chunk.toString()));
  const [answered, passedOn] = [
    () => said.join('').split('started\n')[0] ?? '',
    () => said.join('').split('started\n')[1],
  ];
  return {
    say: (text: string) => child.stdin.write(text),
    answered,
    passedOn,
    hangUp: async () => {
      child.stdin.end();
      return (await once(child, 'close'))[0];
    },
  };
}

async function greeted(lines: string): Promise<string> {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const over = greet({ input, output }, as, new AbortController().signal);
  input.end(lines);
  await over;
  return String(output.read());
}

test.each(SUPPORTED_PROTOCOL_VERSIONS)(
  'a greeting in %s is answered as the program answers it, which is not started',
  async (spoken) => {
    await using dir = await tempDir('cw-doorman');
    const door = stand(dir.path);
    door.say(initialize(spoken) + initialized + list);
    await waitFor(() => door.answered().split('\n').length === 3);
    expect(await door.hangUp()).toBe(0);
    const parsed = (text: string) =>
      text
        .trimEnd()
        .split('\n')
        .map((each) => JSON.parse(each));
    expect(parsed(door.answered())).toEqual(parsed(await greeted(initialize(spoken) + initialized + list)));
    expect(door.passedOn()).toBeUndefined();
    expect(readdirSync(dir.path)).toEqual([]);
  },
);

test('what is said after the greeting goes to the program, with what it has to know of that, and all that follows', async () => {
  await using dir = await tempDir('cw-doorman');
  const door = stand(dir.path);
  const call = asked('tools/call', 2, {
    name: 'x',
    arguments: { text: `\\ "quoted" %s $HOME ${'l'.repeat(200_000)}` },
  });
  door.say(initialize(latest) + initialized + list + call + list);
  await waitFor(() => door.passedOn() === initialize(latest) + initialized + call + list);
  door.say('and more\n');
  await waitFor(() => door.passedOn()?.endsWith(`${list}and more\n`));
  expect(await door.hangUp()).toBe(0);
});

test.each([
  ['a version that is not spoken', initialize('1999-01-01')],
  ['another order of words', `${JSON.stringify({ jsonrpc: '2.0', id: 0, method: 'initialize', params: {} })}\n`],
  ['an id that is no number', asked('initialize', 'a', { protocolVersion: latest })],
  ['a call before the greeting', list],
  ['no JSON', 'hello\n'],
])('%s goes to the program unanswered', async (_, text) => {
  await using dir = await tempDir('cw-doorman');
  const door = stand(dir.path);
  door.say(text);
  await waitFor(() => door.passedOn() === `\n${text}`);
  expect(door.answered()).toBe('');
  await door.hangUp();
});

test('a question with a cursor is not answered with the whole list', async () => {
  await using dir = await tempDir('cw-doorman');
  const door = stand(dir.path);
  const more = asked('tools/list', 7, { cursor: 'x' });
  door.say(initialize(latest) + more);
  await waitFor(() => door.passedOn() === initialize(latest) + more);
  await door.hangUp();
});

test('the program that goes on does not answer the greeting a second time', async () => {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const taken = takeOver({ input, output }, Buffer.from(initialize(latest) + list));
  taken.output.write('{"jsonrpc":"2.0","id":0,"result":{}}\n');
  taken.output.write('{"jsonrpc":"2.0","id":1,"result":{}}\n');
  expect(String(taken.input.read())).toBe(initialize(latest) + list);
  await waitFor(() => output.readableLength > 0);
  expect(String(output.read())).toBe('{"jsonrpc":"2.0","id":1,"result":{}}\n');
});
