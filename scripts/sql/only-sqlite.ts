import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './rooms.ts';
import type { Recorded } from './statements.ts';

/** What PostgreSQL says otherwise or has not, by how it is written. */
const features: Readonly<Record<string, RegExp>> = {
  'JSON functions': /\bjson_\w+\s*\(/i,
  'INDEXED BY': /\bINDEXED BY\b/i,
  'the order of CROSS JOIN': /\bCROSS JOIN\b/i,
  'full text search (FTS5)': /\bMATCH \?|\bbm25\s*\(|\bsnippet\s*\(|VALUES \('(?:rebuild|integrity-check)'\)/i,
  'OR IGNORE, OR REPLACE': /\bOR (?:IGNORE|REPLACE)\b/i,
  'min and max of several values': /\b(?:min|max)\s*\([^()]*(?:\([^()]*\)[^()]*)*,/i,
  iif: /\biif\s*\(/i,
  GLOB: /\bGLOB\b/,
  'row numbers (rowid)': /\browid\b/i,
  'dates (strftime, unixepoch)': /\b(?:strftime|unixepoch|datetime)\s*\(/i,
  'functions of cw (now_ms, lower_case, told, told_in)': /\b(?:now_ms|lower_case|told|told_in)\s*\(/i,
  'the schema by pragma functions': /\bpragma_\w+/i,
};

/** Files whose statements need something that only SQLite has, by what that is. */
export function onlySqlite(statements: readonly Recorded[]): Readonly<Record<string, readonly string[]>> {
  const found = Object.entries(features).map(([feature, pattern]) => {
    const files = statements.filter(({ sql }) => pattern.test(sql)).map(({ at }) => at.replace(/:\d+$/, ''));
    return [feature, [...new Set(files)].sort()] as const;
  });
  return { ...Object.fromEntries(found), ...inMigrations() };
}

/** Triggers and search indexes are in migrations alone. */
function inMigrations(): Readonly<Record<string, readonly string[]>> {
  const folder = join(root, 'drizzle');
  const text = readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .join('\n');
  const named = (pattern: RegExp) => [...new Set([...text.matchAll(pattern)].map(([, name = '']) => name))].sort();
  return {
    triggers: named(/CREATE TRIGGER [`"]?(\w+)/g),
    'search indexes': named(/CREATE VIRTUAL TABLE [`"]?(\w+)/g),
  };
}
