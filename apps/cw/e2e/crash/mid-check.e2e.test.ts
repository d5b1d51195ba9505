import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { processesCarrying, waitFor } from '@cw/testkit';
import { expect, test } from 'vitest';
import { assign, createTask } from '../harness/project.ts';
import { expectEndedOnce, noting, openCrashBench, startsOf } from './crash-bench.ts';

/** Hangs the first time, with a process in a session of its own, and passes from then on. */
const check = [
  'echo started >> "$HOME/check.notes"',
  '[ "$(wc -l < "$HOME/check.notes")" -gt 1 ] && exit 0',
  'setsid sleep 1000 & sleep 1000',
].join('; ');

const ways = ['kill', 'stop'] as const;

test.each(ways)(
  'a check that was under way at a %s of the server is ended, and run again on the same merge',
  async (how) => {
    await using bench = await openCrashBench(check);
    const { cw } = bench;
    const first = await cw.serve();
    const task = await createTask(cw, 'Checked', { script: noting('checked') });
    await assign(cw, task);
    await waitFor(async () => (await startsOf(cw, 'check')) === 1, { what: 'the check to begin', timeout: 60_000 });
    const sleeping = await waitFor(async () => {
      const found = await processesCarrying(`HOME=${cw.userHome}`);
      return found.filter(({ command }) => command === 'sleep 1000').length === 2 && found;
    });
    await first[how]();
    expect(existsSync(join(cw.home, 'server.json'))).toBe(how === 'kill');

    await using second = await cw.serve();
    const { merge } = await expectEndedOnce(bench, task.id);
    expect(merge.checks).toMatchObject([{ verdict: 'passed' }]);
    expect(await startsOf(cw, 'check')).toBe(2);
    const left = new Set((await processesCarrying(`HOME=${cw.userHome}`)).map(({ pid }) => pid));
    expect(sleeping.filter(({ pid }) => left.has(pid))).toEqual([]);
    await second.stop();
  },
);
