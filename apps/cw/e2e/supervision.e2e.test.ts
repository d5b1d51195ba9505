import { execFileSync } from 'node:child_process';
import { closeSync, openSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { listPauses } from '@cw/orchestrator';
import { tempRepo, waitFor } from '@cw/testkit';
import { expect, test } from 'vitest';
import { addProject, assign, committing, createTask } from './harness/project.ts';
import { openWorkspace, type Workspace } from './harness/workspace.ts';

type Scene = AsyncDisposable & {
  readonly cw: Workspace;
  readonly set: (values: Readonly<Record<string, string | number>>) => Promise<void>;
  /** What `cw health` finds wrong, in words. */
  readonly wrong: () => Promise<string>;
};

/** A workspace for each test, with a project and no server yet: all of them run at once, as each waits most of its time. */
async function openScene(): Promise<Scene> {
  const files = { 'README.md': 'hello\n' };
  const [cw, repo] = await Promise.all([openWorkspace({ beside: true }), tempRepo({ files })]);
  await addProject(cw, repo, '--check', 'true');
  return {
    cw,
    set: async (values) => {
      for (const [key, value] of Object.entries(values)) await cw.set(key, String(value));
    },
    wrong: async () => {
      const ran = await cw.runQuick(['health']);
      return ran.code === 0 ? '' : ran.stdout;
    },
    [Symbol.asyncDispose]: async () => {
      await cw[Symbol.asyncDispose]();
      await repo.remove();
    },
  };
}

const stalls = (shown: number, asked: number, ended: number) => ({
  ...{ 'agents.stallShownAfter': shown, 'agents.stallAskedAfter': asked, 'agents.stallEndedAfter': ended },
});

test.concurrent('an agent that hangs is shown, asked and ended with its work kept, and its task is tried again', async () => {
  await using scene = await openScene();
  const { cw, set } = scene;
  await set({ ...stalls(1, 2, 3), 'orchestrator.retryDelay': '0.01' });
  const hangsOnce = `[ -e "$HOME/tried" ] || { touch "$HOME/tried"; echo half > half.txt; exec setsid sleep 1000; }`;
  const task = await createTask(cw, 'Hangs once', { script: `${hangsOnce}; ${committing('whole.txt')}` });
  await assign(cw, task);
  await using _server = await cw.serve();
  await cw.until(task.id, ({ status }) => status === 'closed');
  const [second, first] = await cw.runsOf(task.id);
  expect([first?.outcome, second?.outcome]).toEqual(['lost', 'done']);
  expect(first?.reason).toContain('The agent was silent');
  const turns = (await cw.events())
    .filter(({ type, entity }) => type === 'run.stalled' && entity === first?.id)
    .map(({ payload }) => Reflect.get(Object(payload), 'turn'));
  expect(turns).toEqual(['shown', 'asked', 'ended']);
  const clone = join(cw.home, 'projects', task.projectId ?? '', 'repo.git');
  const kept = execFileSync('git', ['-C', clone, 'show', `refs/cw/attempts/${first?.id}:half.txt`], {
    encoding: 'utf8',
  });
  expect(kept).toBe('half\n');
});

test.concurrent('a server that was stopped for longer than an agent may be silent does not end it', async () => {
  await using scene = await openScene();
  const { cw, set } = scene;
  await set(stalls(0, 0, 8));
  const fifo = join(cw.userHome, 'fifo');
  execFileSync('mkfifo', [fifo]);
  const say = openSync(fifo, 'r+');
  const script = `echo at work; read -r _ < "$HOME/fifo"; ${committing('late.txt')}`;
  const task = await createTask(cw, 'Waits', { script });
  await assign(cw, task);
  await using server = await cw.serve();
  await cw.runAtWork(task.id);
  process.kill(server.pid, 'SIGSTOP');
  const wakeAt = Date.now() + 9_000;
  await waitFor(() => Date.now() > wakeAt, { timeout: 60_000 });
  process.kill(server.pid, 'SIGCONT');
  writeSync(say, '\n');
  const closed = await cw.until(task.id, ({ status }) => status === 'closed');
  expect(closed.outcome).toBe('done');
  expect((await cw.runsOf(task.id)).map(({ outcome }) => outcome)).toEqual(['done']);
  closeSync(say);
});

test.concurrent('a server that hangs is ended by its watchdog, and another takes over with the same agent', async () => {
  await using scene = await openScene();
  const { cw, set } = scene;
  await set({ 'server.watchdog': 'end', 'server.watchdogAfter': 4 });
  const task = await createTask(cw, 'Outlives', { script: committing('outlives.txt') });
  await assign(cw, task);
  const first = await cw.serve({ fault: 'hang:run:running:before' });
  await using _second = await cw.serve();
  expect(await first.exited).toMatchObject({ signal: 'SIGALRM' });
  await cw.until(task.id, ({ status }) => status === 'closed');
  expect((await cw.runsOf(task.id)).map(({ outcome }) => outcome)).toEqual(['done']);
  const report = JSON.parse(readFileSync(join(cw.home, 'watchdog.json'), 'utf8'));
  expect(report).toMatchObject({ pid: first.pid, ended: true });
  expect(readFileSync(join(cw.home, 'server.log'), 'utf8')).toContain('watchdog: the loop that looks after agents');
});

test.concurrent('a stopped server keeps the right to start agents, and whoever asks is told what helps', async () => {
  await using scene = await openScene();
  const { cw, set, wrong } = scene;
  await set({ 'server.watchdogAfter': 1 });
  await using first = await cw.serve();
  await using second = await cw.serve();
  const task = await createTask(cw, 'Waits for it', { script: committing('later.txt') });
  process.kill(first.pid, 'SIGSTOP');
  await assign(cw, task);
  const told = `(pid ${first.pid}) is suspended, as by Ctrl-Z, since `;
  await waitFor(async () => (await wrong()).includes(told), { timeout: 60_000 });
  expect(await wrong()).toContain(`kill -CONT ${first.pid} continues it. kill -KILL ${first.pid} ends it`);
  expect(readFileSync(join(cw.home, 'server.log'), 'utf8')).toContain(
    `dispatching: The server at ${first.url} ${told}`,
  );
  expect(JSON.parse(readFileSync(join(cw.home, 'server.json'), 'utf8')).url).toBe(second.url);
  expect(await cw.runsOf(task.id)).toEqual([]);
  process.kill(first.pid, 'SIGCONT');
  await cw.until(task.id, ({ status }) => status === 'closed');
  await waitFor(async () => (await wrong()) === '', { timeout: 60_000 });
  expect(JSON.parse(readFileSync(join(cw.home, 'server.json'), 'utf8')).url).toBe(first.url);
});

test.concurrent('a stopped server alone is told apart from one that hangs', async () => {
  await using scene = await openScene();
  const { cw, wrong } = scene;
  await using server = await cw.serve();
  process.kill(server.pid, 'SIGSTOP');
  expect(await wrong()).toContain(`kill -CONT ${server.pid} continues it.`);
  const helps = { hint: expect.stringContaining(`kill -CONT ${server.pid} continues it.`) };
  expect((await cw.refusal(['open', '--print'])).error).toMatchObject({ code: 'server.silent', ...helps });
  process.kill(server.pid, 'SIGCONT');
  expect(await wrong()).toBe('');
});

test.concurrent('a server that is to be ended when it stands still is ended though it is stopped, where another waits', async () => {
  await using scene = await openScene();
  const { cw, set } = scene;
  await set({ 'server.watchdog': 'end', 'server.watchdogAfter': 4 });
  const task = await createTask(cw, 'Goes on', { script: committing('goes-on.txt') });
  const first = await cw.serve();
  await using _second = await cw.serve();
  process.kill(first.pid, 'SIGSTOP');
  await assign(cw, task);
  expect(await first.exited).toMatchObject({ signal: 'SIGKILL' });
  await cw.until(task.id, ({ status }) => status === 'closed');
});

test.concurrent('a server that hangs hands over to one that waits, with the same agent', async () => {
  await using scene = await openScene();
  const { cw, set } = scene;
  await set({ 'server.watchdogAfter': 1 });
  const task = await createTask(cw, 'Outlives', { script: committing('outlives.txt') });
  await assign(cw, task);
  const first = await cw.serve({ fault: 'hang:run:running:before' });
  await using _second = await cw.serve();
  expect(await first.exited).toMatchObject({ signal: 'SIGKILL' });
  await cw.until(task.id, ({ status }) => status === 'closed');
  expect((await cw.runsOf(task.id)).map(({ outcome }) => outcome)).toEqual(['done']);
  expect(readFileSync(join(cw.home, 'server.log'), 'utf8')).toContain(`(pid ${first.pid}) was ended`);
});

test.concurrent('five failures in a short time pause the project; a person who resumes it lets work go on', async () => {
  await using scene = await openScene();
  const { cw } = scene;
  const failing = await Promise.all(
    Array.from({ length: 5 }, (_, n) => createTask(cw, `Fails ${n}`, { script: 'echo broken; exit 3' })),
  );
  await assign(cw, ...failing);
  await using _server = await cw.serve();
  for (const { id } of failing) await cw.until(id, ({ status }) => status === 'blocked');
  const task = await createTask(cw, 'Comes later', { script: committing('later.txt') });
  await assign(cw, task);
  expect(await listPauses(cw.storage().read)).toMatchObject([
    { cause: 'failures', reason: expect.stringContaining('5 runs of 5 tasks failed') },
  ]);
  expect(await cw.runsOf(task.id)).toEqual([]);
  await cw.ask('resume', '--project', 'sample');
  await cw.until(task.id, ({ status }) => status === 'closed');
});
