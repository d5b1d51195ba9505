import { openTestStorage } from '@cw/storage/testing';
import { expect, test } from 'vitest';
import { listMerges } from './find-merge.ts';

test.each([
  ['waits', 'queued', ['pending', 'pending'], ['pending', 'pending', 'pending'], null],
  ['was withdrawn', 'cancelled', ['pending', 'pending'], ['not-run', 'not-run', 'not-run'], null],
  ['failed its first check', 'checks-failed', ['failed', 'pending'], ['failed', 'failed', 'not-run'], 'tests'],
  ['was merged', 'merged', ['passed', 'passed'], ['passed', 'passed', 'passed'], null],
])('of a merge that %s it is told which checks ran', async (_, state, stored, shown, failed) => {
  using storage = openTestStorage();
  const verdict = stored.find((each) => each !== 'passed') ?? 'passed';
  const ended = state === 'queued' ? null : 1;
  await storage.transact(async (tx) => {
    await tx.run(
      `INSERT INTO merge_requests (n, id, project_id, task_id, run_id, priority, branch, head_sha, target_branch, state,
         verdict, attempt, created_at, ended_at) VALUES (1, 'mr_1', 'pr_1', 'tk_1', 'rn_1', 2, 'b', 'c', 'main', ?, ?, 1, 0, ?)`,
      [state, verdict, ended],
    );
    for (const [position, each] of stored.entries()) {
      await tx.run(
        `INSERT INTO merge_checks (merge_request_n, attempt, position, command, verdict) VALUES (1, 1, ?, ?, ?)`,
        [position, ['tests: npm test', 'lint: npm run lint'][position] ?? '', each],
      );
    }
  });
  const listed = await listMerges(storage.read);
  const [merge] = listed.ok ? listed.value.items : [];
  expect([merge?.verdict, ...(merge?.checks ?? []).map((check) => check.verdict)]).toEqual(shown);
  expect(merge?.failedCheck?.name ?? null).toBe(failed);
});
