import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { waitFor } from '@cw/testkit';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type AgentIdentity, agentStatus, findAgent } from './identity.ts';
import { carriesRun, listProcesses, readProcess } from './process-table.ts';
import { closeInput, sendLine } from './send-line.ts';
import { startAgent } from './start-agent.ts';
import { stopAgent } from './stop-agent.ts';

let dir: string;
let runId: string;
let count = 0;

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'cw-agent-'));
  runId = `rn_test${process.pid}x${count++}`;
});

afterEach(async () => {
  const identity = findAgent(dir, runId) ?? {
    runId,
    pid: 0,
    startTime: 0,
    bootId: '',
  };
  await stopAgent({
    dir,
    identity: { ...identity, ...bootOf(identity) },
    interruptLine: null,
    graceMs: 100,
  });
  expect(bearers(runId)).toEqual([]);
  rmSync(dir, { recursive: true });
});

function bootOf(identity: AgentIdentity): { bootId: string } {
  const bootId = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  return { bootId: identity.bootId || bootId };
}

function bearers(run: string): number[] {
  return listProcesses().flatMap((facts) => (carriesRun(facts.pid, run) ? [facts.pid] : []));
}

/** Empty of a process that has ended since it was listed. */
function commandLine(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').join(' ').trim();
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ESRCH')) return '';
    throw error;
  }
}

const path = process.env.PATH ?? '/usr/bin:/bin';

function start(script: string, options: { first?: string; input?: 'pipe' | 'file' } = {}): Promise<AgentIdentity> {
  return startAgent({
    dir,
    runId,
    argv: ['/bin/sh', '-c', script],
    env: { PATH: path },
    cwd: dir,
    firstInput: options.first ?? '',
    input: options.input ?? 'pipe',
  });
}

const output = () => readFileSync(join(dir, 'output.jsonl'), 'utf8');
const exited = (identity: AgentIdentity) =>
  waitFor(() => {
    const status = agentStatus(dir, identity);
    return status.kind !== 'running' && status;
  });

