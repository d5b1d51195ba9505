import type { SqlValue } from '@cw/storage';

export type SqlPart = { readonly sql: string; readonly params: readonly SqlValue[] };

/**
 * Conditions joined by one word, in halves: SQLite takes only so many levels in each other, and counts a row of words as
 * that many levels.
 */
export function joined(parts: readonly SqlPart[], word: 'AND' | 'OR'): SqlPart {
  const [only, ...others] = parts;
  if (only === undefined) return { sql: word === 'AND' ? '1' : '0', params: [] };
  if (others.length === 0) return only;
  return { sql: `(${inHalves(parts, word)})`, params: parts.flatMap(({ params }) => params) };
}

const shortRow = 50;

function inHalves(parts: readonly SqlPart[], word: 'AND' | 'OR'): string {
  if (parts.length <= shortRow) return parts.map(({ sql }) => sql).join(` ${word} `);
  const middle = Math.ceil(parts.length / 2);
  return `(${inHalves(parts.slice(0, middle), word)}) ${word} (${inHalves(parts.slice(middle), word)})`;
}

/** SQLite takes no pattern of more than 50,000 bytes. */
const longestPattern = 10_000;

/** Whether a text holds another, whatever the case. SQLite itself knows the case of ASCII letters only. */
export function contains(column: string, text: string): SqlPart {
  const caseless = /^[\x20-\x7e]*$/.test(text) || text.toLowerCase() === text.toUpperCase();
  if (!caseless || text.length > longestPattern) {
    const small = text.normalize('NFC').toLowerCase();
    return { sql: `(${column} IS NOT NULL AND instr(lower_case(${column}), ?) > 0)`, params: [small] };
  }
  const pattern = `%${text.replace(/[\\%_]/g, '\\$&')}%`;
  return { sql: `(${column} IS NOT NULL AND ${column} LIKE ? ESCAPE '\\')`, params: [pattern] };
}
