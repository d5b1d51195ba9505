import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { tempDir, tempRepo, waitFor } from '@cw/testkit';
import type { Benchmark } from './harness/benchmark.ts';
import { processorTime } from './harness/processor-time.ts';
import { cw, mustBeBuilt, programs, startServer } from './harness/program.ts';

const count = 20;
const seconds = 60;
const goal = 3;

export const twentyAgents: Benchmark = {
  name: 'twenty-agents',
  title: 'A server with twenty agents at work',
  method:
    'Twenty tasks whose scripts sleep, so twenty agents run silently and there is nothing else to do. Processor time of the server alone over a minute, as a share of one core.',
  run: async () => {
    mustBeBuilt(programs.folder);
    await using dir = await tempDir('cw-bench');
    await using repo = await tempRepo({ files: { 'README.md': '# Sample\n' } });
    const home = join(dir.path, 'home');
    await cw(home, 'project', 'add', repo.path, '--name', 'bench');
    await cw(home, 'config', 'set', 'orchestrator.maxConcurrent', String(count));
    await using server = await startServer(home);
    for (let number = 0; number < count; number += 1) {
      await cw(home, 'task', 'create', `Sleep ${number}`, '--script', 'sleep 1000');
    }
    await cw(home, 'assign', ...(await idsOf(home)));
    await waitFor(async () => (await running(home)).length === count, { what: 'twenty agents', timeout: 120_000 });
    await pause(5_000);
    const before = processorTime(server.pid).own;
    await pause(seconds * 1000);
    const used = (processorTime(server.pid).own - before) / seconds / 10;
    for (const id of await running(home)) await cw(home, 'run', 'stop', id);
    await waitFor(async () => (await running(home)).length === 0, { what: 'the agents to end', timeout: 120_000 });
    const figure = { what: `${count} agents, processor of the server`, measured: `${used.toFixed(2)} %` };
    return { told: `${seconds} s`, figures: [{ ...figure, goal: `under ${goal} %`, met: used < goal }] };
  },
};

async function idsOf(home: string): Promise<string[]> {
  return itemsOf(await cw(home, 'task', 'list')).map(({ id }) => id);
}

async function running(home: string): Promise<string[]> {
  const items = itemsOf(await cw(home, 'run', 'list', '--active'));
  return items.filter(({ step }) => step === 'running').map(({ id }) => id);
}

type Item = { readonly id: string; readonly step?: string };

function itemsOf(page: unknown): readonly Item[] {
  const items: unknown = typeof page === 'object' && page !== null ? Reflect.get(page, 'items') : undefined;
  return Array.isArray(items) ? items : [];
}
