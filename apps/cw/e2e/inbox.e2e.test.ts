import { rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { TaskView } from '@cw/tasks';
import { type TempRepo, tempRepo, waitFor } from '@cw/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addProject, assign, committing, createTask } from './harness/project.ts';
import type { Server } from './harness/server.ts';
import { openWorkspace, type Workspace } from './harness/workspace.ts';
import { connect } from './mcp/client.ts';

let cw: Workspace;
let repo: TempRepo;
let server: Server;
const told: string[] = [];
const hook = createServer((request, response) => {
  let body = '';
  request.on('data', (chunk: Buffer) => {
    body += chunk.toString();
  });
  request.on('end', () => {
    told.push(JSON.parse(body).item.id);
    response.end();
  });
});

beforeAll(async () => {
  [cw, repo] = await Promise.all([openWorkspace(), tempRepo({ files: { 'shared.txt': 'one\n' } })]);
  await addProject(cw, repo, '--check', 'test ! -e "$HOME/broken"');
  await new Promise<void>((resolve) => hook.listen(0, '127.0.0.1', resolve));
  await cw.set('inbox.webhook', `http://127.0.0.1:${(hook.address() as AddressInfo).port}/`);
  server = await cw.serve();
});
afterAll(async () => {
  await server.stop();
  hook.closeAllConnections();
  hook.close();
  await cw[Symbol.asyncDispose]();
  await repo.remove();
});

const open = () => cw.inbox();
const itemOf = (task: { readonly id: string }) =>
  cw.when(async () => (await open()).find(({ taskId }) => taskId === task.id), { what: 'an item' });
const closed = (task: { readonly id: string }) => cw.until(task.id, ({ status }) => status === 'closed');

async function begin(title: string, script: string): Promise<TaskView> {
  const task = await createTask(cw, title, { script });
  await assign(cw, task);
  return task;
}

test('a failure is told to the webhook, and answered once, also after a restart and from two doors at once', async () => {
  const task = await begin('Fails once', `test -e "$HOME/ready" || exit 3; ${committing('ready.txt')}`);
  const item = await itemOf(task);
  await waitFor(async () =>
    (await cw.events()).some(({ type, entity }) => type === 'inbox.told' && entity === item.id),
  );
  await server.kill();
  server = await cw.serve();
  writeFileSync(join(cw.userHome, 'ready'), '');
  // Its program keeps no conversation: once more is from the beginning.
  expect(item.choices.map(({ name }) => name)).toEqual(['retry', 'cancel']);
  const answers = await Promise.all([0, 1, 2].map(() => cw.run(['inbox', 'answer', item.id, 'retry', '--json'])));
  expect(answers.map(({ code }) => code).toSorted()).toEqual([0, 1, 1]);
  expect(answers.find(({ code }) => code === 1)?.stdout).toContain('inbox.ended');
  await closed(task);
  expect((await cw.refusal(['inbox', 'answer', item.id, 'retry'])).error.message).toContain(
    'was answered by ada, with retry',
  );
  expect(told.filter((id) => id === item.id).length).toBe(1);
});

test('a merge that failed for no fault of its agent is merged again as it is', async () => {
  writeFileSync(join(cw.userHome, 'broken'), '');
  const task = await begin('Unlucky', committing('unlucky.txt'));
  const item = await itemOf(task);
  expect(item.choices.map(({ name }) => name)).toEqual(['retry', 'merge', 'cancel']);
  rmSync(join(cw.userHome, 'broken'));
  const { effect } = await cw.ask<{ effect: object }>('inbox', 'answer', item.id, 'merge');
  expect(effect).toMatchObject({ kind: 'merge-queued', taskId: task.id });
  expect(await closed(task)).toMatchObject({ outcome: 'done' });
  expect(await cw.runsOf(task.id)).toHaveLength(1);
});

test('a merge that failed goes on with the agent; a conflict is merged again once it can be', async () => {
  writeFileSync(join(cw.userHome, 'broken'), '');
  const task = await begin('Not merged', committing('late.txt'));
  const item = await itemOf(task);
  expect(item).toMatchObject({ kind: 'failure', title: expect.stringContaining('Not merged') });
  rmSync(join(cw.userHome, 'broken'));
  const { effect } = await cw.ask<{ effect: object }>(
    'inbox',
    'answer',
    item.id,
    'retry',
    '--text',
    'It was the check.',
  );
  expect(effect).toMatchObject({ kind: 'retried', mode: 'fresh', why: 'program-keeps-none' });
  await closed(task);

  const script = `${committing('shared.txt', 'mine')}; touch "$HOME/at-work"; until [ -e "$HOME/go" ]; do sleep 0.2; done`;
  const late = await begin('Conflicts', script);
  await cw.runAtWork(late.id);
  await repo.commit({ 'shared.txt': 'theirs\n' }, 'theirs');
  writeFileSync(join(cw.userHome, 'go'), '');
  const conflict = await itemOf(late);
  expect(conflict.kind).toBe('conflict');
  expect(conflict.choices.map(({ name }) => name)).toEqual(['retry', 'fresh', 'cancel']);
  const again = await cw.ask<{ effect: object }>('inbox', 'answer', conflict.id, 'retry');
  expect(again.effect).toMatchObject({ kind: 'merge-queued', taskId: late.id });
  const second = await cw.when(async () =>
    (await open()).find(({ id, taskId }) => taskId === late.id && id !== conflict.id),
  );
  await cw.ask('inbox', 'answer', second.id, 'cancel');
  expect(await cw.task(late.id)).toMatchObject({ outcome: 'cancelled' });
});

test('a person’s own agent answers a failure, and no approval', async () => {
  await using mcp = await connect(cw, ['--as-user']);
  const gate = await cw.ask<TaskView>('task', 'create', 'Gate', '--gate', '--project', 'sample');
  await cw.ask('task', 'close', gate.id);
  const approval = await itemOf(gate);
  expect(await mcp.call('inbox_answer', { id: approval.id, choice: 'approve' })).toMatchObject({
    isError: true,
    content: [{ text: expect.stringContaining('inbox.person-decides') }],
  });
  await cw.ask('inbox', 'answer', approval.id, 'approve');
  expect((await cw.task(gate.id)).gateApprovedBy).toBe('ada');
  const task = await begin('Fails for ever', 'exit 3');
  const failure = await itemOf(task);
  expect(await mcp.ask('inbox_list')).toMatchObject({ items: [{ id: failure.id, kind: 'failure' }], total: 1 });
  await mcp.ask('inbox_answer', { id: failure.id, choice: 'cancel' });
  expect(await cw.ask('inbox', 'show', failure.id)).toMatchObject({ state: 'answered', answeredVia: 'mcp' });
  expect(await cw.task(task.id)).toMatchObject({ outcome: 'cancelled' });
});

test('an approval is asked for where it comes up, also while no server runs, and once', async () => {
  await server.stop();
  const gate = await cw.ask<TaskView>('task', 'create', 'Gate of nobody', '--gate', '--project', 'sample');
  await cw.ask('task', 'close', gate.id);
  const planned = await cw.ask<TaskView>('task', 'create', 'Planned by hand', '--requires-plan', '--project', 'sample');
  await cw.ask('task', 'plan', 'set', planned.id, '--goal', 'Small', '--approach', 'By hand');
  const asked = async () => (await open()).filter(({ taskId }) => taskId === gate.id || taskId === planned.id);
  expect((await asked()).map(({ subject }) => subject)).toEqual([`gate:${gate.id}`, `plan:${planned.id}`]);
  server = await cw.serve();
  await closed(await begin('After a round', 'true'));
  const all = await asked();
  expect(all).toHaveLength(2);
  for (const { id } of all) await cw.ask('inbox', 'answer', id, 'approve');
  expect(await asked()).toEqual([]);
});
