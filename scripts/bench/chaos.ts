import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { openStorage, useAddon } from '@cw/storage';
import { claudeProgram, gate, modelEnv, type ScriptedModel, startScriptedModel, tempDir, tempRepo } from '@cw/testkit';
import { type Doors, makePlan, type PlannedTask } from './chaos-plan.ts';
import { type Proof, proveAll } from './chaos-proof.ts';
import {
  type Comments,
  type Ground,
  keepServers,
  killCommand,
  killOfRuns,
  type Servers,
  type VictimKind,
  victimKinds,
} from './chaos-victims.ts';
import type { Benchmark } from './harness/benchmark.ts';
import { cw, mustBeBuilt, programs, root, textOf } from './harness/program.ts';

const count = Number(process.env.CHAOS_TASKS ?? 50);
const kills = Number(process.env.CHAOS_KILLS ?? 500);
const seed = Number(process.env.CHAOS_SEED ?? 1);
/** How long nothing may happen before the tasks are not waited for any more, in milliseconds. */
const patience = 60_000;

export const chaos: Benchmark = {
  name: 'chaos',
  title: 'Kills at random',
  method:
    'A plan of 50 tasks, each depending on up to two earlier ones, four at a time, every third done by the real `claude` with a scripted model and the others by scripts; two servers share the workspace. At random moments drawn from a seed, `kill -9` hits a server, a process of an agent, the tools that serve an agent, or a command that is writing, 500 times in all. Tools are waited for up to eight seconds, so that they are hit too. Whatever is killed is started again, and the plan ends only if kills do not stop it. Afterwards: was each task closed and merged exactly once, did each run end once, is every commit an agent made still reachable from a ref, does everything a command confirmed exist exactly once, is no process left over, and does `cw doctor` find nothing?',
  run: async () => {
    mustBeBuilt(programs.folder);
    useAddon(join(root, 'dist/better_sqlite3.node'));
    await using model = await startScriptedModel();
    const { proof, killed, seconds } = await wreak(model);
    const wrong = proof.wrong.slice(0, 10).join('; ');
    const counts = victimKinds.map((kind) => `${killed[kind]} × ${kind}`).join(', ');
    return {
      told: `${count} tasks, ${kills} kills (${counts}), seed ${seed}, ${seconds.toFixed(0)} s`,
      figures: [
        {
          what: 'ended twice, lost, or left behind',
          measured: wrong === '' ? 'nothing' : `${proof.wrong.length}: ${wrong}`,
          goal: 'nothing',
          met: wrong === '',
        },
        { what: 'attempts that the tasks took', measured: String(proof.attempts) },
        { what: 'commits of agents, all kept', measured: String(proof.commits) },
      ],
    };
  },
};

type Havoc = {
  readonly proof: Proof;
  readonly killed: Readonly<Record<VictimKind, number>>;
  readonly seconds: number;
};

async function wreak(model: ScriptedModel): Promise<Havoc> {
  await using dir = await tempDir('cw-bench');
  await using user = await tempDir('cw-bench');
  await using repo = await tempRepo({ files: { 'README.md': '# Sample\n' } });
  const [home, userHome] = [join(dir.path, 'home'), user.path];
  const random = drawing(seed);
  const ground: Ground = { home, userHome, random };
  const projectId = textOf(await cw(home, 'project', 'add', repo.path, '--name', 'sample', '--check', 'true'), 'id');
  await cw(home, 'account', 'add', 'scripted', '--provider', 'claude', ...accountArgs(userHome, model.url));
  for (const [key, value] of settings()) await cw(home, 'config', 'set', key, value);
  const { doors, open } = makeDoors(userHome);
  const plan = await makePlan({ home, count, doors, model, random });
  const complaints: string[] = [];
  const comments: Comments = { answered: [], killed: [] };
  const before = performance.now();
  await using servers = keepServers(ground, complaints);
  const killed: Record<VictimKind, number> = { server: 0, agent: 0, tools: 0, command: 0 };
  for (let done = 0; done < kills; ) {
    await pause(random() * 200);
    const kind = kindOf(random());
    if (!(await killOne(kind, { ground, servers, plan, comments }))) continue;
    killed[kind] += 1;
    done += 1;
    open(Math.floor((done * count) / kills));
  }
  open(count);
  await waitForAll(home).catch((error: unknown) => {
    throw new Error(complaints.join('').slice(-2_000), { cause: error });
  });
  await servers[Symbol.asyncDispose]();
  const proof = await proveAll({ home, userHome, projectId, repo, plan, comments });
  const said = complaints.length === 0 ? [] : [`servers said: ${complaints.join(' ').slice(0, 500)}`];
  const seconds = (performance.now() - before) / 1000;
  return { proof: { ...proof, wrong: [...proof.wrong, ...said] }, killed, seconds };
}

