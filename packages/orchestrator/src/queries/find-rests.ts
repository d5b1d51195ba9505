import { type Clock, type Instant, readReason, type StoredReason, toIsoOrNull } from '@cw/kernel';
import type { ReadDb } from '@cw/storage';
import type { AccountRest, KnownRest, RestView, Retry } from '../model/rest.ts';

const accountColumns =
  'a.provider, a.account_id AS accountId, a.cause, a.model, a.until, a.times, a.reason, told(a.reason) AS said, a.since' as const;

type AccountRow = Omit<KnownRest, 'model' | 'reason'> & {
  readonly reason: StoredReason;
  /** Empty where it is of none alone. */
  readonly model: string;
};

function toRest<T extends AccountRow>(row: T): Omit<T, 'model' | 'reason'> & Pick<KnownRest, 'model' | 'reason'> {
  return { ...row, model: row.model || null, reason: readReason(row.reason) };
}

/** An account that no agent may be started with now. */
export type RestingAccount = KnownRest & {
  /** The run that tries it, where its time has come. */
  readonly triedBy: string | null;
};

/**
 * Accounts with which nothing may be started now: their time has not come, or one run is trying them already. The empty
 * id stands for the sign-in that the user has without an account.
 */
export async function restingAccounts(db: ReadDb): Promise<readonly RestingAccount[]> {
  const rows = await db.all<AccountRow & Pick<RestingAccount, 'triedBy'>>(
    `SELECT * FROM (
       SELECT ${accountColumns}, (SELECT r.id FROM run_view r WHERE r.ended_at IS NULL AND r.provider = a.provider
         AND coalesce(r.account_id, '') = a.account_id AND r.created_at >= a.until
         AND (a.model = '' OR r.model IS NULL OR instr(r.model, a.model) > 0) LIMIT 1) AS triedBy
       FROM account_rests a)
     WHERE until IS NULL OR (until > now_ms() AND since <= now_ms() + 60000) OR triedBy IS NOT NULL
     ORDER BY provider, accountId, model`,
  );
  return rows
    .map(toRest)
    .map((row) =>
      row.triedBy === null
        ? row
        : { ...row, until: null, said: `the run ${row.triedBy} is trying whether it works again` },
    );
}

/** Every account that is said to rest, also one whose time has come and that no run has tried yet. */
export async function listAccountRests(db: ReadDb): Promise<readonly KnownRest[]> {
  const rows = await db.all<AccountRow>(
    `SELECT ${accountColumns} FROM account_rests a ORDER BY a.provider, a.account_id, a.model`,
  );
  return rows.map(toRest);
}

/** Accounts that are of no use now: whose time has come is tried with the next task. */
export async function showRests({
  read,
  clock,
}: {
  readonly read: ReadDb;
  readonly clock: Clock;
}): Promise<readonly RestView[]> {
  const now = clock.now();
  const rests = await listAccountRests(read);
  return rests.flatMap(({ provider, accountId, cause, model, until }) =>
    until === null || until > now ? [{ provider, accountId, cause, model, until: toIsoOrNull(until) }] : [],
  );
}

/** What one account rests for: as a whole, or for kinds of model. */
export async function restsOfAccount(
  db: ReadDb,
  { provider, accountId }: Pick<AccountRest, 'provider' | 'accountId'>,
): Promise<readonly KnownRest[]> {
  const rows = await db.all<AccountRow>(
    `SELECT ${accountColumns} FROM account_rests a WHERE a.provider = ? AND a.account_id = ? ORDER BY a.model`,
    [provider, accountId],
  );
  return rows.map(toRest);
}

/** How the next run of a task begins, if something was said about it since its last one. */
export async function findRetry(db: ReadDb, taskId: string): Promise<Retry | undefined> {
  const row = await db.get<Omit<Retry, 'resume'> & { readonly resume: number }>(
    `SELECT task_id AS taskId, run_id AS runId, resume, tries, model, note, asked_by AS askedBy
     FROM retries WHERE task_id = ?`,
    [taskId],
  );
  return row && { ...row, resume: row.resume === 1, handover: row.resume === 2 };
}

