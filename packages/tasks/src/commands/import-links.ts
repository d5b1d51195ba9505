import { type Act, toIso } from '@cw/kernel';
import { type FileRow, isElsewhere, type PartialLink } from '@cw/task-formats';
import type { ImportedEdge } from '../adapters/import-store.ts';
import type { TaskStore } from '../adapters/task-store.ts';
import type { ImportNotes } from '../model/import-notes.ts';
import { deepestNesting } from '../model/task.ts';
import { edgesInCircles } from '../model/wait-circles.ts';
import { checkDependency } from './add-dependency.ts';

/** A row that is written, and under which id of ours. */
export type LinkedRow = {
  readonly row: Pick<FileRow, 'from' | 'links'>;
  readonly id: string;
  readonly isNew: boolean;
};

export type RowLinks = {
  /** Undefined where the file tells of none, or of one that is doubtful. */
  readonly parent: string | undefined;
  readonly edges: readonly ImportedEdge[];
  /** Links on what is not there, as the file has them. */
  readonly dangling: readonly Dangling[];
};

type Dangling = { readonly on: string; readonly type: string; readonly created_at?: string };

export type ImportLinks = {
  of(from: string): RowLinks;
  /** Adds what may go round in a circle, one by one, as far as it does not; answers what was added. */
  addDoubtful(): Promise<readonly ImportedEdge[]>;
};

type LinkTools = {
  readonly notes: ImportNotes;
  readonly act: Act;
  /** What is meant by a name of the file. */
  readonly resolve: (name: string) => Promise<{ readonly id: string; readonly isNew: boolean } | undefined>;
};

/** An edge as it will be written, with the words of the file for it. */
type Wanted = ImportedEdge & { readonly from: string; readonly named: string };

type Gathered = {
  readonly wanted: Wanted[];
  readonly dangling: Map<string, Dangling[]>;
  /** Tasks that were here before can be part of a circle. */
  touchesOld: boolean;
};

const none: RowLinks = { parent: undefined, edges: [], dangling: [] };

/**
 * Settles what the links of an import mean here, before anything is written: which task each names, which of several
 * parents counts, and which could close a circle or nest too deep. Those are set aside to be tried one by one.
 */
export async function settleLinks(
  store: TaskStore,
  rows: readonly LinkedRow[],
  tools: LinkTools,
): Promise<ImportLinks> {
  const gathered: Gathered = { wanted: [], dangling: new Map(), touchesOld: false };
  for (const row of rows) await gather(store, row, { gathered, tools });
  const { wanted, dangling, touchesOld } = gathered;
  const doubtful = await doubtfulEdges(store, wanted, touchesOld);
  const sure = new Map<string, Wanted[]>();
  for (const edge of wanted) if (!doubtful.has(edge)) listed(sure, edge.from).push(edge);
  return {
    of: (from) => {
      const edges = sure.get(from);
      const left = dangling.get(from) ?? [];
      if (edges === undefined) return left.length === 0 ? none : { ...none, dangling: left };
      return {
        parent: edges.find(({ type }) => type === 'parent-child')?.on,
        edges: edges.filter(({ type }) => type !== 'parent-child'),
        dangling: left,
      };
    },
    addDoubtful: async () => {
      const parents = [...doubtful].filter(({ type }) => type === 'parent-child');
      const others = [...doubtful].filter(({ type }) => type !== 'parent-child');
      const added: ImportedEdge[] = [];
      for (const edge of [...parents, ...others]) if (await addIfAllowed(store, edge, tools)) added.push(edge);
      return added;
    },
  };
}

