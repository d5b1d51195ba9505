import { join } from 'node:path';
import { randomId } from '@cw/kernel';
import { migrationsIn, openStorage, type Storage, systemClock, useAddon } from '@cw/storage';
import { createTasksModule } from '@cw/tasks';
import { root } from './program.ts';

/** A workspace's tracker in this process, over the addon of the built program. */
export function openTracker(home: string) {
  useAddon(join(root, 'dist/better_sqlite3.node'));
  const storage = openStorage({
    path: join(home, 'cw.db'),
    migrations: migrationsIn(join(root, 'drizzle')),
    clock: systemClock,
    ids: randomId,
  });
  return {
    storage,
    tasks: createTasksModule({ storage }),
    [Symbol.dispose]: () => storage.close(),
  };
}

/** Of twenty tasks, so many are closed, the next one is ready, and the others wait for those before them. */
const group = 20;
const closed = 12;

/** How many of so many tasks are ready. */
export const readyAmong = (count: number) => count / group;

/** Which earlier tasks the task at a place of its group needs: the two before it, for the first ones those of the group before. */
function needsOf(place: number): readonly [number, number] {
  if (place === 0) return [-group, 1 - group];
  return place === 1 ? [-1, -group] : [-1, -2];
}

/**
 * Fills an empty database with tasks of two dependencies each. They are written as they are in the end: a trigger for each
 * would take minutes.
 */
export async function fillTracker(storage: Storage, count: number): Promise<void> {
  const triggers = await storage.read.all<{ name: string; sql: string }>(
    "SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'",
  );
  const insertTasks = `WITH RECURSIVE number (n, place) AS (
      VALUES (0, 0) UNION ALL SELECT n + 1, (n + 1) % ${group} FROM number WHERE n + 1 < ?)
    INSERT INTO tasks (n, id, title, status, outcome, priority, type, dispatch, created_at, updated_at, closed_at,
      open_blockers, dependents, revision)
    SELECT n + 1, printf('tk_%012d', n), printf('Task %d: make the part that part %d relies on', n, n % 97),
      iif(place < ${closed}, 'closed', 'open'), iif(place < ${closed}, 'done', NULL), n % 4, 'task', 'manual',
      n * 60000, n * 60000, iif(place < ${closed}, n * 60000, NULL), min(2, max(0, place - ${closed})), 2, 1
    FROM number`;
  const insertNeeds = `INSERT INTO task_dependencies (task_n, on_n, type, created_at)
    SELECT n, n + ?, 'blocks', 0 FROM tasks WHERE (n - 1) % ${group} = ? AND n + ? > 0`;
  await storage.transact(async (tx) => {
    for (const { name } of triggers) await tx.run(`DROP TRIGGER ${name}`);
    await tx.run(insertTasks, [count]);
    await tx.run("INSERT INTO task_bodies (task_n, description, acceptance) SELECT n, 'What to do.', '' FROM tasks");
    for (let place = 0; place < group; place += 1) {
      for (const offset of needsOf(place)) await tx.run(insertNeeds, [offset, place, offset]);
    }
    for (const { sql } of triggers) await tx.run(sql);
  });
}
