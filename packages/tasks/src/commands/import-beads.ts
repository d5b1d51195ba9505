import { type Act, err, ok } from '@cw/kernel';
import { type BeadsFile, readBeadsFile } from '../model/beads-file.ts';
import { type ImportNotes, importNotes } from '../model/beads-notes.ts';
import type { BeadsDependency, BeadsRow } from '../model/beads-row.ts';
import { isHeld } from '../model/claim-rules.ts';
import type { Task, TaskChanges } from '../model/task.ts';
import type { TaskStore } from '../ports/task-store.ts';
import { checkDependency } from './add-dependency.ts';
import { differences } from './apply-change.ts';
import { resolveProject, type TaskDeps, type TaskResult } from './task-work.ts';

export type ImportInput = {
  /** A beads JSONL file as it is. */
  readonly bytes: Uint8Array;
  /** Id or name of the project that new tasks belong to. */
  readonly project?: string | undefined;
};

export type ImportAnswer = {
  readonly created: number;
  readonly updated: number;
  readonly unchanged: number;
  readonly skipped: number;
  readonly warnings: readonly string[];
};

/**
 * Takes over the issues of a beads export, all of them or none. Their ids stay usable. Importing again changes nothing,
 * and a task that is newer here is left as it is. Nothing that comes in is started by itself.
 */
export async function importBeads(deps: TaskDeps, input: ImportInput, act: Act): Promise<TaskResult<ImportAnswer>> {
  if (act.actor.kind === 'run') return err({ kind: 'task.people-only', action: 'import' });
  const notes = importNotes();
  const file = readBeadsFile(input.bytes, notes);
  if (!file.ok) return file;
  return deps.transact(async (store) => {
    const project = input.project === undefined ? ok(undefined) : await resolveProject(store, input.project);
    if (!project.ok) return project;
    const work: Work = { store, notes, act, ids: deps.ids, projectId: project.value?.id ?? null };
    return ok(await takeOver(work, file.value));
  });
}

type Work = {
  readonly store: TaskStore;
  readonly notes: ImportNotes;
  readonly act: Act;
  readonly ids: TaskDeps['ids'];
  readonly projectId: string | null;
};

/** A row that is to be written, and the task it is written to. */
type Taken = { readonly row: BeadsRow; readonly isNew: boolean; task: Task };

async function takeOver(work: Work, file: BeadsFile): Promise<ImportAnswer> {
  const taken: Taken[] = [];
  const count = { created: 0, updated: 0, unchanged: 0, skipped: file.skipped };
  for (const row of file.rows) {
    const verdict = await takeRow(work, row);
    if (verdict === 'newer' || verdict === 'working') {
      work.notes.add(verdict, '', row.id);
      count.skipped += 1;
    } else if (verdict === 'unchanged') {
      count[(await addComments(work, row)) ? 'updated' : 'unchanged'] += 1;
    } else taken.push(verdict);
  }
  for (const entry of taken) await setParent(work, entry);
  for (const entry of taken) {
    const changed = await writeRow(work, entry);
    if (entry.isNew) count.created += 1;
    else count[changed ? 'updated' : 'unchanged'] += 1;
  }
  return { ...count, warnings: work.notes.warnings() };
}

async function takeRow(work: Work, row: BeadsRow): Promise<Taken | 'newer' | 'working' | 'unchanged'> {
  const { store } = work;
  const known = await store.findExternal(row.id);
  if (known) {
    const updatedAt = row.updatedAt ?? known.updatedAt;
    if (known.updatedAt > updatedAt) return 'newer';
    if (known.updatedAt === updatedAt) return 'unchanged';
    return isHeld(known, store.at) ? 'working' : { row, isNew: false, task: known };
  }
  const task = await store.insert({
    id: work.ids('task'),
    title: row.title,
    description: row.description,
    acceptance: row.acceptance,
    script: null,
    priority: row.priority,
    type: row.type,
    assignee: row.assignee,
    dispatch: 'manual',
    labels: row.labels,
    parentId: null,
    projectId: work.projectId,
  });
  await store.setImported(task, {
    externalId: row.id,
    createdAt: row.createdAt ?? store.at,
    extra: JSON.stringify({ source: 'beads', ...row.extra }),
  });
  return { row, isNew: true, task };
}

async function setParent(work: Work, entry: Taken): Promise<void> {
  const { store, notes } = work;
  const { row, task } = entry;
  const [first] = parentsOf(row);
  const implied = first === undefined ? await impliedParent(store, row.id) : undefined;
  const parent = implied ?? (first === undefined ? undefined : await target(work, row, first));
  if (!parent || parent.id === task.parentId) return;
  if (implied) notes.add('parent-by-id', '', `${row.id} → ${implied.externalId}`);
  const allowed = await checkDependency(store, { task, on: parent, type: 'parent-child' });
  if (!allowed.ok) {
    const kind = allowed.error.kind === 'task.too-deep' ? 'deep' : 'cycle';
    notes.add(kind, '', `${row.id} → ${parent.externalId ?? parent.id} (parent)`);
    return;
  }
  entry.task = await store.change(task, { parentId: parent.id }, task.updatedAt);
}