async function gather(
  store: TaskStore,
  { row, id, isNew }: LinkedRow,
  { gathered, tools }: { readonly gathered: Gathered; readonly tools: LinkTools },
): Promise<void> {
  const { notes } = tools;
  let hasParent = false;
  for (const link of row.links ?? []) {
    const named = `${row.from} → ${link.on}`;
    const found = await targetOf(link, { row, id }, { gathered, tools });
    if (found === undefined) continue;
    const isParent = link.type === 'parent-child';
    if (link.implied) notes.add('parent-by-id', '', named);
    if (isParent && hasParent) notes.add('parents', '', named);
    const type = isParent && hasParent ? 'related' : link.type;
    hasParent ||= isParent;
    gathered.touchesOld ||= !isNew || !found.isNew;
    const edge = { task: id, on: found.id, type, gate: link.gate, createdAt: link.createdAt ?? store.at };
    gathered.wanted.push({ ...edge, from: row.from, named });
  }
}

/** The task a link names; that it is not there, or the task itself, is noted. */
async function targetOf(
  link: PartialLink,
  { row, id }: Pick<LinkedRow, 'row' | 'id'>,
  { gathered, tools }: { readonly gathered: Gathered; readonly tools: LinkTools },
): Promise<{ readonly id: string; readonly isNew: boolean } | undefined> {
  const { notes, resolve } = tools;
  const found = await resolve(link.on);
  if (found?.id === id) {
    notes.add('self', '', `${row.from} → ${link.on} (${link.word})`);
    return undefined;
  }
  if (found === undefined && !link.implied) leaveDangling(row.from, link, { gathered, notes });
  return found;
}

function leaveDangling(
  from: string,
  { on, word, createdAt }: PartialLink,
  { gathered, notes }: { readonly gathered: Gathered; readonly notes: ImportNotes },
): void {
  notes.add(isElsewhere(on) ? 'external' : 'dangling', '', `${from} → ${on} (${word})`);
  listed(gathered.dangling, from).push({
    on,
    type: word,
    ...(createdAt === null ? {} : { created_at: toIso(createdAt) }),
  });
}

function listed<T>(lists: Map<string, T[]>, key: string): T[] {
  const known = lists.get(key);
  if (known) return known;
  const made: T[] = [];
  lists.set(key, made);
  return made;
}

/** The edges that can be part of a circle or hang too deep; all others can be written without a look. */
async function doubtfulEdges(
  store: TaskStore,
  wanted: readonly Wanted[],
  touchesOld: boolean,
): Promise<ReadonlySet<Wanted>> {
  const old = touchesOld ? await store.imports.edges() : [];
  const inCircles = edgesInCircles([...old, ...wanted]);
  const parents = new Map<string, string>();
  for (const { task, on, type } of [...old, ...wanted]) if (type === 'parent-child') parents.set(task, on);
  return new Set(
    wanted.filter((edge) => inCircles.has(edge) || (edge.type === 'parent-child' && isDeep(edge.task, parents))),
  );
}

function isDeep(id: string, parents: ReadonlyMap<string, string>): boolean {
  let above = parents.get(id);
  for (let level = 1; above !== undefined; level += 1) {
    if (level > deepestNesting) return true;
    above = parents.get(above);
  }
  return false;
}

async function addIfAllowed(store: TaskStore, edge: Wanted, { notes, act }: LinkTools): Promise<boolean> {
  const [task, on] = [await store.find(edge.task), await store.find(edge.on)];
  if (!task || !on) return false;
  const allowed = await checkDependency(store, { task, on, type: edge.type });
  const isParent = edge.type === 'parent-child';
  if (!allowed.ok) {
    const kind = allowed.error.kind === 'task.too-deep' ? 'deep' : 'cycle';
    notes.add(kind, '', `${edge.named} (${isParent ? 'parent' : edge.type})`);
    return false;
  }
  if (!isParent) {
    await store.imports.addDependencies([edge]);
    return true;
  }
  await store.imports.setParent(edge.task, edge.on);
  const change = { revision: task.revision, before: { parentId: task.parentId }, after: { parentId: on.id } };
  await store.append({ type: 'task.imported', entity: task.id, payload: change }, act);
  return true;
}
