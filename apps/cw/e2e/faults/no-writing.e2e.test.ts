import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TaskView } from '@cw/tasks';
import { tempRepo, waitFor } from '@cw/testkit';
import { expect, test } from 'vitest';
import { lines } from '../contract/lines.ts';
import { program } from '../harness/program.ts';
import { committing, writeProgram } from '../harness/project.ts';
import { type Envelope, envelopeIn, type Ran, runCw } from '../harness/run-cw.ts';
import { startServer } from '../harness/server.ts';
import { openWorkspace, type Workspace } from '../harness/workspace.ts';
import { stateOf } from './folder-state.ts';
import { smallDisk } from './small-disk.ts';

type Run = (...args: string[]) => Promise<Ran>;

const runWith =
  (cw: Workspace, build: string): Run =>
  (...args) =>
    runCw([...args, '--json'], { program: build, env: { ...cw.env, CW_HOME: cw.home } });

const answerOf = async <T>(ran: Promise<Ran>) => {
  const envelope = envelopeIn<T>(await ran);
  if (!envelope.ok) throw new Error(envelope.error.message);
  return envelope.data;
};

/** A project and two tasks, and the line of every command that works on them. What no agent has done yet is not there. */
async function prepare(cw: Workspace, run: Run, repo: { readonly path: string }) {
  const folder = join(cw.userHome, 'files');
  await mkdir(folder);
  await writeFile(join(folder, 'import.jsonl'), '{"id":"b-1","title":"From elsewhere"}\n');
  await writeFile(join(folder, 'replan.json'), '[{"title":"Instead"}]');
  await writeFile(join(folder, 'batch.txt'), 'create "In a batch" --key a\n');
  await answerOf(run('project', 'add', repo.path, '--name', 'sample'));
  const task = await answerOf<TaskView>(run('task', 'create', 'One', '--project', 'sample'));
  const other = await answerOf<TaskView>(run('task', 'create', 'Other', '--project', 'sample'));
  return lines({
    ...{ folder, repository: join(folder, 'none'), task: task.id, other: other.id },
    ...{ run: 'rn_none', merge: 'mr_none', followUps: ['fu_none', 'fu_none'] },
  });
}

/** Runs every command; what writes must be refused with these codes, and what reads must not. */
async function tryAll(run: Run, every: Awaited<ReturnType<typeof prepare>>, refused: RegExp) {
  const served: string[] = [];
  const wrong: string[] = [];
  for (const [name, { args }] of Object.entries(every)) {
    const ran = await run(...name.split(' '), ...args);
    const envelope: Envelope<unknown> | undefined = ran.stdout === '' ? undefined : envelopeIn(ran);
    const code = envelope?.ok === false ? envelope.error.code : '';
    if (ran.code === 0) served.push(name);
    else if (ran.code === 70 || (ran.code === 69 && !refused.test(code))) wrong.push(`${name}: ${ran.stdout}`);
  }
  expect(wrong).toEqual([]);
  return served;
}

/** What only looks, one command of each room. */
const readers = [
  ...['task list', 'task show', 'task ready', 'task search', 'task query', 'task history', 'task export', 'task stats'],
  ...['project list', 'run list', 'merge list', 'inbox list', 'message list', 'agent list', 'account list'],
  ...['config list', 'config get', 'events', 'prime', 'backup list', 'rule list'],
];
const writers = ['task create', 'task update', 'task claim', 'task batch', 'task import', 'config set', 'account add'];

/** What `cw health` says is wrong. */
async function problemsOf(run: Run): Promise<readonly string[]> {
  const { data, error }: HealthAnswer = JSON.parse((await run('health')).stdout);
  return (data ?? error?.details)?.concerns.map(({ message }) => message) ?? [];
}

type Health = { readonly concerns: readonly { readonly message: string }[] };
type HealthAnswer = { readonly data?: Health; readonly error?: { readonly details: Health } };

const other = /^(server\.not-running|project\.|git\.)/;