function parentsOf(row: BeadsRow): readonly BeadsDependency[] {
  return row.dependencies.filter(({ type, on }) => type === 'parent-child' && on !== row.id);
}

/** The parent that an id such as `bd-7.2` tells without a dependency. */
async function impliedParent(store: TaskStore, id: string): Promise<Task | undefined> {
  const match = /^(.+)\.\d+$/.exec(id);
  return match?.[1] === undefined ? undefined : store.findExternal(match[1]);
}

/** The task a dependency points to; what is not there is noted. */
async function target(work: Work, row: BeadsRow, dependency: BeadsDependency): Promise<Task | undefined> {
  const named = `${row.id} → ${dependency.on} (${dependency.word})`;
  if (dependency.on === row.id) {
    work.notes.add('self', '', named);
    return undefined;
  }
  const found = await work.store.findExternal(dependency.on);
  if (!found) work.notes.add('dangling', '', named);
  return found;
}

/** True when something of the task changed. */
async function writeRow(work: Work, entry: Taken): Promise<boolean> {
  const { store, act } = work;
  const { row, isNew } = entry;
  const linked = await addDependencies(work, entry);
  const commented = await addComments(work, row);
  const { before, after } = differences(entry.task, wantedFields(work, row));
  const something = isNew || linked || Object.keys(after).length > 0;
  const changed = await store.change(entry.task, after, row.updatedAt ?? (isNew ? store.at : entry.task.updatedAt));
  if (something) {
    const told = isNew ? { before: {}, after: { ...factsOf(changed), ...after } } : { before, after };
    await store.append(
      { type: 'task.imported', entity: changed.id, payload: { revision: changed.revision, ...told } },
      act,
    );
  }
  return something || commented;
}

function factsOf(task: Task): TaskChanges {
  const { title, description, acceptance, priority, type, assignee, labels, parentId, projectId } = task;
  return { title, description, acceptance, priority, type, assignee, labels, parentId, projectId };
}

function wantedFields({ store, notes }: Work, row: BeadsRow): TaskChanges {
  const closed = row.status === 'closed';
  const deferred = row.status === 'open' && row.deferUntil !== null && row.deferUntil > store.at;
  if (deferred) notes.add('deferred', '', row.id);
  if (closed && row.closedAt === null) notes.add('closed-at', '', row.id);
  return {
    title: row.title,
    description: row.description,
    acceptance: row.acceptance,
    priority: row.priority,
    type: row.type,
    assignee: row.assignee,
    labels: row.labels,
    status: deferred ? 'blocked' : row.status,
    statusReason: deferred ? `Deferred until ${new Date(row.deferUntil).toISOString()}.` : row.statusReason,
    outcome: closed ? 'done' : null,
    startedAt: row.startedAt,
    closedAt: closed ? (row.closedAt ?? row.updatedAt ?? store.at) : null,
    closeReason: closed ? row.closeReason : null,
  };
}

/** True when a dependency was added. */
async function addDependencies(work: Work, { row, task }: Taken): Promise<boolean> {
  const { store, notes } = work;
  const [, ...otherParents] = parentsOf(row);
  let added = false;
  for (const dependency of row.dependencies) {
    const isParent = dependency.type === 'parent-child' && dependency.on !== row.id;
    if (isParent && !otherParents.includes(dependency)) continue;
    const on = await target(work, row, dependency);
    if (!on) continue;
    const named = `${row.id} → ${dependency.on}`;
    if (isParent) notes.add('parents', '', named);
    const type = isParent ? 'related' : dependency.type;
    const allowed = await checkDependency(store, { task, on, type });
    if (!allowed.ok) notes.add('cycle', '', `${named} (${dependency.word})`);
    else if (await store.addDependency(task, on, { type })) added = true;
  }
  return added;
}

/** True when a comment was new. */
async function addComments(work: Work, row: BeadsRow): Promise<boolean> {
  const { store, act, ids } = work;
  const task = row.comments.length === 0 ? undefined : await store.findExternal(row.id);
  if (!task) return false;
  let added = false;
  for (const [index, comment] of row.comments.entries()) {
    if (comment.text.trim() === '') continue;
    const id = ids('comment');
    const isNew = await store.addComment(task, {
      id,
      author: comment.author,
      text: comment.text,
      externalId: comment.id ?? `${row.id}#${index}`,
      createdAt: comment.createdAt ?? row.updatedAt ?? store.at,
    });
    if (!isNew) continue;
    added = true;
    await store.append({ type: 'task.commented', entity: task.id, payload: { commentId: id, replyTo: null } }, act);
  }
  return added;
}
