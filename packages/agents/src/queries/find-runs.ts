import { err, ok, type Page, type Result, type RunState, runStates } from '@cw/kernel';
import { findByStart, type NotOne, type PageAsk, type ReadDb, readPage, type SqlValue } from '@cw/storage';
import type { RunRecord } from '../model/run.ts';
import type { RunFailure } from '../model/run-failure.ts';
import { type RawRun, runColumns, runTables, toRecord } from './run-row.ts';

export type RunFilter = PageAsk & {
  /** A whole id; so is the project's. */
  readonly taskId?: string | undefined;
  readonly projectId?: string | undefined;
  /** True: only runs that have not ended; false: only those that have. */
  readonly active?: boolean | undefined;
  /** Any of these states, as people write them. */
  readonly state?: readonly string[] | undefined;
};

/** Runs, the newest first. */
export async function listRuns(db: ReadDb, filter: RunFilter = {}): Promise<Result<Page<RunRecord>, RunFailure>> {
  const states = readStates(filter.state ?? []);
  if (!states.ok) return states;
  const { conditions, params } = conditionsOf(filter);
  if (states.value.length > 0) {
    conditions.push('(SELECT s.state FROM run_state_view s WHERE s.n = r.n) IN (SELECT value FROM json_each(?))');
    params.push(JSON.stringify(states.value));
  }
  const select = `SELECT ${runColumns} FROM ${runTables}`;
  const list = { select, from: 'runs r', conditions, params, key: 'r.n' };
  return readPage(db, { noun: 'run', ...list, toView: toRecord }, filter);
}

function readStates(words: readonly string[]): Result<readonly RunState[], RunFailure> {
  const states: RunState[] = [];
  for (const word of words) {
    const spelt = word
      .trim()
      .toLowerCase()
      .replace(/[\s_]+/g, '-');
    const state = runStates.find((known) => known === spelt);
    if (state === undefined) return err({ kind: 'run.bad-state', state: word });
    states.push(state);
  }
  return ok(states);
}

function conditionsOf(filter: RunFilter): { conditions: string[]; params: SqlValue[] } {
  const conditions: string[] = [];
  const params: SqlValue[] = [];
  const equals = (column: string, value: string | undefined) => {
    if (value === undefined) return;
    conditions.push(`${column} = ?`);
    params.push(value);
  };
  equals('r.task_id', filter.taskId);
  equals('r.project_id', filter.projectId);
  if (filter.active !== undefined) conditions.push(`r.ended_at IS ${filter.active ? '' : 'NOT '}NULL`);
  return { conditions, params };
}

/** One run by its id or an unambiguous start of it, or the newest of the task that is meant by its id likewise. */
export async function findRun(db: ReadDb, run: string): Promise<Result<RunRecord, RunFailure>> {
  const id = await idOf(db, run);
  if (!id.ok) {
    const { matches, meant } = id.error;
    return err(matches.length > 0 ? { kind: 'run.ambiguous', run, matches } : { kind: 'run.not-found', run, meant });
  }
  const raw = await db.get<RawRun>(`SELECT ${runColumns} FROM ${runTables} WHERE r.id = ?`, [id.value]);
  return raw ? ok(toRecord(raw)) : err({ kind: 'run.not-found', run });
}

async function idOf(db: ReadDb, run: string): Promise<Result<string, NotOne>> {
  if (/^tk_/i.test(run)) return newestOfTask(db, run);
  const found = await findByStart(db, { kind: 'run', from: 'runs' }, run);
  if (found.ok || found.error.matches.length > 0) return found;
  const ofTask = await newestOfTask(db, run);
  return ofTask.ok || ofTask.error.matches.length > 0 ? ofTask : found;
}

async function newestOfTask(db: ReadDb, task: string): Promise<Result<string, NotOne>> {
  const found = await findByStart(db, { kind: 'task', from: '(SELECT DISTINCT task_id AS id FROM runs)' }, task);
  if (!found.ok) return found;
  const row = await db.get<{ id: string }>('SELECT id FROM runs WHERE task_id = ? ORDER BY n DESC LIMIT 1', [
    found.value,
  ]);
  return row ? ok(row.id) : err({ matches: [] });
}

/** Runs that have not ended, the oldest first: what a starting dispatcher has to take up. */
export async function listActiveRuns(db: ReadDb): Promise<RunRecord[]> {
  const rows = await db.all<RawRun>(`SELECT ${runColumns} FROM ${runTables} WHERE r.ended_at IS NULL ORDER BY r.n`);
  return rows.map(toRecord);
}

/** Runs whose agent was started, the newest first. */
export async function listStartedRuns(
  db: ReadDb,
): Promise<readonly { readonly id: string; readonly hasEnded: boolean }[]> {
  const rows = await db.all<{ id: string; ended: number }>(
    'SELECT id, ended_at IS NOT NULL AS ended FROM runs WHERE started_at IS NOT NULL ORDER BY n DESC',
  );
  return rows.map(({ id, ended }) => ({ id, hasEnded: ended === 1 }));
}

/** Runs of a task, the first attempt first. */
export async function listAttempts(db: ReadDb, taskId: string): Promise<RunRecord[]> {
  const rows = await db.all<RawRun>(`SELECT ${runColumns} FROM ${runTables} WHERE r.task_id = ? ORDER BY r.attempt`, [
    taskId,
  ]);
  return rows.map(toRecord);
}

/** True once somebody asked for the run to end. */
export async function isStopRequested(db: ReadDb, runId: string): Promise<boolean> {
  const row = await db.get<{ at: number | null }>('SELECT stop_requested_at AS at FROM runs WHERE id = ?', [runId]);
  return row?.at != null;
}

/** The living run that a token was given to. @param hash of the token */
export async function findRunByTokenHash(db: ReadDb, hash: string): Promise<RunRecord | undefined> {
  const raw = await db.get<RawRun>(
    `SELECT ${runColumns} FROM ${runTables} WHERE r.token_hash = ? AND r.ended_at IS NULL`,
    [hash],
  );
  return raw && toRecord(raw);
}
