import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page, TaskView } from '@cw/tasks';
import { waitFor } from '@cw/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { program } from '../harness/program.ts';
import { ended } from '../harness/run-cw.ts';
import { openWorkspace, type Workspace } from '../harness/workspace.ts';
import { connect } from './client.ts';

let cw: Workspace;

beforeAll(async () => {
  cw = await openWorkspace();
});
afterAll(() => cw[Symbol.asyncDispose]());

const everyTask = async () => (await cw.ask<Page<TaskView>>('task', 'list', '--all', '--limit', '500')).items;

test('a person’s own agent finds, takes, notes and closes work, which every door shows', async () => {
  await using mcp = await connect(cw, ['--as-user']);
  const { tools } = await mcp.client.listTools();
  expect(tools.map(({ name }) => name)).toEqual(
    expect.arrayContaining(
      ['ready', 'list', 'show', 'create', 'update', 'claim', 'close', 'dep'].map((v) => `task_${v}`),
    ),
  );
  const { id } = await mcp.ask('task_create', { title: 'From an agent', priority: 'P0', parent: null, labels: 'a, b' });
  await mcp.ask('task_claim', { id });
  const held = await cw.task(String(id));
  expect(held).toMatchObject({ status: 'in_progress', labels: ['a', 'b'], lease: { expiresAt: expect.any(String) } });
  await mcp.ask('task_comment', { id, text: 'Found it.' });
  expect(await mcp.ask('task_show', { id })).toMatchObject({ comments: [{ author: 'ada', text: 'Found it.' }] });
  await mcp.ask('task_close', { id, reason: 'Done.' });
  expect(await cw.task(String(id))).toMatchObject({ status: 'closed', closeReason: 'Done.' });
  expect(mcp.talk()).toBe('');
});

test('two sessions are two holders, and a person in a shell is a third', async () => {
  const { id } = await cw.ask<TaskView>('task', 'create', 'Only one may');
  await using mcp = await connect(cw, ['--as-user']);
  await mcp.ask('task_claim', { id });
  expect(await cw.refusal(['task', 'claim', id])).toMatchObject({ error: { code: 'task.claimed' } });
});

test('an agent is told what it did wrong and what to do next, and goes on', async () => {
  await using mcp = await connect(cw, ['--as-user']);
  const said = async (name: string, args: Record<string, unknown>) => {
    const { isError, content } = await mcp.call(name, args);
    expect(isError).toBe(true);
    return content[0]?.text ?? '';
  };
  expect(await said('task_drop', {})).toMatch(/Known: task_ready, .*mcp\.unknown-tool/);
  expect(await said('task_close', { id: 7 })).toMatch(/id must be a string\. .*It takes id, outcome \(optional\)/);
  expect(await said('task_show', { id: 'zzzz' })).toMatch(/task_list.*task\.not-found/);
  expect(await said('task_create', { title: 'x'.repeat(10_000_000) })).toMatch(
    /10000000 characters; the maximum is 500/,
  );
  expect(await said('task_comment', { id: 'x', text: '\0' })).toMatch(/task\./);
  expect(await mcp.ask('task_list', {})).toHaveProperty('total');
});

test('what is wrong with the workspace is told at the first call', async () => {
  const home = join(cw.userHome, 'a-file');
  writeFileSync(home, '');
  await using mcp = await connect(cw, ['--as-user', '--home', home]);
  expect(await mcp.call('task_ready')).toMatchObject({
    isError: true,
    content: [{ text: expect.stringMatching(/a-file cannot be opened or created.*\(storage\.[a-z-]+\)/) }],
  });
});

test('ten servers at once give each task to one of them, and say nothing but the protocol', async () => {
  const before = (await everyTask()).length;
  const each = 5;
  const servers = await Promise.all(Array.from({ length: 10 }, () => connect(cw, ['--as-user'])));
  const claimed = await Promise.all(
    servers.map(async (mcp, number) => {
      const ids: unknown[] = [];
      for (let n = 0; n < each; n += 1) await mcp.ask('task_create', { title: `Of ${number}, ${n}` });
      for (let n = 0; n < each; n += 1) ids.push((await mcp.ask('task_ready', { claim: true })).id);
      return ids;
    }),
  );
  for (const mcp of servers) {
    expect(mcp.talk()).toBe('');
    await mcp[Symbol.asyncDispose]();
  }
  expect(new Set(claimed.flat()).size).toBe(10 * each);
  expect((await everyTask()).length).toBe(before + 10 * each);
}, 60_000);

test('an agent that leaves in the middle of a call leaves the call done', async () => {
  const child = spawn(program(), ['mcp', '--as-user', '--home', cw.home], { env: cw.env, cwd: '/' });
  const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } };
  const create = { name: 'task_create', arguments: { title: 'Left behind' } };
  const messages = [
    { id: 0, method: 'initialize', params },
    { method: 'notifications/initialized' },
    { id: 1, method: 'tools/call', params: create },
  ];
  child.stdin.end(messages.map((message) => `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`).join(''));
  const ran = await ended(child);
  expect(ran).toMatchObject({ code: 0, stderr: '' });
  for (const line of ran.stdout.split('\n').filter(Boolean)) expect(JSON.parse(line)).toMatchObject({ jsonrpc: '2.0' });
  await waitFor(async () => (await everyTask()).some(({ title }) => title === 'Left behind'));
});

test.each([
  [['--as-user'], { CW_RUN: 'rn_000000000000' }, 'people.only', 1],
  [['--as-user', '--token-file', '/none'], {}, 'usage.invalid', 2],
  [[], {}, 'mcp.no-token', 2],
  [['--token-file', '/none'], {}, 'mcp.token-unreadable', 1],
  [['--as-users'], {}, 'usage.invalid', 2],
])('cw mcp %j is refused before anything is served: %j', async (args, env, code, exit) => {
  const ran = await cw.run(['mcp', ...args], { env: { ...cw.env, CW_HOME: cw.home, ...env } });
  expect(ran).toMatchObject({ code: exit, stdout: '' });
  expect(ran.stderr).toContain(`(${code})`);
});
