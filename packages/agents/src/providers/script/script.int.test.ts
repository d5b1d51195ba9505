import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createConfigModule } from '@cw/config';
import { unwrap } from '@cw/kernel';
import { openTestStorage, testAct } from '@cw/storage/testing';
import { tempDir, waitFor } from '@cw/testkit';
import { expect, test } from 'vitest';
import { createAgentsModule } from '../../agents.module.ts';
import { agentsConfigKeys } from '../../agents-config-keys.ts';
import { describeProvider } from '../../ports/provider.contract.ts';
import { createRunDriver } from '../../testing.ts';

async function bench(hostEnv = { PATH: process.env.PATH }) {
  const storage = openTestStorage();
  const dir = await tempDir();
  const agents = createAgentsModule({ home: storage.folder, storage, hostEnv });
  const driver = createRunDriver({ agents, worktree: dir.path, act: testAct });
  const scripts = { done: 'echo well done', failed: 'echo broken; exit 4', endless: 'setsid sleep 1000' };
  return {
    agents,
    driver,
    worktree: dir.path,
    modelAt: [],
    arrange: async (behaviour: keyof typeof scripts) => ({ script: scripts[behaviour] }),
    runs: async (line: string) => ({ script: line }),
    configure: async (key: string, value: string) => {
      const input = { key, value, scope: 'workspace', scopeId: '' } as const;
      unwrap(await createConfigModule({ storage }, agentsConfigKeys).commands.set(input, testAct));
    },
    breakProgram: async () => ({ script: null }),
    [Symbol.asyncDispose]: async () => {
      storage[Symbol.dispose]();
      await dir.remove();
    },
  };
}

describeProvider('script', () => bench());

test("a script's errors stand in its log where they were written, and its last words are the reason", async () => {
  await using place = await bench();
  const script = 'echo one; echo two >&2; echo three; exit 4';
  const { run, verdict } = await place.driver.finish(
    await place.driver.start(await place.driver.create('script'), { script }),
  );
  expect(verdict.reason).toBe('The script ended with exit code 4:\none\ntwo\nthree');
  expect(run).toMatchObject({ costUsd: 0, exitCode: 4 });
  const { entries } = unwrap(await place.agents.queries.log(run.id));
  expect(entries.map((entry) => entry.kind === 'output' && entry.text)).toEqual(['one', 'two', 'three']);
});

test('where bubblewrap gives up at a start, the run says so in its words', async () => {
  const dir = await tempDir();
  const begun = '*" --json-status-fd "*';
  const giveUp = 'echo "bwrap: no room." >&2; exit 1';
  const rest = 'PATH=${PATH#*:} exec bwrap "$@"';
  writeFileSync(join(dir.path, 'bwrap'), `#!/bin/sh\ncase " $* " in ${begun}) ${giveUp} ;; esac\n${rest}\n`, {
    mode: 0o755,
  });
  await using place = await bench({ PATH: `${dir.path}:${process.env.PATH}` });
  await place.configure('agents.sandbox', 'on');
  if ((await place.agents.sandbox.state()).works) {
    const run = await place.driver.start(await place.driver.create('script'), { script: 'true' });
    const { verdict } = await place.driver.finish(run);
    const reason = 'The agent did not start, because bubblewrap could not create its sandbox: no room.';
    expect(verdict).toMatchObject({ outcome: 'failed', reason });
  }
  await dir.remove();
});

test('a log can be followed while its run goes on, until the run has ended', async () => {
  await using place = await bench();
  const run = await place.driver.start(await place.driver.create('script'), {
    script: 'echo one; while [ ! -e go ]; do sleep 0.05; done; echo two',
  });
  const seen: string[] = [];
  const follow = async () => {
    for await (const page of unwrap(await place.agents.queries.followLog(run.id, new AbortController().signal))) {
      for (const entry of page.entries) if (entry.kind === 'output') seen.push(entry.text);
    }
  };
  const followed = follow();
  const finished = place.driver.finish(run);
  await waitFor(() => seen.includes('one'));
  writeFileSync(join(place.worktree, 'go'), '');
  await Promise.all([finished, followed]);
  expect(seen).toEqual(['one', 'two']);
});

test('a log is read on from any place of it without gap or repetition', async () => {
  await using place = await bench();
  const script = 'i=0; while [ $i -lt 30000 ]; do echo "line $i of many that are to be read"; i=$((i+1)); done';
  const { run } = await place.driver.finish(await place.driver.start(await place.driver.create('script'), { script }));
  const texts: string[] = [];
  for (
    let page = unwrap(await place.agents.queries.log(run.id));
    ;
    page = unwrap(await place.agents.queries.log(run.id, page.offset))
  ) {
    for (const entry of page.entries) if (entry.kind === 'output') texts.push(entry.text);
    if (page.complete) break;
  }
  expect(texts).toEqual(Array.from({ length: 30_000 }, (_, i) => `line ${i} of many that are to be read`));
});
