import { type Finding, step, toIso } from '@cw/kernel';
import type { ReadDb, Scene } from '@cw/storage';
import { derivedColumns, searchIndexes } from './derived-columns.ts';
import { findDependencyCycles } from './find-dependency-cycles.ts';

/** At most so many tasks are named for each thing that is wrong. */
const most = 20;

/** A running server frees what has expired within this time, in milliseconds. */
const grace = 60_000;

/** Whether what the database derives equals what it is derived from, and every claim has somebody behind it. */
export async function checkTasks(scene: Scene): Promise<readonly Finding[]> {
  const { read } = scene;
  return [
    ...(await checkCounters(read)),
    ...checkSearch(scene),
    ...(await checkLeases(scene)),
    ...(await checkHolders(read)),
    ...(await checkProjects(read)),
    ...(await checkCircles(read)),
  ];
}

async function checkCounters(read: ReadDb): Promise<readonly Finding[]> {
  const found: Finding[] = [];
  for (const [column, told] of Object.entries(derivedColumns)) {
    const rows = await read.all<{ id: string; kept: unknown; told: unknown }>(
      `SELECT id, kept, told FROM (SELECT t.id, t.${column} AS kept, ${told} AS told FROM tasks t)
       WHERE kept IS NOT told LIMIT ${most}`,
    );
    for (const { id, kept, told: counted } of rows) {
      found.push({
        check: 'tasks.counters',
        level: 'problem',
        thing: id,
        repair: 'tasks.counters',
        message: `${id} is stored with ${column} ${kept ?? 'empty'}, but counting gives ${counted ?? 'empty'}.`,
        hint: 'The tasks themselves are not changed.',
        next: [step('Recount it', 'doctor', '--fix')],
      });
    }
  }
  return found;
}

function checkSearch(scene: Scene): readonly Finding[] {
  return searchIndexes
    .filter((index) => !scene.searchIndexAgrees(index))
    .map((index) => ({
      check: 'tasks.search',
      level: 'problem',
      thing: index,
      repair: 'tasks.search',
      message: `The search index ${index} does not match the tasks it is built from.`,
      hint: 'Searches may miss tasks until it is rebuilt.',
      next: [step('Rebuild it', 'doctor', '--fix')],
    }));
}

async function checkLeases({ read, now, served }: Scene): Promise<readonly Finding[]> {
  const rows = await read.all<{ id: string; holder: string; expired: number }>(
    `SELECT id, lease_holder AS holder, lease_expires_at AS expired FROM tasks
     WHERE lease_expires_at <= ? AND stage IS NULL AND status <> 'closed' AND deleted_at IS NULL
     ORDER BY lease_expires_at LIMIT ${most}`,
    [served ? now - grace : now],
  );
  return rows.map(({ id, holder, expired }) => ({
    check: 'tasks.leases',
    level: 'problem',
    thing: id,
    repair: 'tasks.leases',
    message: `${holder} claimed ${id} and has not renewed it since ${toIso(expired)}.`,
    hint: 'A running server puts it back by itself, and the next to claim it may just take it.',
    next: [step('Return it to the open tasks', 'doctor', '--fix')],
  }));
}

/** What came in from elsewhere while somebody was at it there is nobody's here, and nothing is wrong with that. */
const cameIn = "EXISTS (SELECT 1 FROM event_view e WHERE e.entity = t.id AND e.type = 'task.imported')";
const unheld = "deleted_at IS NULL AND status = 'in_progress' AND lease_holder IS NULL";

async function checkHolders(read: ReadDb): Promise<readonly Finding[]> {
  const lost = await read.all<{ id: string }>(
    `SELECT id FROM tasks t WHERE ${unheld} AND NOT ${cameIn} ORDER BY n LIMIT ${most}`,
  );
  const closed = await read.all<{ id: string; holder: string }>(
    `SELECT id, lease_holder AS holder FROM tasks
     WHERE deleted_at IS NULL AND status = 'closed' AND lease_holder IS NOT NULL ORDER BY n LIMIT ${most}`,
  );
  return [
    ...lost.map(({ id }) => ({
      check: 'tasks.holders',
      level: 'problem' as const,
      thing: id,
      message: `${id} is in progress and nobody holds it.`,
      next: [step('Release it', 'task release', id)],
    })),
    ...closed.map(({ id, holder }) => ({
      check: 'tasks.holders',
      level: 'problem' as const,
      thing: id,
      message: `${id} is closed and still held by ${holder}.`,
      hint: 'If it is done, this has no effect.',
      next: [step('Reopen it if it is not done', 'task reopen', id)],
    })),
    ...(await noticeImported(read)),
  ];
}

/** One notice for all of them, however many an import brought. */
async function noticeImported(read: ReadDb): Promise<readonly Finding[]> {
  const rows = await read.all<{ id: string }>(`SELECT id FROM tasks t WHERE ${unheld} AND ${cameIn} ORDER BY n`);
  const [first, ...others] = rows;
  if (first === undefined) return [];
  const [are, it] = others.length === 0 ? ['was', 'it'] : [`and ${others.length} more were`, 'them'];
  return [
    {
      check: 'tasks.holders',
      level: 'notice',
      thing: first.id,
      message: `${first.id} ${are} imported in progress, and nobody holds ${it} here.`,
      hint: 'Nothing is wrong with that.',
      next: [step('Release all such tasks', 'task release', '--unheld')],
    },
  ];
}

async function checkCircles(read: ReadDb): Promise<readonly Finding[]> {
  const cycles = await findDependencyCycles(read);
  return cycles.slice(0, most).map((path) => ({
    check: 'tasks.circles',
    level: 'problem',
    thing: path[0] ?? '',
    message: `These tasks form a dependency cycle, so none of them becomes ready: ${told(path)}.`,
    next: [
      step('Remove one of these dependencies', 'task dep remove', '<task>', '<task>'),
      step('Give one of them another parent', 'task update', '<task>', '--parent', ''),
    ],
  }));
}

function told(path: readonly string[]): string {
  return path.length <= most ? path.join(' → ') : `${path.slice(0, most).join(' → ')} → and ${path.length - most} more`;
}

async function checkProjects(read: ReadDb): Promise<readonly Finding[]> {
  const rows = await read.all<{ id: string; project: string }>(
    `SELECT id, project_id AS project FROM tasks t WHERE project_id IS NOT NULL AND deleted_at IS NULL
     AND NOT EXISTS (SELECT 1 FROM project_view p WHERE p.id = t.project_id) LIMIT ${most}`,
  );
  return rows.map(({ id, project }) => ({
    check: 'tasks.projects',
    level: 'problem',
    thing: id,
    message: `${id} belongs to the project ${project}, which is unknown here.`,
    next: [step('Give it another project', 'task update', id, '--project', '<project>')],
  }));
}
