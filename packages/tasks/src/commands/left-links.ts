import type { Act } from '@cw/kernel';
import { isFields, type PartialLink, readDangling } from '@cw/task-formats';
import type { ImportedEdge } from '../adapters/import-store.ts';
import type { TaskStore } from '../adapters/task-store.ts';
import type { ImportNotes } from '../model/import-notes.ts';
import type { Task } from '../model/task.ts';
import { settleLinks } from './import-links.ts';

export type LeftTools = {
  readonly notes: ImportNotes;
  readonly act: Act;
  /** What is meant by a name, now that the file is taken over. */
  readonly resolve: (name: string) => Promise<{ readonly id: string; readonly isNew: boolean } | undefined>;
  /** Ids of tasks whose links the file itself tells. */
  readonly passed: ReadonlySet<string>;
};

type Link = PartialLink & { readonly onId: string };

/** A task of an earlier import with links on what was not there. */
type Left = {
  readonly task: Task;
  readonly from: string;
  readonly extra: Readonly<Record<string, unknown>>;
  /** Those on what is there now. */
  readonly links: readonly Link[];
  /** The others, as they are kept. */
  readonly dangling: readonly unknown[];
};

/**
 * Makes links of earlier imports, once what they name has come. What would create a cycle, or nest too deep, stays kept; a task
 * that has got a parent since keeps that.
 */
export async function addLeftLinks(store: TaskStore, tools: LeftTools): Promise<void> {
  const left = await leftOf(store, tools);
  if (left.length === 0) return;
  const rows = left.map(({ task, from, links }) => ({
    row: { from, links: wanted(task, links) },
    id: task.id,
    isNew: false,
  }));
  const links = await settleLinks(store, rows, tools);
  const sure = new Map<string, readonly ImportedEdge[]>();
  for (const { task, from } of left) {
    const { parent, edges } = links.of(from);
    const asParent = parent === undefined ? [] : [{ task: task.id, on: parent, type: 'parent-child' } as ImportedEdge];
    if (parent !== undefined) await store.imports.setParent(task.id, parent);
    await store.imports.addDependencies(edges);
    sure.set(task.id, [...asParent, ...edges]);
  }
  const doubtful = new Map<string, ImportedEdge[]>();
  for (const edge of await links.addDoubtful()) {
    const known = doubtful.get(edge.task);
    if (known) known.push(edge);
    else doubtful.set(edge.task, [edge]);
  }
  for (const each of left) {
    const { id } = each.task;
    await keepRest(store, each, { sure: sure.get(id) ?? [], doubtful: doubtful.get(id) ?? [], tools });
  }
}

function wanted({ parentId }: Task, links: readonly Link[]): readonly PartialLink[] {
  return parentId === null ? links : links.filter(({ type }) => type !== 'parent-child');
}

async function leftOf(store: TaskStore, { passed, resolve }: LeftTools): Promise<readonly Left[]> {
  const found: Left[] = [];
  for (const { id, extra } of await store.imports.withDangling()) {
    const task = passed.has(id) ? undefined : await store.find(id);
    if (task === undefined) continue;
    const { links, dangling } = await divided(extra.dangling, resolve);
    if (links.length > 0) found.push({ task, from: task.externalId ?? id, extra, links, dangling });
  }
  return found;
}

async function divided(kept: unknown, resolve: LeftTools['resolve']): Promise<Pick<Left, 'links' | 'dangling'>> {
  const links: Link[] = [];
  const dangling: unknown[] = [];
  for (const each of Array.isArray(kept) ? kept : []) {
    const link = isFields(each) ? readDangling(each) : undefined;
    const on = link && (await resolve(link.on));
    if (link && on) links.push({ ...link, onId: on.id });
    else dangling.push(each);
  }
  return { links, dangling };
}

type Made = {
  readonly sure: readonly ImportedEdge[];
  readonly doubtful: readonly ImportedEdge[];
  readonly tools: LeftTools;
};

/** Tells of what was made, and keeps the rest for the next import. */
async function keepRest(store: TaskStore, left: Left, { sure, doubtful, tools }: Made): Promise<void> {
  const { task, from, links, extra } = left;
  const made = [...sure, ...doubtful];
  const isMade = ({ onId }: Link) => made.some(({ on }) => on === onId);
  const isOver = (link: Link) => isMade(link) || (link.type === 'parent-child' && task.parentId !== null);
  for (const link of links.filter(isMade)) tools.notes.add('left-link', '', `${from} → ${link.on} (${link.word})`);
  const { dangling: _, ...others } = extra;
  const still = links.filter((link) => !isOver(link)).map((link) => keptOf(extra, link));
  const dangling = [...left.dangling, ...still];
  await store.imports.setExtra(task, dangling.length === 0 ? others : { ...others, dangling });
  if (made.length > 0) await tellLinks(store, task, { sure, doubtful, act: tools.act });
}

function keptOf({ dangling }: Left['extra'], { on, word }: Link): unknown {
  return (dangling as readonly unknown[]).find((each) => isFields(each) && each.on === on && each.type === word);
}

/** A doubtful parent has told of itself. */
async function tellLinks(
  store: TaskStore,
  task: Task,
  { sure, doubtful, act }: Omit<Made, 'tools'> & { readonly act: Act },
): Promise<void> {
  const revision = await store.change(task, {}, task.updatedAt);
  for (const { on, type, gate } of [...sure, ...doubtful.filter(({ type }) => type !== 'parent-child')]) {
    if (type === 'parent-child') {
      const payload = { revision, before: { parentId: null }, after: { parentId: on } };
      await store.append({ type: 'task.imported', entity: task.id, payload }, act);
      continue;
    }
    const payload = { type, onId: on, ...(type === 'waits-for' ? { gate: gate ?? 'all' } : {}), revision };
    await store.append({ type: 'task.dependency-added', entity: task.id, payload }, act);
  }
}
