import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { tempDir, tempRepo, waitFor } from '@cw/testkit';
import type { Benchmark, Figure } from './harness/benchmark.ts';
import { cleanEnv, cw, mustBeBuilt, programs, startServer, textOf } from './harness/program.ts';
import { mean, median, shuffled } from './harness/statistics.ts';

const rounds = 40;
const goals = { start: 2, tokens: 1_500 } as const;

type Starter = { readonly what: string; readonly argv: readonly [string, ...string[]]; readonly goal?: number };

export const mcp: Benchmark = {
  name: 'mcp',
  title: 'The tools of agents',
  method:
    'Time from the start of a process until its answer to `initialize`, sent to it immediately, has been read, as a multiple of a whole `node -e 0`. The run is in progress, and its token is looked up first. For comparison, the smallest server the official SDK can make, without tools or anything behind it, bundled into one file. Each round starts each program once and `node -e 0` twice, in random order; the figure is the median of all rounds. Tokens are the characters in the JSON of `tools/list`, divided by four.',
  run: async () => {
    mustBeBuilt(programs.folder);
    await using dir = await tempDir('cw-bench');
    const home = join(dir.path, 'home');
    await using under = await runUnderWay(home, dir.path);
    const ofRun = [programs.folder, 'mcp', '--home', home, '--token-file', under.tokenFile] as const;
    const ofUser = [programs.folder, 'mcp', '--home', home, '--as-user'] as const;
    const starters: readonly Starter[] = [
      { what: 'the SDK alone', argv: [process.execPath, join(dirname(process.argv[1] ?? ''), 'sdk-server.cjs')] },
      { what: '`cw mcp` of a run', argv: ofRun, goal: goals.start },
      { what: '`cw mcp --as-user`', argv: ofUser, goal: goals.start },
    ];
    const { times, ratios } = await measure(starters);
    const bare = median(times);
    return {
      told: `${rounds} rounds`,
      figures: [
        { what: '`node -e 0`', measured: `1 × (${bare.toFixed(0)} ms)` },
        ...starters.map((starter, place) => startFigure(starter, median(ratios[place] ?? []), bare)),
        await tokenFigure('a run', ofRun, goals.tokens),
        await tokenFigure('a person’s own agent', ofUser),
      ],
    };
  },
};

async function measure(starters: readonly Starter[]) {
  const bare = () => untilEnd([process.execPath, '-e', '0']);
  for (const { argv } of starters) await untilAnswer(argv);
  const ratios = starters.map((): number[] => []);
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const took = new Map<number, number>();
    const calls = [
      bare,
      bare,
      ...starters.map(
        ({ argv }) =>
          () =>
            untilAnswer(argv),
      ),
    ];
    for (const { call, place } of shuffled(calls.map((call, place) => ({ call, place }))))
      took.set(place, await call());
    const start = mean([took.get(0) ?? 0, took.get(1) ?? 0]);
    times.push(start);
    for (const [place, kept] of ratios.entries()) kept.push((took.get(place + 2) ?? 0) / start);
  }
  return { times, ratios };
}

function startFigure({ what, goal }: Starter, ratio: number, bare: number): Figure {
  const measured = `${ratio.toFixed(2)} × (${(ratio * bare).toFixed(0)} ms)`;
  return goal === undefined ? { what, measured } : { what, measured, goal: `at most ${goal} ×`, met: ratio <= goal };
}

async function tokenFigure(whose: string, argv: Starter['argv'], goal?: number): Promise<Figure> {
  const [, list] = await answers(argv, 2);
  const { tools } = JSON.parse(list ?? '{}').result;
  const tokens = JSON.stringify(tools).length / 4;
  const told = { what: `tokens of the ${tools.length} tools of ${whose}`, measured: tokens.toFixed(0) };
  return goal === undefined ? told : { ...told, goal: `under ${goal}`, met: tokens < goal };
}

const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'bench', version: '1' } };
const greeting = [
  { id: 0, method: 'initialize', params },
  { method: 'notifications/initialized' },
  { id: 1, method: 'tools/list' },
].map((message) => `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);

/** The first lines that a server answers. */
async function answers([command, ...args]: Starter['argv'], count: number): Promise<readonly string[]> {
  const child = spawn(command, args, { env: cleanEnv(), stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin.write(greeting.slice(0, count === 1 ? 1 : undefined).join(''));
  const lines: string[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    lines.push(line);
    if (lines.length === count) break;
  }
  child.stdin.end();
  if (child.exitCode === null) await once(child, 'exit');
  return lines;
}

async function untilAnswer([command, ...args]: Starter['argv']): Promise<number> {
  const before = performance.now();
  const child = spawn(command, args, { env: cleanEnv(), stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin.write(greeting[0]);
  await once(child.stdout, 'data');
  const took = performance.now() - before;
  child.stdin.end();
  await once(child, 'exit');
  return took;
}

async function untilEnd([command, ...args]: Starter['argv']): Promise<number> {
  const before = performance.now();
  const child = spawn(command, args, { env: cleanEnv(), stdio: 'ignore' });
  await once(child, 'exit');
  return performance.now() - before;
}

type UnderWay = AsyncDisposable & { readonly tokenFile: string };

/** A run whose agent does nothing but wait, and the file with its token. */
async function runUnderWay(home: string, folder: string): Promise<UnderWay> {
  const idle = join(folder, 'idle-agent');
  writeFileSync(idle, '#!/bin/sh\nread line\nexec cat\n');
  chmodSync(idle, 0o755);
  const repo = await tempRepo({ files: { 'a.txt': 'a\n' } });
  await cw(home, 'project', 'add', repo.path);
  await cw(home, 'config', 'set', 'agents.claude.command', idle);
  const id = textOf(await cw(home, 'task', 'create', 'Wait for nothing'), 'id');
  const server = await startServer(home);
  await cw(home, 'assign', id);
  const logs = join(home, 'agent-logs');
  const tokens = () =>
    (existsSync(logs) ? readdirSync(logs) : []).map((run) => join(logs, run, 'mcp-token')).filter(existsSync);
  await waitFor(() => tokens().length > 0, { what: 'the run to begin', timeout: 60_000 });
  return {
    tokenFile: tokens()[0] ?? '',
    [Symbol.asyncDispose]: async () => {
      await cw(home, 'run', 'stop', id);
      await server[Symbol.asyncDispose]();
      await repo.remove();
    },
  };
}
