import type { Act } from '@cw/kernel';
import { type Fields, isFields, type PartialLink, readDangling } from '@cw/task-formats';
import type { TaskStore } from '../adapters/task-store.ts';
import type { Task } from '../model/task.ts';
import type { ImportLinks, LinkedRow } from './import-links.ts';

/** A task of an earlier import with links on what was not there, some of which is there now. */
export type LeftLinks = {
  readonly task: Task;
  readonly linked: LinkedRow;
  /** What is kept of the file it came from, without those links. */
  readonly extra: Fields;
};

/**
 * Links of earlier imports that can be made now, since what they name has come.
 * @param passed ids of tasks whose links the file itself tells
 */
export async function leftLinks(
  store: TaskStore,
  passed: ReadonlySet<string>,
  isThere: (name: string) => Promise<boolean>,
): Promise<readonly LeftLinks[]> {
  const found: LeftLinks[] = [];
  for (const { id, extra } of await store.imports.withDangling()) {
    const task = passed.has(id) ? undefined : await store.find(id);
    if (task === undefined) continue;
    const { dangling, ...others } = extra;
    const { links, left } = await divided(dangling, isThere);
    if (links.length === 0) continue;
    const linked = { row: { from: task.externalId ?? id, links }, id, isNew: false };
    found.push({ task, linked, extra: left.length === 0 ? others : { ...others, dangling: left } });
  }
  return found;
}

async function divided(dangling: unknown, isThere: (name: string) => Promise<boolean>) {
  const left: unknown[] = [];
  const links: PartialLink[] = [];
  for (const each of Array.isArray(dangling) ? dangling : []) {
    const link = isFields(each) ? readDangling(each) : undefined;
    if (link !== undefined && (await isThere(link.on))) links.push(link);
    else left.push(each);
  }
  return { links, left };
}

/** Writes them beside what is there, and tells of each; a task that has got a parent since keeps that. */
export async function writeLeftLinks(
  store: TaskStore,
  left: readonly LeftLinks[],
  { links, act }: { readonly links: ImportLinks; readonly act: Act },
): Promise<void> {
  for (const { task, linked, extra } of left) {
    const { parent, edges } = links.of(linked.row.from);
    const isMoved = parent !== undefined && task.parentId === null;
    if (isMoved) await store.imports.setParent(task.id, parent);
    await store.imports.addDependencies(edges);
    await store.imports.setExtra(task, extra);
    if (!isMoved && edges.length === 0) continue;
    const revision = await store.change(task, {}, task.updatedAt);
    if (isMoved) {
      const moved = { revision, before: { parentId: null }, after: { parentId: parent } };
      await store.append({ type: 'task.imported', entity: task.id, payload: moved }, act);
    }
    for (const { on, type, gate } of edges) {
      const payload = { type, onId: on, ...(type === 'waits-for' ? { gate: gate ?? 'all' } : {}), revision };
      await store.append({ type: 'task.dependency-added', entity: task.id, payload }, act);
    }
  }
}
