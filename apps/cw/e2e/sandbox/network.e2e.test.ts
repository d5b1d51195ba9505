import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { processesCarrying, tempDir, tool, waitFor } from '@cw/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { assign, createTask, writeProgram } from '../harness/project.ts';
import { isSettled } from '../harness/workspace.ts';
import { begin, expectKept, healthOf, openItem, openSandboxBench, type SandboxBench } from './sandbox-bench.ts';

let bench: SandboxBench;
const place = createServer((_asked, answer) => answer.end('from outside'));

beforeAll(async () => {
  bench = await openSandboxBench('account', 'private');
  await once(place.listen(0, '127.0.0.1'), 'listening');
});

afterAll(async () => {
  place.close();
  await bench.close();
});

const port = () => {
  const address = place.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
};

const ask = tool('mcp__cw__ask', { question: 'Which port?' });

/** Shell that asks for an address by the proxy which the environment names, and prints the answer. */
function fetches(url: string): string {
  const program = `const [proxy, url] = [new URL(process.env.http_proxy), ${JSON.stringify(url)}];
require("node:http").get({ host: proxy.hostname, port: proxy.port, path: url }, (answer) => {
  process.stdout.write(answer.statusCode + " ");
  answer.pipe(process.stdout);
});`;
  return `'${process.execPath}' -e '${program}'`;
}

const commit = (file: string) => `echo x > ${file} && git add ${file} && git commit -q -m 'feat: ${file}'`;

/** Processes of a run that do one half of its way out, as the kernel shows them outside. */
async function halves(runId: string, half: '--serve' | '--lead') {
  const found = (await processesCarrying(`CW_RUN=${runId}`)).filter(({ command }) =>
    command.includes(` network ${half} `),
  );
  return found.filter(({ command }) => !command.startsWith('/bin/sh') && !/(^|\/)bwrap /.test(command));
}

test('an agent reaches its model, its tools and what is listed by a private network, and is refused all else in words', async () => {
  const { cw, repo, model } = bench;
  await cw.set('agents.sandboxHosts', `127.0.0.2:${port()} registry.example`);
  const served = `const http = require("node:http");
const server = http.createServer((_, answer) => answer.end("its own\\n")).listen(4000, "127.0.0.1", () =>
  http.get("http://127.0.0.1:4000", { agent: false }, (answer) => {
    answer.pipe(process.stdout);
    answer.on("end", () => server.close());
  }));`;
  const own = `'${process.execPath}' -e '${served}'`;
  const { task, heard } = await begin(bench, 'Stay by yourself', [
    ask,
    tool('Bash', { command: fetches(`http://127.0.0.1:${port()}/`) }),
    tool('Bash', { command: `${own}; env | grep -i '_proxy=' | sort` }),
    tool('Bash', { command: commit('private.txt') }),
  ]);
  if (!bench.isWhole) return expectKept(bench, task);
  await cw.ask('inbox', 'answer', (await openItem(cw, task, 'question')).id, '--text', '8080');
  expect(await cw.until(task.id, isSettled)).toMatchObject({ status: 'closed', outcome: 'done' });
  expect(heard[0]).toContain('8080');
  expect(heard[1]).toMatch(/^403 The network of this agent is private, and does not reach 127\.0\.0\.1:\d+\./);
  const proxy = 'http://127.0.0.1:31280';
  expect(heard[2]?.split('\n')).toEqual([
    ...['its own', `ALL_PROXY=${proxy}`, `HTTPS_PROXY=${proxy}`, `HTTP_PROXY=${proxy}`],
    ...['NO_PROXY=localhost,::1', `all_proxy=${proxy}`, `http_proxy=${proxy}`, `https_proxy=${proxy}`],
    'no_proxy=localhost,::1',
  ]);
  expect(await repo.git('show', 'cw/next:private.txt')).toBe('x');
  const [run] = await cw.runsOf(task.id);
  expect(run?.sandbox).toEqual({ on: true, network: 'private' });
  expect((await cw.run(['run', 'show', run?.id ?? ''])).stdout).toMatch(
    /^sandbox +sandboxed, with a private network$/m,
  );
  expect(await readFile(join(run?.logDir ?? '', 'PROMPT.md'), 'utf8')).toContain(
    `you reach your model and 127.0.0.2:${port()}, registry.example;`,
  );
  expect(await readFile(join(run?.logDir ?? '', 'companion.log'), 'utf8')).toBe(
    `cw network: refused 127.0.0.1:${port()}\n`,
  );
  expect((await cw.run(['health'])).stdout).toMatch(
    /^sandbox +works here, asked for \(agents\.sandbox\), with a private network, asked for/m,
  );
  expect(model.requests.length).toBeGreaterThan(0);
  expect(await processesCarrying(`CW_RUN=${run?.id}`)).toEqual([]);
});

