import type { Connection, Statement } from '../driver.ts';
import type { ReadDb, SqlParams } from '../ports/read-db.ts';
import { sqliteFault } from './sqlite-faults.ts';
import { watchTexts } from './wrong-text.ts';

/** Prepares each SQL text once per connection. */
export function statementCache(connection: Connection): (sql: string) => Statement {
  const prepared = new Map<string, Statement>();
  return (sql) => {
    const known = prepared.get(sql);
    if (known) return known;
    const statement: Statement = connection.prepare(sql);
    prepared.set(sql, statement);
    return statement;
  };
}

/** Binds by position for an array, by name for an object. */
export function bind(params: SqlParams | undefined): unknown[] {
  if (params === undefined) return [];
  return Array.isArray(params) ? params : [params];
}

/** Reads over one connection. What the disk keeps from being read is thrown as a Fault. */
export function readsOver(connection: Connection): ReadDb {
  const statement = statementCache(connection);
  const path = connection.name;
  const watched = watchTexts(connection);
  return {
    all: async <Row>(sql: string, params?: SqlParams) =>
      told(path, () => {
        const rows = statement(sql).all(...bind(params)) as Row[];
        for (const row of rows) watched(row, { sql, params });
        return rows;
      }),
    get: async <Row>(sql: string, params?: SqlParams) =>
      told(path, () => watched(statement(sql).get(...bind(params)) as Row | undefined, { sql, params })),
    each: function* <Row>(sql: string, params?: SqlParams) {
      const rows = told(path, () => statement(sql).iterate(...bind(params)) as IterableIterator<Row>);
      try {
        for (let next = told(path, () => rows.next()); !next.done; next = told(path, () => rows.next()))
          yield watched(next.value, { sql, params });
      } finally {
        rows.return?.();
      }
    },
  };
}

function told<T>(path: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw sqliteFault(error, path);
  }
}
