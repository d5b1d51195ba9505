import { existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { unwrap } from '@cw/kernel';
import { testAct } from '@cw/storage/testing';
import { processesCarrying, waitFor } from '@cw/testkit';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { AgentsModule, LaunchRun } from '../agents.module.ts';
import { placeAt, placeText } from '../model/network-host.ts';
import type { RunRecord } from '../model/run.ts';
import { abilitiesOf, type ProviderName } from '../providers/programs.ts';
import { plainEnclosure, type RunDriver } from '../testing.ts';

/** What the agent of a run is to do: end well, end badly with the word `broken`, or work until it is stopped. */
export type Behaviour = 'done' | 'failed' | 'endless';

export type ProviderBench = AsyncDisposable & {
  readonly agents: AgentsModule;
  readonly driver: RunDriver;
  /** What has to be given to `launch` so that the agent behaves so. */
  readonly arrange: (behaviour: Behaviour) => Promise<Partial<LaunchRun>>;
  /** The same, of an agent that runs a line of shell with its tools and then ends well. */
  readonly runs: (line: string) => Promise<Partial<LaunchRun>>;
  /** Agents are kept in a sandbox from now on. */
  readonly enclose: () => Promise<void>;
  /** Where its model is, `host:port`. */
  readonly modelAt: readonly string[];
  /** The worktree of its runs. */
  readonly worktree: string;
  /** The program cannot be run from now on. */
  readonly breakProgram: () => Promise<Partial<LaunchRun>>;
};

/** What every provider promises, whatever program it runs. */
export function describeProvider(name: ProviderName, make: () => Promise<ProviderBench>): void {
  describe(`the provider ${name}`, () => {
    let bench: ProviderBench;
    beforeEach(async () => {
      bench = await make();
    });
    afterEach(async () => {
      for (const { id } of unwrap(await bench.agents.list()).items)
        expect(await processesCarrying(mark(id))).toEqual([]);
      await bench[Symbol.asyncDispose]();
    });
    const begin = async (behaviour: Behaviour) => {
      const more = await bench.arrange(behaviour);
      return bench.driver.start(await bench.driver.create(name), more);
    };
    const busy = (run: RunRecord) =>
      waitFor(async () =>
        (await processesCarrying(mark(run.id))).some(({ command }) => command.startsWith('sleep 1000')),
      );

    test('ends a run as done when its agent did its work, and the log tells of it', async () => {
      const { run, verdict } = await bench.driver.finish(await begin('done'));
      expect(verdict).toMatchObject({ outcome: 'done', reason: null, summary: expect.any(String), failure: null });
      expect(run).toMatchObject({ outcome: 'done', exitCode: 0, estimated: false });
      const page = unwrap(await bench.agents.log(run.id));
      expect(page.entries.length).toBeGreaterThan(0);
      expect(page.complete).toBe(true);
    });

    test('ends a run as failed with what its agent said', async () => {
      const { verdict } = await bench.driver.finish(await begin('failed'));
      expect(verdict).toMatchObject({ outcome: 'failed', reason: expect.stringContaining('broken') });
      expect(verdict.failure).not.toBeNull();
    });

    test('ends a run on request, with everything it started', async () => {
      const run = await begin('endless');
      const finished = bench.driver.finish(run);
      await busy(run);
      await bench.agents.requestStop({ run: run.id }, testAct);
      expect((await finished).verdict).toMatchObject({ outcome: 'stopped', reason: 'Stopped by tess.' });
    });

    test('counts a run as lost when its agent was killed from outside, and leaves nothing of it', async () => {
      const run = await begin('endless');
      const finished = bench.driver.finish(run);
      await busy(run);
      process.kill(-(run.pid ?? 0), 'SIGKILL');
      expect((await finished).verdict).toMatchObject({ outcome: 'lost', reason: expect.any(String) });
    });

    test('starts the agent of a run once, and finds it when its start was not written down', async () => {
      const more = await bench.arrange('endless');
      const run = await bench.driver.create(name);
      const caps = { turns: null, usd: null };
      const launch = { account: null, gitEnv: {}, mcp: null, script: null, caps, enclosed: plainEnclosure, ...more };
      const identity = await bench.agents.launch(run, launch);
      expect(bench.agents.identityOf(run)).toEqual(identity);
      expect(await bench.agents.launch(run, launch)).toEqual(identity);
      expect((await bench.agents.stop(run, identity)).left).toEqual([]);
      expect(bench.agents.identityOf(run)).toBeUndefined();
    });

    test('refuses a run whose program cannot be run, and starts nothing', async () => {
      const more = await bench.breakProgram();
      const run = await bench.driver.create(name);
      await expect(bench.driver.start(run, more)).rejects.toMatchObject({ code: expect.stringMatching(/^agent\./) });
      expect(bench.agents.identityOf(run)).toBeUndefined();
    });

    test('leaves nothing that its agent wrote in a sandbox, but its work and its conversation', async () => {
      await bench.enclose();
      const sandbox = await bench.agents.sandbox.state();
      const more = await bench.runs(writesEverywhere);
      const run = await bench.driver.create(name);
      if (!sandbox.works) {
        await expect(bench.driver.start(run, more)).rejects.toMatchObject({ code: 'agent.no-sandbox' });
        return;
      }
      const own = bench.agents.provider(name).ownPath(null);
      const before = own === null ? [] : filesBelow(own);
      expect((await bench.driver.finish(await bench.driver.start(run, more))).verdict).toMatchObject({
        outcome: 'done',
      });
      const worktree = realpathSync(bench.worktree);
      const written = readFileSync(join(worktree, 'written'), 'utf8').trim().split('\n');
      // It was able to, and each such place is known: a folder made for the run is none of these afterwards.
      expect(written).toContain(worktree);
      expect(written).toContain('/tmp');
      if (own !== null) expect(written.some((place) => place.endsWith(`${run.id}/config`))).toBe(true);
      const left = written.filter((place) => place !== worktree && existsSync(join(place, 'planted')));
      expect(left).toEqual([]);
      expect(readdirSync(bench.agents.logDir(run.id)).filter((entry) => ['config', 'tmp'].includes(entry))).toEqual([]);
      const session = `${run.sessionId}.jsonl`;
      const added = own === null ? [] : filesBelow(own).filter((path) => !before.includes(path));
      expect(added.map((path) => path.split('/').at(-1))).toEqual(abilitiesOf(name).conversation ? [session] : []);
    });

    test('says where it reaches its model, as it is configured, and what it says is a host with a port', async () => {
      const provider = bench.agents.provider(name);
      const launch = await provider.prepare({
        ...{ runId: 'rn_a', worktree: bench.worktree, scope: { project: 'pr_a', task: 'tk_a' }, logDir: '/nowhere' },
        ...{ prompt: '', sessionId: 's', resume: false, caps: { turns: null, usd: null }, model: null, gitEnv: {} },
        ...{ mcp: null, sandbox: null, script: 'true', account: null },
      });
      expect(launch.modelAt).toEqual(bench.modelAt);
      for (const text of launch.modelAt) expect(placeText(placeAt(text) ?? { host: '', port: 0 })).toBe(text);
    });

    test('renews a sign-in by its own program in a folder of its own, or says that it cannot', async () => {
      const provider = bench.agents.provider(name);
      const scope = { project: 'pr_a', task: 'tk_a' };
      const ask = () => provider.renewal({ account: null, scope, scratch: '/nowhere' });
      const renewal = await ask();
      if (renewal === null) return;
      // It is given a folder of its own, and what it is told is a whole line.
      expect(Object.values(renewal.env)).toContain('/nowhere');
      expect(renewal.input).toMatch(/^[^\n]+\n$/);
    });

    test('shows what the agent was given', async () => {
      const more = await bench.arrange('done');
      const run = await bench.driver.create(name, { prompt: 'Exactly this.' });
      await bench.driver.finish(await bench.driver.start(run, more));
      expect(unwrap(await bench.agents.prompt(run.id))).toBe('Exactly this.');
    });
  });
}

/** Puts a file into every place that can be written to, by what the kernel says of its mounts, and tells which those are. */
const writesEverywhere = `
while read -r _ _ _ _ place options _; do
  case "$options" in rw*) [ -d "$place" ] && touch "$place/planted" && echo "$place";; esac
done < /proc/self/mountinfo 2>/dev/null > written
true`;

function filesBelow(folder: string): readonly string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name));
}

function mark(runId: string): string {
  return `CW_RUN=${runId}`;
}
