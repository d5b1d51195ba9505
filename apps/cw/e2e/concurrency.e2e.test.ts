import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page, TaskRow, TaskView } from '@cw/tasks';
import { tempRepo, waitFor } from '@cw/testkit';
import { expect, test } from 'vitest';
import { program } from './harness/program.ts';
import { addProject, assign, committing, createTask } from './harness/project.ts';
import { ended, envelopeIn } from './harness/run-cw.ts';
import { isSettled, openWorkspace, type Workspace } from './harness/workspace.ts';

const ten = Array.from({ length: 10 }, (_, index) => index);

/** Runs this many lines one after the other, as one of several who do so at once. */
async function each(count: number, line: (index: number) => Promise<unknown>): Promise<void> {
  for (let index = 0; index < count; index += 1) await line(index);
}

/** `cw task ready --claim` in a session of its own. Answers the id of what was claimed. */
async function claimNext(cw: Workspace, session: string): Promise<string | undefined> {
  const env = { ...cw.env, CW_HOME: cw.home, CW_SESSION: session };
  const envelope = envelopeIn<Page<TaskRow>>(await cw.run(['task', 'ready', '--claim', '--json'], { env }));
  if (!envelope.ok) throw new Error(envelope.error.message);
  return envelope.data.items[0]?.id;
}

test('ten processes that write at once lose nothing, and no task is claimed twice', async () => {
  await using cw = await openWorkspace();
  await Promise.all(ten.map((writer) => each(4, (n) => cw.ask('task', 'create', `task ${writer}-${n}`))));
  const all = await cw.ask<Page<TaskRow>>('task', 'list', '--limit', '100');
  expect(new Set(all.items.map(({ title }) => title)).size).toBe(40);
  const { items } = await cw.ask<Page<TaskRow>>('task', 'ready', '--limit', '100');
  expect(items).toHaveLength(40);

  const claims = await Promise.all(
    ten.map(async (worker) => {
      const taken: string[] = [];
      for (let id = await claimNext(cw, `s${worker}`); id !== undefined; id = await claimNext(cw, `s${worker}`)) {
        taken.push(id);
      }
      return taken;
    }),
  );
  const taken = claims.flat();
  expect(taken).toHaveLength(40);
  expect(new Set(taken).size).toBe(40);
  for (const [worker, own] of claims.entries()) {
    for (const id of own.slice(0, 1)) expect((await cw.task(id)).lease?.holder).toBe(`session:s${worker}`);
  }
  const events = await cw.events();
  const claimed = events.filter(({ type }) => type === 'task.claimed').map(({ entity }) => entity);
  expect(claimed.sort()).toEqual([...taken].sort());
  expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1));
});

test('one task that ten processes want at once goes to one, and the others are told who has it', async () => {
  await using cw = await openWorkspace();
  const { id } = await cw.ask<TaskView>('task', 'create', 'wanted');
  const tries = await Promise.all(
    ten.map((n) => {
      const env = { ...cw.env, CW_HOME: cw.home, CW_SESSION: `s${n}` };
      return cw.run(['task', 'claim', id, '--json'], { env });
    }),
  );
  const { lease } = await cw.task(id);
  const answers = tries.map((ran) => ({ code: ran.code, envelope: envelopeIn<TaskView>(ran) }));
  expect(answers.filter(({ code }) => code === 0)).toHaveLength(1);
  for (const { code, envelope } of answers.filter((answer) => answer.code !== 0)) {
    expect(code).toBe(1);
    expect(envelope).toMatchObject({
      error: { code: 'task.claimed', message: expect.stringContaining(lease?.holder ?? '?') },
    });
  }
});

test('a first start by ten processes at once makes one workspace', async () => {
  await using cw = await openWorkspace();
  const env = { ...cw.env, CW_HOME: join(cw.userHome, 'fresh') };
  const made = await Promise.all(ten.map(() => cw.run(['init', '--json'], { env })));
  expect(made.map(({ code }) => code)).toEqual(ten.map(() => 0));
  expect(new Set(made.map(({ stdout }) => stdout)).size).toBe(1);
});

test('writes of the terminal are seen by a server at work, which loses none of its own', async () => {
  await using cw = await openWorkspace();
  await using repo = await tempRepo({ files: { 'README.md': 'hello\n' } });
  await addProject(cw, repo, '--check', 'true');
  await using server = await cw.serve();
  const tasks = await Promise.all(
    [0, 1, 2].map((n) => createTask(cw, `work ${n}`, { script: committing(`work-${n}.txt`) })),
  );
  await assign(cw, ...tasks);
  await Promise.all(ten.map((writer) => each(2, (n) => cw.ask('task', 'create', `beside ${writer}-${n}`))));
  for (const { id } of tasks)
    expect(await cw.until(id, isSettled)).toMatchObject({ status: 'closed', outcome: 'done' });
  expect((await cw.ask<Page<TaskRow>>('task', 'list', '--limit', '100', '--all')).total).toBe(23);
  expect(await repo.files('cw/next')).toEqual(['README.md', 'work-0.txt', 'work-1.txt', 'work-2.txt']);
  await server.stop();
});

