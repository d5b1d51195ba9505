import { err, type IdKind, idPrefixes, nearest, ok, type Result } from '@cw/kernel';
import type { ReadDb } from './ports/read-db.ts';

/** What else a name may mean: several things, or nothing, but perhaps one that is spelt much like it. */
export type NotOne = { readonly matches: readonly string[]; readonly meant?: string | undefined };

/** Where things of one kind are found by what people call them. */
type Among = {
  /** @defaultValue any: an id of whatever kind */
  readonly kind?: IdKind;
  /** Table and condition, as SQL: `tasks WHERE deleted_at IS NULL`. */
  readonly from: string;
  /** The column of their names, where they have some. */
  readonly name?: string;
};

type Found = { readonly id: string; readonly name: string | null };

/** As many are told to choose from. */
const mostTold = 5;
/** Among so many it is looked for one that is spelt like what was typed. */
const mostCompared = 2_000;
const shortestLikened = 4;
/** Behind every text that begins alike. */
const afterAll = '\u{10FFFF}';

/**
 * The one thing that people mean by `text`: its name, its id, with or without what ids of its kind begin with, or an unambiguous
 * start of either. What is equal wins over what only begins so.
 * @returns the id, or what else matches: nothing, or up to five to choose from
 */
export async function findByStart(db: ReadDb, among: Among, text: string): Promise<Result<string, NotOne>> {
  const typed = text.trim();
  if (typed === '') return err({ matches: [] });
  const named = among.name === undefined ? [] : await rows(db, among, { sql: `${among.name} = ?`, params: [typed] });
  const [exact] = named;
  if (exact && named.length === 1) return ok(exact.id);
  const found = new Map<string, Found>();
  const starts = idStarts(among.kind, typed);
  for (const row of await rows(db, among, anyOf(starts.map((start) => beginning('id', start))))) {
    if (starts.includes(row.id)) return ok(row.id);
    found.set(row.id, row);
  }
  if (among.name !== undefined) {
    for (const row of await rows(db, among, beginning(among.name, typed))) found.set(row.id, row);
  }
  const [only, ...others] = found.values();
  if (only === undefined) return err({ matches: [], meant: await spelledLike(db, among, typed) });
  if (others.length === 0) return ok(only.id);
  return err({ matches: [...found.values()].slice(0, mostTold).map(({ id, name }) => nameOf(id, name, typed)) });
}

function nameOf(id: string, name: string | null, typed: string): string {
  return name?.startsWith(typed) ? name : id;
}

const anyPrefix = new RegExp(`^(?:${Object.values(idPrefixes).join('|')})_`);

function idStarts(kind: IdKind | undefined, typed: string): readonly string[] {
  const start = typed.toLowerCase();
  if (anyPrefix.test(start)) return [start];
  const prefixes = kind === undefined ? Object.values(idPrefixes) : [idPrefixes[kind]];
  return [start, ...prefixes.map((prefix) => `${prefix}_${start}`)];
}

type Condition = { readonly sql: string; readonly params: readonly string[]; readonly limit?: number };

function beginning(column: string, start: string): Condition {
  return { sql: `${column} >= ? AND ${column} < ?`, params: [start, start + afterAll] };
}

function anyOf(conditions: readonly Condition[]): Condition {
  const sql = conditions.map((condition) => `(${condition.sql})`).join(' OR ');
  return { sql: `(${sql})`, params: conditions.flatMap(({ params }) => params) };
}

function rows(
  db: ReadDb,
  { from, name }: Among,
  { sql, params, limit = mostTold }: Condition,
): Promise<readonly Found[]> {
  const joiner = /\bwhere\b/i.test(from) ? 'AND' : 'WHERE';
  return db.all<Found>(
    `SELECT id, ${name ?? 'NULL'} AS name FROM ${from} ${joiner} ${sql} ORDER BY id LIMIT ${limit}`,
    params,
  );
}

/** The name or id that was probably meant by a misspelt one. */
async function spelledLike(db: ReadDb, among: Among, typed: string): Promise<string | undefined> {
  const all = await rows(db, among, { sql: 'true', params: [], limit: mostCompared });
  const name = nearest(
    typed,
    all.flatMap((row) => row.name ?? []),
  );
  if (name !== undefined) return name;
  const start = typed.toLowerCase().replace(anyPrefix, '');
  if (start.length < shortestLikened) return undefined;
  const starts = new Map(all.map(({ id }) => [id.replace(anyPrefix, '').slice(0, start.length), id]));
  return starts.get(nearest(start, starts.keys()) ?? '');
}