test('a script reaches what a person lists, and nothing else', async () => {
  const { cw } = bench;
  await cw.set('agents.sandboxHosts', `localhost:${port()}`);
  const script = `${fetches(`http://localhost:${port()}/`)}; echo; ${fetches(`http://127.0.0.1:${port()}/`)}`;
  const task = await createTask(cw, 'Fetch it', { script });
  await assign(cw, task);
  if (!bench.isWhole) return expectKept(bench, task);
  await cw.until(task.id, isSettled);
  const [run] = await cw.runsOf(task.id);
  const printed = await readFile(join(run?.logDir ?? '', 'output.jsonl'), 'utf8');
  expect(printed.split('\n')).toEqual(['200 from outside', expect.stringMatching(/^403 /), '']);
});

test('the server and both halves of the way out are killed, and the agent goes on and finds it again', async () => {
  const { cw, repo } = bench;
  const { task, heard } = await begin(bench, 'Lose the way', [ask, tool('Bash', { command: commit('way.txt') })]);
  if (!bench.isWhole) return expectKept(bench, task);
  const item = await openItem(cw, task, 'question');
  const before = await cw.runAtWork(task.id);
  await bench.restart();
  for (const half of ['--serve', '--lead'] as const) {
    const [first] = await waitFor(async () => {
      const found = await halves(before.id, half);
      return found.length > 0 && found;
    });
    process.kill(first?.pid ?? 0, 'SIGKILL');
    await waitFor(async () => (await halves(before.id, half)).some(({ pid }) => pid !== first?.pid), {
      what: `another one of ${half}`,
    });
  }
  await cw.ask('inbox', 'answer', item.id, '--text', '8080');
  expect(await cw.until(task.id, isSettled)).toMatchObject({ status: 'closed', outcome: 'done' });
  expect(heard[0]).toContain('8080');
  expect(await cw.runsOf(task.id)).toMatchObject([{ id: before.id, pid: before.pid, sandbox: { network: 'private' } }]);
  expect(await repo.git('show', 'cw/next:way.txt')).toBe('x');
  expect(await processesCarrying(`CW_RUN=${before.id}`)).toEqual([]);
});

