import { expect, test } from 'vitest';
import { databaseFor, migratedDatabase, readRooms } from './rooms.ts';
import { isOfConnection, type Recorded, readRecorded } from './statements.ts';

/** Goes through every table that there is, by the names in the schema. */
const readsAll = /^packages\/storage\/src\/adapters\/(?:damage|glance|wrong-text)\.ts:/;

const recorded = readRecorded(process.env.CW_SQL_LOG).filter(
  (each) => !isOfConnection(each) && !readsAll.test(each.at),
);
const rooms = await readRooms();
const roomOf = (place: string) => place.split('/')[1] ?? '';

/** Why each of the statements cannot be prepared on what a room may see, by statement. */
function refusedFor(name: string, statements: readonly Recorded[]): ReadonlyMap<Recorded, string> {
  const room = rooms.find((each) => each.name === name);
  if (room === undefined) throw new Error(`no room ${name}`);
  const connection = databaseFor(room, rooms);
  const refused = statements.flatMap((statement): [Recorded, string][] => {
    try {
      connection.prepare(statement.sql);
      return [];
    } catch (error) {
      return [[statement, error instanceof Error ? error.message : String(error)]];
    }
  });
  connection.close();
  return new Map(refused);
}

// What storage writes for all is its own; what it only runs is of the room that wrote it, and where none is known, of any that may.
const ofStorage = recorded.filter(({ at }) => roomOf(at) === 'storage');
const onlyRun = refusedFor('storage', ofStorage);
const ofNobody = [...onlyRun.keys()].filter(({ by }) => roomOf(by) === 'storage');

test.each(rooms.map(({ name }) => [name]))('%s touches its own tables, and of others what they publish', (name) => {
  const own = recorded.filter(
    (each) => roomOf(onlyRun.has(each) ? each.by : each.at) === name && !ofNobody.includes(each),
  );
  expect(own.length).toBeGreaterThan(0);
  const wrong = [...refusedFor(name, own)].map(([{ at, by }, why]) => `${roomOf(at) === name ? at : by}: ${why}`);
  expect([...new Set(wrong)].sort()).toEqual([]);
});

test('a statement on another room’s table is refused, and one on its view is not', () => {
  const asked = (sql: string): Recorded => ({
    sql,
    at: 'packages/messages/src/x.ts:1',
    by: 'packages/messages/src/x.ts:1',
  });
  const statements = [
    'SELECT id FROM runs',
    'SELECT token_hash FROM run_view',
    'SELECT id FROM run_view',
    'SELECT id FROM messages',
  ];
  expect([...refusedFor('messages', statements.map(asked)).values()]).toEqual([
    'no such table: runs',
    'no such column: token_hash',
  ]);
});

test('what storage runs for somebody who is not known is what some room may', () => {
  const left = rooms.reduce<readonly Recorded[]>((rest, { name }) => [...refusedFor(name, rest).keys()], ofNobody);
  expect(left.map(({ at, sql }) => `${at}: ${sql}`)).toEqual([]);
});

test('nobody but a room speaks SQL', () => {
  const names = new Set(rooms.map(({ name }) => name));
  expect(recorded.filter((each) => !names.has(roomOf(each.at)))).toEqual([]);
});

test('what a room says it publishes is what its view has', () => {
  const connection = migratedDatabase();
  for (const [view, columns] of rooms.flatMap(({ views }) => Object.entries(views))) {
    const found = connection.prepare('SELECT name FROM pragma_table_info(?)').pluck().all(view);
    expect([view, found]).toEqual([view, columns]);
  }
  connection.close();
});
