import { type Advice, type Finding, isFault, step } from '@cw/kernel';
import type { ReadDb } from '../ports/read-db.ts';
import type { Inspected } from './inspection.ts';
import { type MigrationSource, migrationHash } from './migrator.ts';

export const putBackBackup: Advice = {
  hint: 'The current database is kept as a backup.',
  next: [step('See the backups', 'backup list'), step('Restore one', 'backup restore', '<file>')],
};

/** Whether SQLite finds the file whole, and every reference in it leads somewhere. For a database of any version. */
export async function checkIntegrity(read: ReadDb, path: string): Promise<readonly Finding[]> {
  const told = await integrityOf(read);
  const damaged = told
    .filter((line) => line !== 'ok')
    .map((line) => problem('storage.integrity', path, `The database file is damaged: ${line}.`, putBackBackup));
  // References are followed through the very pages that are damaged.
  if (damaged.length > 0) return damaged;
  const broken = await read.all<{ table: string; parent: string; n: number }>(
    'SELECT "table", parent, count(*) AS n FROM pragma_foreign_key_check() GROUP BY 1, 2',
  );
  return broken.map(({ table, parent, n }) =>
    problem('storage.references', table, `${n} rows of ${table} refer to ${parent} that do not exist.`, putBackBackup),
  );
}

/** What SQLite says of the file; of some damage it says no more than that there is some. */
async function integrityOf(read: ReadDb): Promise<readonly string[]> {
  try {
    const told = await read.all<{ integrity_check: string }>('PRAGMA integrity_check(20)');
    return told.map((row) => row.integrity_check);
  } catch (error) {
    if (isFault(error) && error.code === 'storage.unreadable') return ['SQLite cannot read it completely'];
    throw error;
  }
}

/** How many wrong texts are named. */
const mostTexts = 20;

/** Whether every text is one: SQLite does not look at that, and no such text is shown or copied. */
export function checkTexts({ wrongTexts }: Pick<Inspected, 'wrongTexts'>): readonly Finding[] {
  return wrongTexts(mostTexts).map(({ table, column, row }) =>
    problem(
      'storage.texts',
      `${table} ${row}`,
      `The text in ${table}.${column} (${row}) is not UTF-8: the file is damaged there. It is neither shown nor copied.`,
      putBackBackup,
    ),
  );
}

/** Whether the migrations that the database says it had are those of this program, byte for byte. */
export async function checkMigrations(read: ReadDb, migrations: MigrationSource): Promise<readonly Finding[]> {
  const ran = await read.all<{ n: number; name: string; hash: string }>(
    'SELECT n, name, hash FROM migrations ORDER BY n',
  );
  const byPlace = new Map(ran.map((row) => [row.n, row]));
  return migrations().flatMap((migration, index) => {
    const row = byPlace.get(index + 1);
    const hint = 'Use the cw that made this database, and report this if it was an official one.';
    if (row === undefined) {
      return [problem('storage.migrations', migration.name, `The migration ${migration.name} is not recorded.`, hint)];
    }
    if (row.hash === migrationHash(migration)) return [];
    const message = `The migration ${row.name} that ran differs from this program's.`;
    return [problem('storage.migrations', row.name, message, hint)];
  });
}

/** Whether the event log is whole, and nobody stands at a position that it has not reached. */
export async function checkEventLog(read: ReadDb): Promise<readonly Finding[]> {
  const log = await read.get<{ n: number; first: number; last: number; given: number }>(
    `SELECT count(*) AS n, coalesce(min(seq), 0) AS first, coalesce(max(seq), 0) AS last,
       coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'events'), 0) AS given FROM events`,
  );
  const { n = 0, first = 0, last = 0, given = 0 } = log ?? {};
  const found: Finding[] = [];
  const missing = Math.max(given, last) - n;
  if (missing > 0) {
    const gap = await read.get<{ seq: number }>(
      'SELECT seq + 1 AS seq FROM events e WHERE seq < ? AND NOT EXISTS (SELECT 1 FROM events f WHERE f.seq = e.seq + 1) LIMIT 1',
      [last],
    );
    const at = first > 1 ? 1 : (gap?.seq ?? last + 1);
    found.push(
      problem(
        'storage.events',
        `position ${at}`,
        `${missing} events are missing from the history, the first at position ${at}; cw never removes any.`,
        'Nothing else depends on them. An earlier backup contains them, if you need that history.',
      ),
    );
  }
  if (given < last) {
    const message = `The event log would assign position ${given + 1} a second time.`;
    found.push(problem('storage.events', `position ${given + 1}`, message, putBackBackup));
  }
  return [...found, ...(await checkSubscribers(read, Math.max(last, given)))];
}

async function checkSubscribers(read: ReadDb, last: number): Promise<readonly Finding[]> {
  const rows = await read.all<{ name: string; seq: number; parked: number | null; error: string | null }>(
    'SELECT name, seq, parked_at AS parked, last_error AS error FROM subscriber_cursors WHERE parked_at IS NOT NULL OR seq > ?',
    [last],
  );
  return rows.map(({ name, seq, parked, error }) =>
    parked === null
      ? problem('storage.subscribers', name, `${name} is at ${seq}, beyond the end of the log.`, putBackBackup)
      : problem(
          'storage.subscribers',
          name,
          `${name} gave up at position ${seq}: ${error ?? 'no reason'}.`,
          'Fix the cause, then start the server again: it continues from there.',
        ),
  );
}

function problem(check: string, thing: string, message: string, advice: string | Advice): Finding {
  return { check, level: 'problem', thing, message, ...(typeof advice === 'string' ? { hint: advice } : advice) };
}