describe('an agent process', () => {
  test('gets its first input and ends with its own exit code', async () => {
    const identity = await start('read -r line; echo "got $line"; exit 7', {
      first: 'hello\n',
    });
    expect(await exited(identity)).toEqual({ kind: 'exited', code: 7 });
    expect(output()).toBe('got hello\n');
  });

  test('is running until it ends', async () => {
    const identity = await start('read -r line; exit 0');
    expect(agentStatus(dir, identity)).toEqual({ kind: 'running' });
    expect(await sendLine(dir, 'go')).toBe('sent');
    expect(await exited(identity)).toEqual({ kind: 'exited', code: 0 });
    expect(await sendLine(dir, 'too late')).toBe('gone');
  });

  test('sees nothing of the environment but what it is given and its run', async () => {
    const identity = await start('env');
    await exited(identity);
    const names = output()
      .split('\n')
      .map((line) => line.split('=')[0]);
    expect(names.filter((name) => name && !['PATH', 'PWD', 'OLDPWD', 'SHLVL', '_'].includes(name))).toEqual(['CW_RUN']);
  });

  test('keeps its own PATH, even one on which nothing is found', async () => {
    const argv = ['/bin/sh', '-c', 'echo "$PATH"'];
    const env = { PATH: '/nowhere' };
    const identity = await startAgent({ dir, runId, argv, env, cwd: dir, firstInput: '', input: 'pipe' });
    expect(await exited(identity)).toEqual({ kind: 'exited', code: 0 });
    expect(output()).toBe('/nowhere\n');
  });

  test.each([
    [
      'is begun again where its sandbox lost a socket to cover before it began',
      'rm "$0"; ',
      '',
      { code: 0, said: 'hello' },
    ],
    ['is not begun again where its sandbox failed for another reason', '', '', { code: 1, said: '' }],
    ['is not begun again where it is no sandbox that failed', 'rm "$0"; exit 1; ', '', { code: 1, said: '' }],
    ['is not begun again where it was asked to end', 'rm "$0"; kill -TERM $PPID; ', '', { code: 1, said: '' }],
    ['is not begun again where it had begun', 'rm "$0"; ', '{"exit-code": 1}', { code: 1, said: '' }],
  ])('%s', async (_, lose, status, { code, said }) => {
    const socket = join(dir, 'socket');
    for (const name of [socket, join(dir, 'nothing')]) writeFileSync(name, '');
    writeFileSync(join(dir, 'covers.now'), `--ro-bind\0${join(dir, 'nothing')}\0${socket}\0`);
    writeFileSync(join(dir, 'sandbox-status'), status);
    const identity = await startAgent({
      dir,
      runId,
      argv: [
        '/bin/sh',
        '-c',
        `[ -e "$0" ] || { read -r line; echo "$line"; exit 0; }; ${lose}echo "bwrap: Can't create file" >&2; exit 1`,
        socket,
      ],
      env: { PATH: path },
      cwd: dir,
      firstInput: 'hello\n',
      input: 'pipe',
    });
    expect(await exited(identity)).toEqual({ kind: 'exited', code });
    expect(output().trim()).toBe(said);
  });

  test('takes lines longer than a pipe holds, whole and in order', async () => {
    const identity = await start('cat');
    const lines = ['a', 'b', 'c'].map((letter) => letter.repeat(300_000));
    expect(await Promise.all(lines.map((line) => sendLine(dir, line)))).toEqual(['sent', 'sent', 'sent']);
    closeInput(dir, runId);
    expect(await exited(identity)).toEqual({ kind: 'exited', code: 0 });
    expect(output()).toBe(`${lines.join('\n')}\n`);
  });

  test('gets a first input longer than a pipe before any later line', async () => {
    const first = `${'p'.repeat(500_000)}\n`;
    const identity = await start('cat', { first });
    expect(await sendLine(dir, 'second')).toBe('sent');
    closeInput(dir, runId);
    await exited(identity);
    expect(output()).toBe(`${first}second\n`);
  });

  test('that reads nothing is reported busy and gets no half line', async () => {
    await start('exec sleep 1000');
    await waitFor(async () => (await sendLine(dir, 'x'.repeat(60_000), 50)) === 'busy');
    expect(await sendLine(dir, 'y', 50)).toBe('busy');
  });

  test('without a channel reads its first input and then the end of it', async () => {
    const identity = await start('cat; echo end', {
      first: 'all\n',
      input: 'file',
    });
    expect(await exited(identity)).toEqual({ kind: 'exited', code: 0 });
    expect(output()).toBe('all\nend\n');
    expect(await sendLine(dir, 'more')).toBe('gone');
  });

  test('has companions at its side, each started again when it is killed, which end when it does', async () => {
    const [one, two] = ['first one', 'second'].map((name) => join(dir, name)) as [string, string];
    // Its own number, one in a line for each start; then it waits for the end of its input.
    const companion = (file: string) => ['/bin/sh', '-c', 'echo $$ >>"$0"; exec cat', file];
    const argv = ['/bin/sh', '-c', 'echo "$1"; read -r x; exit 4', 'agent', 'its own'];
    const beside = { companions: [companion(one), companion(two)] };
    const request = {
      dir,
      runId,
      argv,
      env: { PATH: path },
      cwd: dir,
      firstInput: '',
      input: 'pipe',
      ...beside,
    } as const;
    const identity = await startAgent(request);
    const starts = (file: string) =>
      existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n').map(Number) : [];
    await waitFor(() => starts(one).length === 1 && starts(two).length === 1);
    process.kill(starts(one)[0] ?? 0, 'SIGKILL');
    await waitFor(() => starts(one).length === 2);
    expect(starts(two)).toHaveLength(1);
    await sendLine(dir, 'end');
    expect(await exited(identity)).toEqual({ kind: 'exited', code: 4 });
    await waitFor(() => bearers(runId).length === 0);
    expect(output()).toBe('its own\n');
  });

  test('is started once, however often that is asked', async () => {
    const [first, second] = await Promise.all([start('echo one; read -r x'), start('echo one; read -r x')]);
    expect(second).toEqual(first);
    expect(await start('echo two')).toEqual(first);
    closeInput(dir, runId);
    await exited(first);
    expect(output()).toBe('one\n');
  });

  test('is said to have been killed where its wrapper died before it wrote of itself', async () => {
    mkdirSync(join(dir, 'started'));
    await expect(start('echo one')).rejects.toMatchObject({ code: 'agent.killed-at-start' });
    expect(output()).toBe('');
  });

  test('without its working directory is refused', async () => {
    const attempt = startAgent({
      dir,
      runId,
      argv: ['/bin/true'],
      env: {},
      cwd: join(dir, 'nowhere'),
      firstInput: '',
      input: 'file',
    });
    await expect(attempt).rejects.toMatchObject({
      code: 'agent.worktree-missing',
    });
  });

  test('killed together with its wrapper has died', async () => {
    const identity = await start('exec sleep 1000');
    process.kill(-identity.pid, 'SIGKILL');
    expect(await exited(identity)).toEqual({ kind: 'died' });
  });

  test('whose log directory somebody deleted ends, and has died', async () => {
    const identity = await start('read -r l; rm -r "$PWD"; exit 0');
    await sendLine(dir, 'go');
    expect(await exited(identity)).toEqual({ kind: 'died' });
    mkdirSync(dir);
  });

  test('is not mistaken for a later process of the same number, nor for one of an earlier boot', async () => {
    const identity = await start('exec sleep 1000');
    expect(agentStatus(dir, { ...identity, startTime: identity.startTime - 1 })).toEqual({ kind: 'died' });
    expect(agentStatus(dir, { ...identity, bootId: 'another' })).toEqual({
      kind: 'died',
    });
    expect(agentStatus(dir, { ...identity, runId: 'rn_other' })).toEqual({
      kind: 'died',
    });
  });
});