type Scene = {
  readonly ground: Ground;
  readonly servers: Servers;
  readonly plan: readonly PlannedTask[];
  readonly comments: Comments;
};

async function killOne(kind: VictimKind, { ground, servers, plan, comments }: Scene): Promise<boolean> {
  if (kind === 'agent' || kind === 'tools') return killOfRuns(kind, ground);
  if (kind === 'server') await servers.killOne();
  else await killCommand(ground, plan[Math.floor(ground.random() * plan.length)]?.id ?? '', comments);
  return true;
}

function kindOf(drawn: number): VictimKind {
  if (drawn < 0.35) return 'server';
  if (drawn < 0.65) return 'agent';
  return drawn < 0.8 ? 'tools' : 'command';
}

function settings(): readonly (readonly [string, string])[] {
  return [
    ['agents.claude.command', claudeProgram()],
    ['orchestrator.maxConcurrent', '4'],
    ['orchestrator.maxAttempts', '20'],
  ];
}

function accountArgs(userHome: string, url: string): string[] {
  const env = Object.entries(modelEnv(url)).flatMap(([name, value]) => ['--env', `${name}=${value}`]);
  return ['--config-dir', join(userHome, 'claude'), ...env];
}

function makeDoors(userHome: string): { readonly doors: Doors; readonly open: (upTo: number) => void } {
  const gates = Array.from({ length: count }, gate);
  const pathOf = (number: number) => join(userHome, `door-${number}`);
  let next = 0;
  return {
    doors: { pathOf, opened: async (number) => gates[number]?.opened },
    open: (upTo) => {
      for (; next < upTo; next += 1) {
        writeFileSync(pathOf(next), '');
        gates[next]?.open();
      }
    },
  };
}

/** @throws Error when the tasks do not come to an end, or nothing happens any more */
async function waitForAll(home: string): Promise<void> {
  const storage = openStorage({ path: join(home, 'cw.db'), migrations: () => [] });
  let seen = { seq: 0, at: Date.now() };
  try {
    for (; ; await pause(200)) {
      const rows = await storage.read.all<{ status: string; reason: string | null; title: string }>(
        "SELECT status, status_reason AS reason, title FROM tasks WHERE status <> 'closed'",
      );
      if (rows.length === 0) return;
      const last = await storage.read.get<{ n: number }>('SELECT max(seq) AS n FROM events');
      if (last && last.n !== seen.seq) seen = { seq: last.n, at: Date.now() };
      if (Date.now() - seen.at > patience) {
        const runs = await storage.read.all('SELECT id, step, pid FROM runs WHERE ended_at IS NULL');
        throw new Error(`not at an end: ${JSON.stringify({ rows: rows.slice(0, 10), runs })} in ${home}`);
      }
    }
  } finally {
    storage.close();
  }
}

/** Numbers from 0 to below 1 that are the same for the same seed (mulberry32, in the public domain). */
function drawing(from: number): () => number {
  let state = from >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
