import { expect, test } from 'vitest';
import { migratedDatabase } from './rooms.ts';
import { type Reading, readingsInSource } from './row-types.ts';
import { type Recorded, readRecorded } from './statements.ts';

const readings = readingsInSource();
const recorded = byPlace(readRecorded(process.env.CW_SQL_LOG));

test('every place that reads rows was run by some test', () => {
  expect(readings.length).toBeGreaterThan(150);
  expect(readings.map(({ at }) => at).filter((at) => !recorded.has(at))).toEqual([]);
});

test('the columns of each answer are the fields of the type that it is read as', () => {
  const connection = migratedDatabase();
  const wrong = readings.flatMap(({ at, fields }) =>
    (recorded.get(at) ?? []).flatMap(({ sql }) => {
      const differs = difference(
        sql,
        fields,
        connection
          .prepare(sql)
          .columns()
          .map(({ name }) => name),
      );
      return differs === '' ? [] : [`${at}: ${differs}`];
    }),
  );
  connection.close();
  expect([...new Set(wrong)].sort()).toEqual([]);
});

function difference(sql: string, fields: Reading['fields'], columns: readonly string[]): string {
  if (fields === undefined) return '';
  const missing = Object.keys(fields).filter((name) => fields[name] === 'required' && !columns.includes(name));
  // A compound select can be put in order only by what it answers.
  const unknown = /\bUNION\b/.test(sql) ? [] : columns.filter((name) => !(name in fields));
  return [
    ...(missing.length > 0 ? [`no column ${missing.join(', ')}`] : []),
    ...(unknown.length > 0 ? [`no field ${unknown.join(', ')}`] : []),
  ].join('; ');
}

function byPlace(statements: readonly Recorded[]): ReadonlyMap<string, readonly Recorded[]> {
  const places = new Map<string, Recorded[]>();
  for (const statement of statements) places.set(statement.at, [...(places.get(statement.at) ?? []), statement]);
  return places;
}
