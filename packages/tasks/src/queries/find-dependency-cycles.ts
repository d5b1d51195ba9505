import type { ReadDb } from '@cw/storage';
import { findCycles } from '../model/cycles.ts';
import type { DependencyType } from '../model/task-view.ts';
import { type WaitNode, waitsOn } from '../model/waiting.ts';
import { blockingCondition } from './ready-sql.ts';

const needsSql = `SELECT t.id, o.id AS onId, d.type FROM task_dependencies d
  JOIN tasks t ON t.n = d.task_n JOIN tasks o ON o.n = d.on_n
  WHERE ${blockingCondition} AND t.deleted_at IS NULL AND o.deleted_at IS NULL ORDER BY t.n, o.n`;

const parentsSql = `SELECT c.id, p.id AS parentId FROM tasks c JOIN tasks p ON p.n = c.parent_n
  WHERE c.deleted_at IS NULL AND p.deleted_at IS NULL ORDER BY c.n`;

/**
 * Tasks that wait for each other in a circle, as ids that begin and end with the same one. Every door refuses to make
 * one; this finds what another program wrote into the database.
 */
export async function findDependencyCycles(db: ReadDb): Promise<readonly (readonly string[])[]> {
  const graph = new Map<string, string[]>();
  const lead = (from: WaitNode, to: WaitNode) => {
    const known = graph.get(keyOf(from));
    if (known) known.push(keyOf(to));
    else graph.set(keyOf(from), [keyOf(to)]);
  };
  const named = new Set<string>();
  for (const { id, onId, type } of await db.all<{ id: string; onId: string; type: DependencyType }>(needsSql)) {
    lead({ id, point: 'begin' }, waitsOn(type, onId));
    named.add(id).add(onId);
  }
  for (const { id, parentId } of await db.all<{ id: string; parentId: string }>(parentsSql)) {
    lead({ id, point: 'begin' }, { id: parentId, point: 'begin' });
    lead({ id: parentId, point: 'children' }, { id, point: 'done' });
    named.add(id).add(parentId);
  }
  for (const id of named) {
    lead({ id, point: 'done' }, { id, point: 'begin' });
    lead({ id, point: 'done' }, { id, point: 'children' });
  }
  // Parents in a ring go round twice: from the top down, and from below up.
  const rings = new Map<string, readonly string[]>();
  for (const path of findCycles(graph)) {
    const ids = path.map((key) => key.slice(key.indexOf(' ') + 1));
    const key = [...new Set(ids)].sort().join(' ');
    if (!rings.has(key)) rings.set(key, ids.length > 2 ? ids.filter((id, at) => at === 0 || id !== ids[at - 1]) : ids);
  }
  return [...rings.values()];
}

function keyOf({ id, point }: WaitNode): string {
  return `${point} ${id}`;
}
