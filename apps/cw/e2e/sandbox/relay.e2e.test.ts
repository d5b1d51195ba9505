import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { program } from '../harness/program.ts';
import { openWorkspace, type Workspace } from '../harness/workspace.ts';

let cw: Workspace;
let folder: string;

beforeAll(async () => {
  cw = await openWorkspace();
  // Longer than the path of a socket may be.
  folder = join(cw.home, 'agent-logs', 'x'.repeat(200), 'door');
  await mkdir(folder, { recursive: true });
});

afterAll(() => cw[Symbol.asyncDispose]());

function start(...args: string[]): ChildProcess {
  const stdio = ['pipe', 'pipe', 'inherit'] as const;
  return spawn(program(), ['mcp', ...args], { cwd: folder, env: { ...cw.env }, stdio: [...stdio] });
}

const listen = () => start('--as-user', '--home', cw.home, '--listen', folder);

type Answer = { readonly id: number; readonly result?: { readonly isError?: boolean; readonly content?: unknown } };

/** An agent at the inner end. */
function relay() {
  const child = start('--relay', 'mcp.sock');
  const lines = createInterface({ input: child.stdout ?? process.stdin })[Symbol.asyncIterator]();
  let count = 0;
  const say = (message: object) => child.stdin?.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  const ask = async (method: string, params: object): Promise<Answer> => {
    count += 1;
    const id = count;
    say({ id, method, params });
    const { value } = await lines.next();
    const answer: Answer = JSON.parse(value);
    expect(answer.id).toBe(id);
    return answer;
  };
  return {
    ask,
    greet: async () => {
      const clientInfo = { name: 'test', version: '1' };
      await ask('initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo });
      say({ method: 'notifications/initialized' });
    },
    call: (name: string) => ask('tools/call', { name, arguments: {} }),
    end: async () => {
      child.stdin?.end();
      return (await once(child, 'exit'))[0];
    },
  };
}

/** A call into the very moment of a kill is answered as cut off, and is made again as agents are told to. */
async function callAgain(end: ReturnType<typeof relay>): Promise<Answer> {
  const told = await end.call('task_ready');
  return JSON.stringify(told.result).includes('mcp.interrupted') ? end.call('task_ready') : told;
}

test('several agents’ ends are served at once, and go on when what serves them is started again', async () => {
  // They are there first, and wait for it.
  const [one, other] = [relay(), relay()];
  const greeted = Promise.all([one.greet(), other.greet()]);
  const first = listen();
  await greeted;
  for (const end of [one, other]) expect((await end.call('task_ready')).result?.isError).toBeUndefined();
  first.kill('SIGKILL');
  await once(first, 'exit');
  const second = listen();
  // Greeted anew without the agent’s doing, also where more than the greeting had been asked before.
  for (const end of [one, other]) expect((await callAgain(end)).result?.isError).toBeUndefined();
  expect((await one.ask('tools/list', {})).result).toHaveProperty('tools');
  expect(await Promise.all([one.end(), other.end()])).toEqual([0, 0]);
  second.stdin?.end();
  expect((await once(second, 'exit'))[0]).toBe(0);
});