describe('an agent whose server was killed', () => {
  test('goes on, is found by another process, and takes lines from it', async () => {
    const request = {
      dir,
      runId,
      env: { PATH: path },
      cwd: dir,
      firstInput: 'first\n',
      input: 'pipe',
      argv: ['/bin/sh', '-c', 'while read -r l; do echo "$l"; done; exit 5'],
    };
    const server = join(dir, 'server.mjs');
    const module = JSON.stringify(fileURLToPath(new URL('./start-agent.ts', import.meta.url)));
    writeFileSync(
      server,
      `import { startAgent } from ${module};
       console.log(JSON.stringify(await startAgent(${JSON.stringify(request)}))); setInterval(() => {}, 1000);`,
    );
    const bundle = join(dir, 'server.bundle.mjs');
    const { build } = await import('esbuild');
    await build({
      entryPoints: [server],
      outfile: bundle,
      bundle: true,
      platform: 'node',
      format: 'esm',
    });
    const child = spawn(process.execPath, [bundle], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { PATH: path },
    });
    const identity = await new Promise<AgentIdentity>((resolve) =>
      child.stdout.once('data', (bytes: Buffer) => resolve(JSON.parse(bytes.toString()) as AgentIdentity)),
    );
    child.kill('SIGKILL');
    await waitFor(() => readProcess(child.pid ?? 0) === undefined);

    expect(findAgent(dir, runId)).toEqual(identity);
    expect(await sendLine(dir, 'from another')).toBe('sent');
    await waitFor(() => output() === 'first\nfrom another\n');
    closeInput(dir, runId);
    expect(await exited(identity)).toEqual({ kind: 'exited', code: 5 });
  });
});

describe('stopping an agent', () => {
  const stop = (identity: AgentIdentity, interruptLine: string | null = null) =>
    stopAgent({ dir, identity, interruptLine, graceMs: 400 });

  test('asks first: one that ends on the request ends with its own code', async () => {
    const identity = await start('while read -r l; do [ "$l" = stop ] && exit 3; done');
    expect(await stop(identity, 'stop')).toEqual({
      status: { kind: 'exited', code: 3 },
      left: [],
    });
  });

  test('kills one that ignores every polite way', async () => {
    const identity = await start('trap "" INT TERM; echo up; while :; do sleep 1000; done');
    await waitFor(() => output() === 'up\n');
    const { status, left } = await stop(identity, 'stop');
    // The wrapper is killed right after the agent, and may just have written how that ended.
    expect([{ kind: 'died' }, { kind: 'exited', code: 137 }]).toContainEqual(status);
    expect(left).toEqual([]);
    expect(bearers(runId)).toEqual([]);
  });

  test('ends what left for a session of its own, also after its parent is gone', async () => {
    const identity = await start(
      `setsid sleep 1001 & (setsid sh -c 'sleep 1002 & exit 0' &)
       setsid env -i sleep 1003 & echo up; wait`,
    );
    const sleepers = () =>
      listProcesses().filter((facts) =>
        ['1001', '1002', '1003'].some((seconds) => commandLine(facts.pid) === `sleep ${seconds}`),
      );
    await waitFor(() => sleepers().length === 3);
    await stop(identity);
    expect(sleepers()).toEqual([]);
  });

  test('sweeps up what an agent that ended has left behind', async () => {
    const identity = await start('setsid sleep 1000 >/dev/null 2>&1 & exit 0', {
      input: 'file',
    });
    expect(await exited(identity)).toEqual({ kind: 'exited', code: 0 });
    expect(bearers(runId)).toHaveLength(1);
    expect(await stop(identity)).toEqual({
      status: { kind: 'exited', code: 0 },
      left: [],
    });
    expect(bearers(runId)).toEqual([]);
  });

  test('sweeps up what has put off its mark and still holds the output open', async () => {
    const identity = await start('env -i /usr/bin/setsid -f /bin/sleep 1004; exit 0');
    await exited(identity);
    const daemons = () => listProcesses().filter(({ pid }) => commandLine(pid) === '/bin/sleep 1004');
    await waitFor(() => daemons().length === 1);
    await stop(identity);
    expect(daemons()).toEqual([]);
  });

  test('never touches a process that only has the number of the recorded one', async () => {
    const other = spawn('/bin/sleep', ['1000'], { env: {} });
    const facts = readProcess(other.pid ?? 0);
    const bootId = execFileSync('cat', ['/proc/sys/kernel/random/boot_id'], {
      encoding: 'utf8',
    }).trim();
    await stop({
      runId,
      pid: other.pid ?? 0,
      startTime: facts?.startTime ?? 0,
      bootId,
    });
    expect(readProcess(other.pid ?? 0)?.zombie).toBe(false);
    other.kill('SIGKILL');
  });
});
