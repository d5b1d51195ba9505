import type { Tx } from '@cw/storage';
import type { RestStore } from '../ports/rest-store.ts';
import { findRetry, restsOfAccount } from '../queries/find-rests.ts';

export function sqliteRestStore(tx: Tx): RestStore {
  return {
    findRetry: (taskId) => findRetry(tx, taskId),
    saveRetry: async ({ taskId, runId, resume, handover, tries, model, note, askedBy }) => {
      await tx.run(
        `INSERT OR REPLACE INTO retries (task_id, run_id, resume, tries, model, note, asked_by, at)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
        [taskId, runId, resume ? 1 : handover ? 2 : 0, tries, model, note, askedBy, tx.at],
      );
    },
    saveRest: async ({ taskId, runId, cause, until }) => {
      await tx.run('INSERT OR REPLACE INTO rests (task_id, run_id, cause, until, since) VALUES (?, ?, ?, ?, ?)', [
        taskId,
        runId,
        cause,
        until,
        tx.at,
      ]);
    },
    endRest: async (taskId) => {
      await tx.run('DELETE FROM rests WHERE task_id = ?', [taskId]);
    },
    endRestsOf: async ({ provider, accountId }, at) => {
      await tx.run(
        `UPDATE rests SET until = ? WHERE until IS NULL AND run_id IN (
           SELECT id FROM run_view WHERE provider = ? AND coalesce(account_id, '') = ?)`,
        [at, provider, accountId],
      );
    },
    hurryRestsOf: async ({ provider, accountId, cause }, at) => {
      await tx.run(
        `UPDATE rests SET until = ? WHERE cause = ? AND (until IS NULL OR until > ?) AND run_id IN (
           SELECT id FROM run_view WHERE provider = ? AND coalesce(account_id, '') = ?)`,
        [at, cause, at, provider, accountId],
      );
    },
    restsOfAccount: (account) => restsOfAccount(tx, account),
    saveAccount: async ({ provider, accountId, model, cause, until, times, reason, since }) => {
      await tx.run(
        `INSERT OR REPLACE INTO account_rests (provider, account_id, model, cause, until, times, reason, since)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
        [provider, accountId, model ?? '', cause, until, times, reason, since],
      );
    },
    removeAccount: async ({ provider, accountId, model }) => {
      await tx.run('DELETE FROM account_rests WHERE provider = ? AND account_id = ? AND model = ?', [
        provider,
        accountId,
        model ?? '',
      ]);
    },
  };
}
