import { execFileSync } from 'node:child_process';
import { closeSync, mkdirSync, openSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { createConfigModule } from '@cw/config';
import { randomId, unwrap } from '@cw/kernel';
import { choicesFor, messagesWithin } from '@cw/messages';
import { openTestStorage, testAct } from '@cw/storage/testing';
import { processesCarrying, tempDir, waitFor } from '@cw/testkit';
import { expect, test } from 'vitest';
import { createAgentsModule } from '../agents.module.ts';
import { agentsConfigKeys } from '../agents-config-keys.ts';
import type { RunRecord } from '../model/run.ts';
import { createRunDriver } from '../testing.ts';

async function openBench(shown: number, asked: number, ended: number) {
  const storage = openTestStorage();
  const dir = await tempDir();
  const agents = createAgentsModule({
    home: storage.folder,
    storage,
    hostEnv: { PATH: process.env.PATH },
  });
  const limits = { stallShownAfter: shown, stallAskedAfter: asked, stallEndedAfter: ended };
  for (const [name, value] of Object.entries(limits)) {
    const input = { key: `agents.${name}`, value: String(value), scope: 'workspace', scopeId: '' } as const;
    unwrap(await createConfigModule({ storage }, agentsConfigKeys).commands.set(input, testAct));
  }
  const driver = createRunDriver({ agents, worktree: dir.path, act: testAct });
  const turns = async (run: RunRecord) =>
    (await storage.bus.read(0, 1_000))
      .filter(({ type, entity }) => entity === run.id && (type === 'run.stalled' || type === 'run.heard-again'))
      .map(({ type, payload }) => (type === 'run.heard-again' ? 'heard' : Reflect.get(Object(payload), 'turn')));
  return {
    agents,
    driver,
    turns,
    storage,
    worktree: dir.path,
    begin: async (script: string) => driver.start(await driver.create('script'), { script }),
    stallOf: async (run: RunRecord) => unwrap(await agents.queries.find(run.id)).stall,
    [Symbol.asyncDispose]: async () => {
      for (const { id } of unwrap(await agents.queries.list()).items) {
        expect(await processesCarrying(`CW_RUN=${id}`)).toEqual([]);
      }
      storage[Symbol.dispose]();
      await dir.remove();
    },
  };
}

test.concurrent('an agent of which nothing is heard is shown, asked about, and ended as lost', async () => {
  await using bench = await openBench(1, 2, 3);
  const run = await bench.begin('echo begun; setsid sleep 1000');
  const { verdict, run: ended } = await bench.driver.finish(run);
  expect(verdict).toMatchObject({ outcome: 'lost', failure: null });
  expect(verdict.reason).toMatch(
    /^The agent was silent for \d+ seconds: no output; its \d+ processes took .* none of \d+ files/,
  );
  expect(await bench.turns(run)).toEqual(['shown', 'asked', 'ended']);
  expect(ended).toMatchObject({ stall: 'asked', outcome: 'lost' });
});

test.concurrent('a word of it ends the stall, and it goes on', async () => {
  await using bench = await openBench(1, 0, 0);
  const fifo = join(bench.worktree, 'fifo');
  execFileSync('mkfifo', [fifo]);
  const say = openSync(fifo, 'r+');
  const run = await bench.begin('read -r _ < fifo; echo here I am; read -r _ < fifo');
  const finished = bench.driver.finish(run);
  await waitFor(async () => (await bench.stallOf(run)) === 'shown');
  writeSync(say, '\n');
  await waitFor(async () => (await bench.turns(run)).includes('heard'));
  writeSync(say, '\n');
  expect((await finished).verdict).toMatchObject({ outcome: 'done', summary: 'here I am' });
  closeSync(say);
});

test.concurrent.each([
  ['a busy child', '(while [ ! -e enough ]; do :; done)'],
  ['processes that come and go', 'while [ ! -e enough ]; do sleep 0.2; done'],
])('%s without a word is life enough', async (_name, script) => {
  await using bench = await openBench(1, 2, 3);
  const run = await bench.begin(`${script}; echo built`);
  const finished = bench.driver.finish(run);
  await waitFor(async () => unwrap(await bench.agents.queries.find(run.id)).lastSignAt !== null);
  writeFileSync(join(bench.worktree, 'enough'), '');
  expect((await finished).verdict.outcome).toBe('done');
});

test.concurrent('a file that somebody changes for it is life enough', async () => {
  await using bench = await openBench(1, 2, 3);
  const run = await bench.begin('exec sleep 1000');
  const finished = bench.driver.finish(run);
  await waitFor(
    async () => {
      writeFileSync(join(bench.worktree, 'report.txt'), String(performance.now()));
      return unwrap(await bench.agents.queries.find(run.id)).lastSignAt !== null;
    },
    { interval: 100 },
  );
  expect(await bench.turns(run)).not.toContain('ended');
  unwrap(await bench.agents.commands.requestStop({ run: run.id }, testAct));
  expect((await finished).verdict.outcome).toBe('stopped');
});

test.concurrent('a file that is changed behind thousands of others is life enough', async () => {
  await using bench = await openBench(1, 2, 3);
  const [many, last] = [join(bench.worktree, 'many'), join(bench.worktree, 'zz')];
  for (const folder of [many, last]) mkdirSync(folder);
  for (let index = 0; index < 6_000; index += 1) writeFileSync(join(many, String(index)), '');
  const run = await bench.begin('exec sleep 1000');
  const finished = bench.driver.finish(run);
  await waitFor(
    async () => {
      writeFileSync(join(last, 'report.txt'), String(performance.now()));
      return unwrap(await bench.agents.queries.find(run.id)).lastSignAt !== null;
    },
    { interval: 100 },
  );
  expect(await bench.turns(run)).not.toContain('ended');
  unwrap(await bench.agents.commands.requestStop({ run: run.id }, testAct));
  expect((await finished).verdict.outcome).toBe('stopped');
});

test.concurrent('one that takes next to no processor time, and writes elsewhere, is alive', async () => {
  await using bench = await openBench(1, 2, 3);
  await using elsewhere = await tempDir();
  execFileSync('mkfifo', [join(elsewhere.path, 'fifo')]);
  const write = `printf "%2000s" x >> ${elsewhere.path}/out`;
  const run = await bench.begin(
    `exec bash -c 'while ! read -t 0.3 _ <> ${elsewhere.path}/fifo; do ${write}; done; echo built'`,
  );
  const finished = bench.driver.finish(run);
  await waitFor(async () => unwrap(await bench.agents.queries.find(run.id)).lastSignAt !== null);
  expect(await bench.turns(run)).not.toContain('ended');
  const say = openSync(join(elsewhere.path, 'fifo'), 'r+');
  writeSync(say, '\n');
  expect((await finished).verdict).toMatchObject({ outcome: 'done', summary: 'built' });
  closeSync(say);
});

test.concurrent('one that waits for a person is left to wait', async () => {
  await using bench = await openBench(1, 2, 3);
  const run = await bench.begin('exec sleep 1000');
  const subject = `ask:${run.id}:1` as const;
  const about = { projectId: null, taskId: null, runId: run.id, title: 'Which port?', choices: choicesFor.question };
  const item = { ids: randomId, kind: 'question', subject, ...about } as const;
  await bench.storage.transact((tx) => messagesWithin(tx).raiseItem(item, testAct));
  const finished = bench.driver.finish(run);
  await waitFor(async () => unwrap(await bench.agents.queries.find(run.id)).lastSignAt !== null);
  await bench.storage.transact((tx) => messagesWithin(tx).settleSubject(subject, testAct));
  expect((await finished).verdict.outcome).toBe('lost');
});

test.concurrent('a decision to end a silent agent is carried out by the next process too', async () => {
  await using bench = await openBench(0, 0, 0);
  const run = await bench.begin('exec sleep 1000');
  writeFileSync(join(bench.agents.logDir(run.id), 'silence'), '1200000\n');
  const { verdict } = await bench.driver.finish(run);
  expect(verdict).toMatchObject({ outcome: 'lost', reason: expect.stringContaining('20 minutes') });
});
