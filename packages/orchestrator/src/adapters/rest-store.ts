import { type Instant, storeReason } from '@cw/kernel';
import type { Tx } from '@cw/storage';
import type { AccountRest, Rest, Retry } from '../model/rest.ts';
import { findRetry, restsOfAccount } from '../queries/find-rests.ts';

type Account = Pick<AccountRest, 'provider' | 'accountId'>;

/** What rests and how it goes on, inside one write transaction. */
export function restStore(tx: Tx) {
  return {
    findRetry: (taskId: string) => findRetry(tx, taskId),
    saveRetry: async ({ taskId, runId, resume, handover, tries, model, note, askedBy }: Retry) => {
      await tx.run(
        `INSERT OR REPLACE INTO retries (task_id, run_id, resume, tries, model, note, asked_by, at)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
        [taskId, runId, resume ? 1 : handover ? 2 : 0, tries, model, note, askedBy, tx.at],
      );
    },
    saveRest: async ({ taskId, runId, cause, until }: Rest) => {
      await tx.run('INSERT OR REPLACE INTO rests (task_id, run_id, cause, until, since) VALUES (?, ?, ?, ?, ?)', [
        taskId,
        runId,
        cause,
        until,
        tx.at,
      ]);
    },
    /** Forgets that a task rests, but not how it goes on. */
    endRest: async (taskId: string) => {
      await tx.run('DELETE FROM rests WHERE task_id = ?', [taskId]);
    },
    /** Lets what waits for no time of its own go on then, of the tasks that rest because of an account. */
    endRestsOf: async ({ provider, accountId }: Account, at: Instant) => {
      await tx.run(
        `UPDATE rests SET until = ? WHERE until IS NULL AND run_id IN (
           SELECT id FROM run_view WHERE provider = ? AND coalesce(account_id, '') = ?)`,
        [at, provider, accountId],
      );
    },
    /** Lets what was to rest until later because of an account go on then. */
    hurryRestsOf: async ({ provider, accountId, cause }: Account & Pick<AccountRest, 'cause'>, at: Instant) => {
      await tx.run(
        `UPDATE rests SET until = ? WHERE cause = ? AND (until IS NULL OR until > ?) AND run_id IN (
           SELECT id FROM run_view WHERE provider = ? AND coalesce(account_id, '') = ?)`,
        [at, cause, at, provider, accountId],
      );
    },
    /** What it rests for: as a whole, or for kinds of model. */
    restsOfAccount: (account: Account) => restsOfAccount(tx, account),
    /** In the place of what it rests for likewise. */
    saveAccount: async ({ provider, accountId, model, cause, until, times, reason, since }: AccountRest) => {
      await tx.run(
        `INSERT OR REPLACE INTO account_rests (provider, account_id, model, cause, until, times, reason, since)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
        [provider, accountId, model ?? '', cause, until, times, storeReason(reason), since],
      );
    },
    removeAccount: async ({ provider, accountId, model }: AccountRest) => {
      await tx.run('DELETE FROM account_rests WHERE provider = ? AND account_id = ? AND model = ?', [
        provider,
        accountId,
        model ?? '',
      ]);
    },
  };
}