export type DueRest = Pick<AccountRest, 'provider' | 'accountId'> & {
  readonly taskId: string;
  readonly projectId: string;
  /** Whether it goes on with a conversation, which is that account's. */
  readonly resume: boolean;
  /** Null: what the program takes by itself. */
  readonly model: string | null;
};

/** A clock that was put back does not make anything wait longer than it was to. */
const isAhead = (table: string) => `${table}.until > ? AND ${table}.since <= ? + 60000`;

/** With which model the next runs of those tasks begin that are to begin with one of their own. */
export async function nextModels(db: ReadDb, taskIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows = await db.all<{ taskId: string; model: string }>(
    `SELECT e.task_id AS taskId, e.model FROM retries e WHERE e.model IS NOT NULL
     AND e.task_id IN (SELECT value FROM json_each(?))
     AND e.run_id = (SELECT r.id FROM run_view r WHERE r.task_id = e.task_id ORDER BY r.n DESC LIMIT 1)`,
    [JSON.stringify(taskIds)],
  );
  return new Map(rows.map(({ taskId, model }) => [taskId, model]));
}

/** Tasks whose rest is over at that moment, the longest over first. */
export async function dueRests(db: ReadDb, now: Instant): Promise<readonly DueRest[]> {
  const rows = await db.all<Omit<DueRest, 'resume'> & { readonly resume: number }>(
    `SELECT w.task_id AS taskId, r.project_id AS projectId, coalesce(e.resume, 0) AS resume, e.model, r.provider, coalesce(r.account_id, '') AS accountId
     FROM rests w JOIN task_view t ON t.id = w.task_id JOIN run_view r ON r.id = w.run_id
     LEFT JOIN retries e ON e.task_id = w.task_id AND e.run_id = w.run_id
     WHERE w.until IS NOT NULL AND NOT (${isAhead('w')}) AND t.stage = 'resting' AND t.deleted_at IS NULL
     ORDER BY w.until LIMIT 200`,
    [now, now],
  );
  return rows.map((row) => ({ ...row, resume: row.resume === 1 }));
}

/** When, after that moment, the next rest is over, of a task or an account; undefined where none has an end. */
export async function nextRestEnd(db: ReadDb, now: Instant): Promise<Instant | undefined> {
  const row = await db.get<{ at: number | null }>(
    `SELECT min(at) AS at FROM (
       SELECT min(w.until) AS at FROM rests w JOIN task_view t ON t.id = w.task_id
         WHERE ${isAhead('w')} AND t.stage = 'resting' AND t.deleted_at IS NULL
       UNION ALL SELECT min(a.until) FROM account_rests a WHERE ${isAhead('a')})`,
    [now, now, now, now],
  );
  return row?.at ?? undefined;
}

/**
 * Accounts that wait for a person, and for which one has done something: a task that failed with the account was
 * assigned again since, or the account is not there any more.
 */
export async function attendedAccounts(db: ReadDb): Promise<readonly KnownRest[]> {
  const rows = await db.all<AccountRow>(
    `SELECT ${accountColumns} FROM account_rests a WHERE a.until IS NULL AND (
       (a.account_id <> '' AND NOT EXISTS (SELECT 1 FROM account_view c WHERE c.id = a.account_id))
       OR EXISTS (SELECT 1 FROM run_view r JOIN task_view t ON t.id = r.task_id
         WHERE r.provider = a.provider AND coalesce(r.account_id, '') = a.account_id AND r.failure = a.cause
         AND r.ended_at >= a.since AND t.status = 'open' AND t.dispatch <> 'manual' AND t.deleted_at IS NULL))`,
  );
  return rows.map(toRest);
}
