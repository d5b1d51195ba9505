import { spawn } from 'node:child_process';
import { unwrap } from '@cw/kernel';
import { expect, test } from 'vitest';
import { gitMergeBench } from '../adapters/git-merge-bench.ts';
import type { MergeBench } from '../ports/merge-bench.ts';
import { startTestQueue } from '../testing.ts';

type Step = 'refresh' | 'prepare' | 'setUp' | 'runCheck' | 'land' | 'hasLanded' | 'push';
const steps: readonly Step[] = ['refresh', 'prepare', 'setUp', 'runCheck', 'land', 'hasLanded', 'push'];
const points = steps.flatMap((step) => (['before', 'after'] as const).map((moment) => ({ step, moment })));

/** A bench that stops the program dead at one point: nothing after it is written down. */
function killedAt(bench: MergeBench, at: { readonly step: Step; readonly moment: 'before' | 'after' }): MergeBench {
  const dead = () => {
    throw new Error('killed');
  };
  const wrap =
    <A extends readonly unknown[], R>(work: (...args: A) => Promise<R>) =>
    async (...args: A): Promise<R> => {
      if (at.moment === 'before') dead();
      const answer = await work(...args);
      return at.moment === 'after' ? dead() : answer;
    };
  return { ...bench, [at.step]: wrap<readonly never[], unknown>(bench[at.step]) };
}

test.each(points)('killed $moment $step, a merge ends exactly once', async (at) => {
  await using it = await startTestQueue({ checks: ['true'] });
  const merge = await it.enqueue({ 'b.txt': 'b' });
  const killed = it.restart(killedAt(gitMergeBench(it.home), at));
  await expect(killed.processQueue(it.project.id, new AbortController().signal)).rejects.toThrow('killed');
  expect(await it.task(merge.taskId)).toMatchObject({ state: expect.stringMatching(/^(merging|verifying)$/) });

  const again = it.restart();
  expect(await again.processQueue(it.project.id, new AbortController().signal)).toBe(0);
  expect(await again.recover()).toBe(1);
  await again.processQueue(it.project.id, new AbortController().signal);
  const done = unwrap(await again.queries.find(merge.id));
  expect(done).toMatchObject({ state: 'merged', verdict: 'passed', pushed: true });
  expect(await it.task(merge.taskId)).toMatchObject({ status: 'closed', outcome: 'done' });
  expect(await it.git('rev-list', '--count', '--first-parent', 'cw/next')).toBe('2');
  expect(await it.repo.head('cw/next')).toBe(done.mergeSha);
  const merged = (await it.storage.bus.read(0, 500)).filter((event) => event.type === 'merge.merged');
  expect(merged).toHaveLength(1);
  expect(await again.recover()).toBe(0);
});

test('a check that outlived its killed program is ended before the merge is tried again', async () => {
  await using it = await startTestQueue({ checks: ['true'] });
  const merge = await it.enqueue({ 'b.txt': 'b' });
  const killed = it.restart(killedAt(gitMergeBench(it.home), { step: 'runCheck', moment: 'before' }));
  await expect(killed.processQueue(it.project.id, new AbortController().signal)).rejects.toThrow('killed');
  const orphan = spawn('sleep', ['314'], { env: { PATH: process.env.PATH, CW_COMMAND: merge.id }, detached: true });
  const ended = new Promise((resolve) => orphan.once('exit', (_code, signal) => resolve(signal)));
  await it.restart().recover();
  expect(await ended).toBe('SIGTERM');
});