test('on a read-only disk every command that reads answers, and every other says why it cannot', async () => {
  await using cw = await openWorkspace();
  await using repo = await tempRepo({ files: { 'a.txt': 'a' } });
  const every = await prepare(cw, runWith(cw, program()), repo);
  const before = await stateOf(cw.home);
  const text = `#!/bin/sh\nexec bwrap --dev-bind / / --ro-bind '${cw.home}' '${cw.home}' '${program()}' "$@"\n`;
  const run = runWith(cw, await writeProgram(join(cw.userHome, 'cw-read-only'), text));
  const served = await tryAll(run, every, new RegExp(`^storage\\.read-only$|^backup\\.not-written$|${other.source}`));
  expect(served).toEqual(expect.arrayContaining(readers));
  for (const name of writers) expect(served).not.toContain(name);
  expect(envelopeIn(await run('task', 'create', 'more'))).toMatchObject({
    ok: false,
    error: { code: 'storage.read-only', message: expect.stringContaining(`holds ${cw.home} is read-only`) },
  });
  expect((await run('doctor')).stdout).toContain('home.writable');
  expect(await problemsOf(run)).toContainEqual(expect.stringContaining(`holds ${cw.home} is read-only`));
  const server = await run('--server', '--port', '0');
  expect([server.code, envelopeIn(server)]).toMatchObject([69, { ok: false, error: { code: 'storage.read-only' } }]);
  const elsewhere = join(cw.userHome, 'copy.db');
  expect(await answerOf(run('backup', 'create', elsewhere))).toMatchObject({ path: elsewhere });
  expect(await stateOf(cw.home)).toEqual(before);
});

test('on a full disk every command that reads answers, every other says why it cannot, and with room all goes on', async () => {
  await using cw = await openWorkspace();
  await using repo = await tempRepo({ files: { 'a.txt': 'a' } });
  await using disk = await smallDisk(cw.home, cw.userHome, 6_000_000);
  const run = runWith(cw, disk.program);
  const every = await prepare(cw, run, repo);
  disk.fill();
  const served = await tryAll(run, every, new RegExp(`^storage\\.full$|^backup\\.not-written$|${other.source}`));
  expect(served).toEqual(expect.arrayContaining(readers));
  for (const name of writers) expect(served).not.toContain(name);
  const refused = envelopeIn(await run('task', 'create', 'more'));
  expect(refused).toMatchObject({
    ok: false,
    error: { code: 'storage.full', message: expect.stringContaining(cw.home) },
  });
  expect((await run('doctor')).stdout).toContain('home.writable');
  const full = expect.stringContaining(`holds ${cw.home} is full`);
  expect(await problemsOf(run)).toContainEqual(full);
  disk.free();
  await answerOf(run('task', 'create', 'With room'));
  expect(await problemsOf(run)).not.toContainEqual(full);
  const { items } = await answerOf<{ items: { title: string }[] }>(run('task', 'list'));
  expect(items.map(({ title }) => title).sort()).toEqual(['One', 'Other', 'With room']);
  expect((await run('doctor')).stdout).not.toContain('"storage.');
});

test('a server on a disk that fills up answers and refuses in words, and goes on with what it had begun once there is room', async () => {
  await using cw = await openWorkspace();
  await using repo = await tempRepo({ files: { 'a.txt': 'a' } });
  await using disk = await smallDisk(cw.home, cw.userHome, 300_000_000);
  const run = runWith(cw, disk.program);
  await answerOf(run('project', 'add', repo.path, '--name', 'sample'));
  await using server = await startServer({ home: cw.home, env: cw.env, program: disk.program });
  const script = `touch "$HOME/started"; while [ ! -e "$HOME/go" ]; do sleep 0.1; done\n${committing('done.txt')}`;
  const task = await answerOf<TaskView>(run('task', 'create', 'Under way', '--project', 'sample', '--script', script));
  await answerOf(run('assign', task.id));
  const state = async () => (await answerOf<TaskView>(run('task', 'show', task.id))).status;
  const started = () => disk.sh(`ls '${cw.userHome}'`).includes('started');
  await waitFor(async () => started(), { what: 'the agent to be at work', timeout: 60_000 });
  const { token }: { token: string } = JSON.parse(disk.sh(`cat '${join(cw.home, 'server.json')}'`));
  const ask = async (path: string, body?: object) => {
    const response = await fetch(`${server.url}/api/trpc/${path}`, {
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(30_000),
    });
    return { status: response.status, text: await response.text() };
  };
  disk.fill();
  expect(await ask('tasks.create', { title: 'No room' })).toMatchObject({
    status: 503,
    text: expect.stringContaining('storage.full'),
  });
  expect(await ask('tasks.list?input=%7B%7D')).toMatchObject({
    status: 200,
    text: expect.stringContaining('Under way'),
  });
  disk.free();
  expect(await ask('tasks.create', { title: 'With room' })).toMatchObject({ status: 200 });
  await writeFile(join(cw.userHome, 'go'), '');
  await waitFor(async () => (await state()) === 'closed', { what: 'the task to be done', timeout: 60_000 });
  expect((await server.stop()).code).toBe(0);
});
