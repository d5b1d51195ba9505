import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { onlySqlite } from './only-sqlite.ts';
import { root } from './rooms.ts';
import { isOfConnection, readRecorded } from './statements.ts';

const list = 'scripts/sql/only-sqlite.json';
const kept: Readonly<Record<string, readonly string[]>> = JSON.parse(readFileSync(join(root, list), 'utf8'));

test('what only SQLite has is in the list, for PostgreSQL', () => {
  const found = onlySqlite(readRecorded(process.env.CW_SQL_LOG).filter((each) => !isOfConnection(each)));
  const missing = Object.entries(found).flatMap(([feature, places]) =>
    places.filter((place) => !kept[feature]?.includes(place)).map((place) => `${feature}: ${place}`),
  );
  expect(missing, `${list} is to say:\n${JSON.stringify(found, undefined, 2)}\n`).toEqual([]);
});

test('what the list names is there', () => {
  const files = Object.values(kept)
    .flat()
    .filter((place) => place.includes('/'));
  expect(files.filter((file) => !existsSync(join(root, file)))).toEqual([]);
});
