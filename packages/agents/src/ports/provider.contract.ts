import { existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { type ToolKind, unwrap } from '@cw/kernel';
import { testAct } from '@cw/storage/testing';
import { processesCarrying, waitFor } from '@cw/testkit';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { AgentsModule, LaunchRun } from '../agents.module.ts';
import { agentsConfigKeys } from '../agents-config-keys.ts';
import { placeAt, placeText } from '../model/network-host.ts';
import type { RunRecord } from '../model/run.ts';
import { abilitiesOf, type ProviderName, programOf } from '../providers/programs.ts';
import { plainEnclosure, type RunDriver } from '../testing.ts';
import type { LaunchRequest } from './provider.ts';

/** What the agent of a run is to do: end well, end badly with the word `broken`, or work until it is stopped. */
export type Behaviour = 'done' | 'failed' | 'endless';

export type ProviderBench = AsyncDisposable & {
  readonly agents: AgentsModule;
  readonly driver: RunDriver;
  /** What has to be given to `launch` so that the agent behaves so. */
  readonly arrange: (behaviour: Behaviour) => Promise<Partial<LaunchRun>>;
  /** The same, of an agent that runs a line of shell with its tools and then ends well. */
  readonly runs: (line: string) => Promise<Partial<LaunchRun>>;
  /** Has a setting say something from now on, for the whole workspace. */
  readonly configure: (key: string, value: string) => Promise<void>;
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
      for (const { id } of unwrap(await bench.agents.queries.list()).items)
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

    const prepare = (more: Partial<LaunchRequest>) =>
      bench.agents.provider(name).prepare({
        runId: 'rn_a',
        worktree: bench.worktree,
        scope: { project: 'pr_a', task: 'tk_a' },
        logDir: '/nowhere',
        prompt: '',
        sessionId: 's',
        resume: false,
        caps: { turns: null, usd: null },
        model: null,
        gitEnv: {},
        mcp: null,
        sandbox: null,
        script: 'true',
        account: null,
        ...more,
      });

    test('ends a run as done when its agent did its work, and the log tells of it', async () => {
      const { run, verdict } = await bench.driver.finish(await begin('done'));
      expect(verdict).toMatchObject({ outcome: 'done', reason: null, summary: expect.any(String), failure: null });
      expect(run).toMatchObject({ outcome: 'done', exitCode: 0, estimated: false });
      const page = unwrap(await bench.agents.queries.log(run.id));
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
      await bench.agents.commands.requestStop({ run: run.id }, testAct);
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
      await bench.configure('agents.sandbox', 'on');
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
      const launch = await prepare({});
      expect(launch.modelAt).toEqual(bench.modelAt);
      for (const text of launch.modelAt) expect(placeText(placeAt(text) ?? { host: '', port: 0 })).toBe(text);
    });

    test('is told at its start what it is able to be told, and nothing else', async () => {
      const { abilities } = programOf(name);
      const plain = await prepare({});
      const changes = async (more: Partial<LaunchRequest>) => !isDeepStrictEqual(await prepare(more), plain);
      const mcp = { command: 'cw', args: ['mcp'], env: {} };
      expect(await changes({ resume: true })).toBe(abilities.conversation);
      expect(await changes({ model: 'some-model' })).toBe(abilities.model);
      expect(await changes({ mcp })).toBe(abilities.tools);
      expect(await changes({ caps: { turns: 3, usd: 1 } })).toBe(abilities.limits);
      await bench.configure('agents.permissions', 'ask');
      expect(await changes({})).toBe(abilities.permissions);
    });

    test('takes messages, goes on by hand and has sign-ins as it says it does', () => {
      const { abilities, account, resumeByHand, settings } = programOf(name);
      const provider = bench.agents.provider(name);
      expect(provider.messageLine('a\nb') !== null).toBe(abilities.messages);
      expect(provider.messageLine('a\nb') ?? '').not.toContain('\n');
      expect(resumeByHand !== null).toBe(abilities.conversation);
      expect(provider.signInFiles(null).length > 0).toBe(account !== null);
      const own = [settings.command, ...settings.others, ...settings.permissions];
      for (const key of own) if (key !== null) expect(agentsConfigKeys).toContain(key);
    });

    test('says by which marks a line of its output may tell of a changed file', () => {
      const { kinds } = programOf(name).tools;
      const marks = bench.agents.provider(name).changeMarks;
      const changing = Object.keys(kinds).filter((tool) => isChange(kinds[tool]));
      for (const tool of changing) expect(marks.some((mark) => mark.includes(tool))).toBe(true);
    });

    test('reads calls of its tools into kinds, whatever they are given', () => {
      const { tools } = programOf(name);
      const strange = [null, 'text', [], { command: 7 }, { edits: [null] }];
      for (const [tool, kind] of Object.entries(tools.kinds)) {
        for (const input of [{}, ...strange]) {
          const reading = tools.read(tool, input);
          expect(reading.kind).toBe(kind);
          // A rule is about what a person can read of it.
          if (isTold(kind)) expect(reading.subject).toEqual(expect.any(String));
          expect(reading.changes.length > 0).toBe(isChange(kind));
        }
      }
      for (const input of strange)
        expect(tools.read('no tool', input)).toMatchObject({ kind: 'other', subject: null, changes: [], asks: null });
    });

    test('shows a command that its agent ran as one, with what came of it', async () => {
      const more = await bench.runs('echo told');
      const run = await bench.driver.create(name);
      await bench.driver.finish(await bench.driver.start(run, more));
      const { entries } = unwrap(await bench.agents.queries.log(run.id));
      const { tools } = programOf(name);
      const hasShell = Object.values(tools.kinds).includes('shell');
      const ran = entries.filter((entry) => entry.kind === 'tool' && entry.reading.kind === 'shell');
      expect(ran).toMatchObject(hasShell ? [{ argument: 'echo told' }] : []);
      expect(entries.some((entry) => 'text' in entry && entry.text.includes('told'))).toBe(true);
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
      expect(unwrap(await bench.agents.queries.prompt(run.id))).toBe('Exactly this.');
    });
  });
}

/** Kinds whose calls are told to a person by a command, a path or an address. */
function isTold(kind: ToolKind): boolean {
  return ['shell', 'edit', 'write', 'read', 'fetch'].includes(kind);
}

function isChange(kind: ToolKind | undefined): boolean {
  return kind === 'edit' || kind === 'write';
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
