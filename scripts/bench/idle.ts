import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { tempDir } from '@cw/testkit';
import type { Benchmark, Figure } from './harness/benchmark.ts';
import { connectLive } from './harness/live-client.ts';
import { processorTime } from './harness/processor-time.ts';
import { cleanEnv, mustBeBuilt, programs, startServer } from './harness/program.ts';
import { makeFullWorkspace } from './many-tasks.ts';

const seconds = 60;
const limits = { cpu: 1, memory: 120 } as const;

export const idle: Benchmark = {
  name: 'idle',
  title: 'A server with nothing to do',
  method:
    'Two servers with workspaces of 10,000 tasks, one of each build, each with an open page that has loaded its list once, left alone for a minute. For comparison, a bare `node` that waits for a timer over the same minute. Processor time is a share of one core; memory is what is resident at the end.',
  run: async () => {
    mustBeBuilt(programs.folder, programs.executable);
    await using dir = await tempDir('cw-bench');
    const homes = { folder: join(dir.path, 'folder'), executable: join(dir.path, 'executable') };
    for (const home of Object.values(homes)) await makeFullWorkspace(home, dir.path);
    await using folder = await startServer(homes.folder);
    await using executable = await startServer(homes.executable, programs.executable);
    const bare = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1e9)'], { env: cleanEnv(), stdio: 'ignore' });
    using _bare = { [Symbol.dispose]: () => void bare.kill() };
    using folderPage = await connectLive(folder);
    using executablePage = await connectLive(executable);
    for (const page of [folderPage, executablePage]) await page.query('tasks.list', { limit: 50 });
    // What starting left to do (first collections, compiled code) is not idling.
    await pause(5_000);
    const watched = [pidOf(bare), folder.pid, executable.pid];
    const before = watched.map((pid) => processorTime(pid).own);
    await pause(seconds * 1000);
    const usage = watched.map((pid, place) => ({
      cpu: (processorTime(pid).own - (before[place] ?? 0)) / seconds / 10,
      pid,
    }));
    const names = ['bare `node`', 'server of `dist/cw`', 'server of `dist/bin/cw`'];
    const figures = usage.flatMap(({ cpu, pid }, place) => rows(names[place] ?? '', cpu, residentMiB(pid), place > 0));
    return { told: `${seconds} s`, figures };
  },
};

function rows(name: string, cpu: number, memory: number, goals: boolean): readonly Figure[] {
  const processor = { what: `${name}, processor`, measured: `${cpu.toFixed(2)} %` };
  const resident = { what: `${name}, memory`, measured: `${memory.toFixed(0)} MiB` };
  if (!goals) return [processor, resident];
  return [
    { ...processor, goal: `under ${limits.cpu} %`, met: cpu < limits.cpu },
    { ...resident, goal: `under ${limits.memory} MiB`, met: memory < limits.memory },
  ];
}

function pidOf(child: ChildProcess): number {
  if (child.pid === undefined) throw new Error('a bare node did not start');
  return child.pid;
}

function residentMiB(pid: number): number {
  const line = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
  return Number(line?.[1]) / 1024;
}