test('as many agents run at once as the setting says, and no more', async () => {
  await using cw = await openWorkspace();
  await using repo = await tempRepo({ files: { 'README.md': 'hello\n' } });
  await addProject(cw, repo);
  await cw.set('orchestrator.maxConcurrent', '2');
  const script = (name: string) =>
    `echo + >> "$HOME/log"; while [ "$(grep -c + "$HOME/log")" -lt 2 ]; do sleep 0.2; done; sleep 0.3; echo - >> "$HOME/log"\n${committing(name)}`;
  const tasks = await Promise.all([1, 2, 3, 4].map((n) => createTask(cw, `t${n}`, { script: script(`t${n}.txt`) })));
  await using server = await cw.serve();
  await assign(cw, ...tasks);
  for (const { id } of tasks) expect(await cw.until(id, isSettled)).toMatchObject({ outcome: 'done' });
  let running = 0;
  let most = 0;
  for (const mark of readFileSync(join(cw.userHome, 'log'), 'utf8').split('\n').filter(Boolean)) {
    running += mark === '+' ? 1 : -1;
    most = Math.max(most, running);
  }
  expect(most).toBe(2);
  await server.stop();
});

type Health = { readonly dispatching: { readonly me: boolean; readonly pid: number | null } };

/** `system.status` of a server, asked as a program with the workspace's token would. */
async function statusOf(cw: Workspace, url: string): Promise<Health> {
  const { token }: { token: string } = JSON.parse(readFileSync(join(cw.home, 'server.json'), 'utf8'));
  const answer = await fetch(`${url}/api/trpc/system.status`, { headers: { authorization: `Bearer ${token}` } });
  const body: { result: { data: Health } } = JSON.parse(await answer.text());
  return body.result.data;
}

const ways = ['kill', 'stop'] as const;

test.each(ways)('a second server serves, says who dispatches, and takes over at a %s of the first', async (how) => {
  await using cw = await openWorkspace();
  await using repo = await tempRepo({ files: { 'README.md': 'hello\n' } });
  await addProject(cw, repo);
  const first = await cw.serve();
  const second = await cw.serve();
  expect(await statusOf(cw, first.url)).toMatchObject({ dispatching: { me: true, pid: first.pid } });
  expect(await statusOf(cw, second.url)).toMatchObject({ dispatching: { me: false, pid: first.pid } });
  expect(JSON.parse(readFileSync(join(cw.home, 'server.json'), 'utf8'))).toMatchObject({ pid: first.pid });

  const task = await createTask(cw, 'Handed over', {
    script: `echo started >> "$HOME/starts"; while [ ! -e "$HOME/go" ]; do sleep 0.2; done\n${committing('over.txt')}`,
  });
  await assign(cw, task);
  const run = await cw.runAtWork(task.id);
  await first[how]();
  const tookOver = async () => (await statusOf(cw, second.url)).dispatching.me;
  await waitFor(tookOver, { what: 'the second server to take over', timeout: 60_000, interval: 100 });
  expect(JSON.parse(readFileSync(join(cw.home, 'server.json'), 'utf8'))).toMatchObject({ pid: second.pid });
  expect(await cw.runsOf(task.id)).toMatchObject([{ id: run?.id, pid: run?.pid, outcome: null }]);
  writeFileSync(join(cw.userHome, 'go'), '');
  expect(await cw.until(task.id, isSettled)).toMatchObject({ status: 'closed', outcome: 'done' });
  expect(readFileSync(join(cw.userHome, 'starts'), 'utf8')).toBe('started\n');
  await second.stop();
});

test('a second server says at its start, to people, who dispatches', async () => {
  await using cw = await openWorkspace();
  await using first = await cw.serve();
  const second = spawn(program(), ['--server', '--port', '0', '--home', cw.home], { env: { ...cw.env } });
  let said = '';
  second.stdout.on('data', (chunk: Buffer) => {
    said += chunk.toString('utf8');
  });
  await waitFor(() => said.includes('  agents '), { what: 'the second server to begin', timeout: 60_000 });
  const ending = ended(second);
  second.kill('SIGTERM');
  expect((await ending).code).toBe(0);
  expect(said).toContain(`pid ${first.pid}`);
  expect(said).toMatch(/takes over/);
  await first.stop();
});
