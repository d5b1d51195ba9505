import type { Connection } from '../driver.ts';

/**
 * True when a full-text index over another table holds just the words of that table's rows. A second index is made of the
 * rows in temporary space, and the words of both are compared place by place.
 */
export function searchIndexAgrees(connection: Connection, index: string): boolean {
  const { columns, content, rowid, tokenizer } = describe(connection, index);
  const drop = `DROP TABLE IF EXISTS temp.fresh_words; DROP TABLE IF EXISTS temp.kept_words; DROP TABLE IF EXISTS temp.fresh`;
  connection.exec(drop);
  try {
    connection.exec(`CREATE VIRTUAL TABLE temp.fresh USING fts5(${columns}, content = '', tokenize = '${tokenizer}');
      INSERT INTO temp.fresh (rowid, ${columns}) SELECT ${rowid}, ${columns} FROM ${content};
      CREATE VIRTUAL TABLE temp.fresh_words USING fts5vocab('temp', 'fresh', 'instance');
      CREATE VIRTUAL TABLE temp.kept_words USING fts5vocab('main', '${index}', 'instance')`);
    const less = connection.prepare(
      'SELECT 1 FROM (SELECT * FROM fresh_words EXCEPT SELECT * FROM kept_words) LIMIT 1',
    );
    const more = connection.prepare(
      'SELECT 1 FROM (SELECT * FROM kept_words EXCEPT SELECT * FROM fresh_words) LIMIT 1',
    );
    return less.get() === undefined && more.get() === undefined;
  } finally {
    connection.exec(drop);
  }
}

/** What an index is made of, told by the statement that made it. */
function describe(connection: Connection, index: string) {
  const sql = String(connection.prepare('SELECT sql FROM sqlite_schema WHERE name = ?').pluck().get(index) ?? '');
  const columns = connection
    .prepare('SELECT name FROM pragma_table_info(?)')
    .pluck()
    .all(index)
    .map((name) => String(name))
    .join(', ');
  const option = (name: string) => new RegExp(`\\b${name}\\s*=\\s*'([^']+)'`).exec(sql)?.[1];
  const content = option('content');
  if (content === undefined) throw new Error(`${index} is no index over another table`);
  return { columns, content, rowid: option('content_rowid') ?? 'rowid', tokenizer: option('tokenize') ?? 'unicode61' };
}