test('an agent of a private network that is stopped is let finish, and one that is killed leaves nothing of its way out', async () => {
  const { cw } = bench;
  const begun = async (title: string) => {
    const script = `trap 'echo bye > bye.txt; exit 3' TERM INT\ntouch ready\nwhile :; do sleep 0.2; done`;
    const task = await createTask(cw, title, { script });
    await assign(cw, task);
    if (!bench.isWhole) return { task, run: undefined };
    const run = await cw.runAtWork(task.id);
    await waitFor(() => existsSync(join(run.worktree ?? '', 'ready')), { timeout: 60_000, what: 'it to be at work' });
    return { task, run };
  };
  const stopped = await begun('Be stopped');
  if (stopped.run === undefined) return expectKept(bench, stopped.task);
  await cw.ask('run', 'stop', stopped.run.id);
  await cw.until(stopped.task.id, isSettled);
  expect(await cw.runsOf(stopped.task.id)).toMatchObject([{ outcome: 'stopped', exitCode: 3 }]);
  expect(await processesCarrying(`CW_RUN=${stopped.run.id}`)).toEqual([]);
  const killed = await begun('Be killed');
  await cw.ask('pause');
  process.kill(killed.run?.pid ?? 0, 'SIGKILL');
  await waitFor(async () => (await processesCarrying(`CW_RUN=${killed.run?.id}`)).length === 0, {
    timeout: 60_000,
    what: 'all of it to be gone',
  });
  await cw.when(async () => (await cw.runsOf(killed.task.id))[0]?.outcome === 'lost');
  await cw.ask('task', 'close', killed.task.id, '--reason', 'seen', '--outcome', 'cancelled');
  await cw.ask('resume');
});

test('with the sign-in that the user has without an account, the model is reached as well', async () => {
  await using own = await openSandboxBench('own', 'private');
  const { task } = await begin(own, 'Use my own sign-in', [tool('Bash', { command: commit('own.txt') })]);
  if (!own.isWhole) return expectKept(own, task);
  expect(await own.cw.until(task.id, isSettled)).toMatchObject({ status: 'closed', outcome: 'done' });
});

test('where there can be no private network, nothing is started that is to have one, and the rest is', async () => {
  const { cw } = bench;
  const task = await createTask(cw, 'Wait for it', { script: 'true' });
  if (!bench.isWhole) {
    await assign(cw, task);
    return expectKept(bench, task);
  }
  await bench.server().stop();
  await using bin = await tempDir('cw-bin');
  const { stdout: real } = await cw.run(['-c', 'command -v bwrap'], { program: '/bin/sh' });
  const refusing = 'echo "bwrap: loopback: Failed RTM_NEWADDR: Operation not permitted" >&2; exit 1';
  await writeProgram(
    join(bin.path, 'bwrap'),
    `#!/bin/sh\nfor word; do [ "$word" != --unshare-net ] || { ${refusing}; }; done\nexec ${real.trim()} "$@"\n`,
  );
  await using server = await cw.serve({ env: { PATH: `${bin.path}:${process.env.PATH}` } });
  await assign(cw, task);
  const shown = await waitFor(
    async () => {
      const { stdout } = await cw.run(['task', 'show', task.id]);
      return stdout.includes('agents.sandboxNetwork') && stdout.replaceAll(/\s+/g, ' ');
    },
    { what: 'the reason why it is not started' },
  );
  expect(shown).toContain('its agent needs a private network (agents.sandboxNetwork), which is not available');
  expect(shown).toContain('Failed RTM_NEWADDR');
  expect(shown).toContain('config set agents.sandboxNetwork shared');
  const { sandbox, concerns } = await healthOf(cw);
  expect(sandbox).toMatchObject({ works: true, noNetwork: expect.stringContaining('RTM_NEWADDR') });
  expect(concerns).toContainEqual(
    expect.objectContaining({ about: 'sandbox', message: expect.stringContaining('agents.sandboxNetwork') }),
  );
  expect(await cw.runsOf(task.id)).toEqual([]);
  const told = () => cw.inbox({ kind: 'hold' });
  await cw.when(async () => (await told()).length > 0, { what: 'the item' });
  expect(await told()).toMatchObject([
    { title: expect.stringMatching(/^No agent is started that needs a private network: .*RTM_NEWADDR/) },
  ]);
  await cw.set('agents.sandboxNetwork', 'shared', { task: task.id });
  await cw.until(task.id, isSettled);
  await cw.when(async () => (await told()).length === 0, { what: 'the item to be over' });
  expect(await cw.runsOf(task.id)).toMatchObject([{ sandbox: { on: true } }]);
  await server.stop();
});
