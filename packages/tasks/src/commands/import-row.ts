import { type Act, type Instant, ok, storeReason, unwrap, type Why } from '@cw/kernel';
import {
  type DetailName,
  type DetailOf,
  defaultPriority,
  defaultType,
  detailsOf,
  emptyDetails,
  type ImportReason,
  importedWords,
  type PartialComment,
  type PartialRecord,
  recordedDetails,
  type TaskFields,
} from '@cw/task-formats';
import type { ImportedTask, RowKey } from '../adapters/import-store.ts';
import type { TaskStore } from '../adapters/task-store.ts';
import type { ImportNotes } from '../model/import-notes.ts';
import type { Task, TaskChanges } from '../model/task.ts';
import type { TaskEvent } from '../model/task-events.ts';
import { differences } from './apply-change.ts';
import { withConsequences } from './consequences.ts';
import type { RowLinks } from './import-links.ts';

/** What writing rows takes besides the rows. */
export type ImportWork = {
  readonly store: TaskStore;
  readonly notes: ImportNotes;
  readonly act: Act;
  /** Id of the project that a new task belongs to. */
  readonly projectOf: (task: PartialRecord) => Promise<string | null>;
};

/** A task that is not here yet, and what it will be. */
export type NewRow = { readonly incoming: PartialRecord; readonly id: string; readonly links: RowLinks };

/** Writes tasks that are not here yet, all but their parents and dependencies, and tells of each. */
export async function writeNewTasks(work: ImportWork, rows: readonly NewRow[]): Promise<void> {
  const { store } = work;
  const tasks: ImportedTask[] = [];
  for (const { incoming, id, links } of rows) {
    tasks.push({
      id,
      fields: newFields(incoming, store.at),
      externalId: incoming.externalId,
      projectId: await work.projectOf(incoming),
      createdAt: incoming.createdAt ?? incoming.updatedAt ?? store.at,
      updatedAt: incoming.updatedAt ?? store.at,
      revision: incoming.revision,
      extra: extraOf(incoming, links),
    });
  }
  const keys = await store.imports.insertAll(tasks);
  const events = tasks.map((task, index) => importedEvent(task, rows[index]?.links.parent));
  await store.imports.appendAll(events, work.act);
  for (const [index, { id, incoming }] of rows.entries()) {
    const key = keys[index];
    if (key) await addBelongings(work, { row: key, id }, incoming);
    if (tasks[index]?.fields.status === 'in_progress') work.notes.add('unheld', '', incoming.from);
  }
}

function importedEvent(task: ImportedTask, parentId: string | undefined): TaskEvent {
  const after = toldFields(task.fields, { parentId: parentId ?? null, projectId: task.projectId });
  return { type: 'task.imported', entity: task.id, payload: { revision: task.revision, before: {}, after } };
}

/** Written out, as far as it goes: copied by spreading, these are a twentieth of what an import takes. */
function newFields({ fields }: PartialRecord, at: Instant): TaskFields {
  const closed = fields.status === 'closed';
  const or = <T>(value: T | undefined, otherwise: T): T => (value === undefined ? otherwise : value);
  const told: Omit<TaskFields, DetailName> = {
    title: fields.title,
    status: fields.status,
    description: or(fields.description, ''),
    acceptance: or(fields.acceptance, ''),
    outcome: closed ? (fields.outcome ?? 'done') : null,
    statusReason: storeReason(or(fields.statusReason, null)),
    priority: or(fields.priority, defaultPriority),
    type: or(fields.type, defaultType),
    assignee: or(fields.assignee, null),
    labels: or(fields.labels, []),
    startedAt: or(fields.startedAt, null),
    closedAt: closed ? (fields.closedAt ?? at) : null,
    closeReason: storeReason(or(fields.closeReason, null)),
  };
  const details: Record<string, unknown> = told;
  for (const { field } of recordedDetails) details[field] = or(fields[field as keyof TaskFields], emptyDetails[field]);
  return details as TaskFields;
}

/** What a new task has, for its history. */
function toldFields(fields: TaskFields, place: TaskChanges): TaskChanges {
  const told: Record<string, unknown> = {};
  for (const part of [fields, place]) {
    for (const [field, value] of Object.entries(part)) if (!isNothing(value)) told[field] = value;
  }
  return told;
}

/**
 * Brings a task that is older here up to date, all but its parent and new dependencies, whose tasks may not be there
 * yet; answers the fields that change.
 */
export async function updateTask(
  work: ImportWork,
  incoming: PartialRecord,
  there: { readonly task: Task; readonly links: RowLinks },
): Promise<readonly string[]> {
  const { store, act } = work;
  const { task, links } = there;
  const more = await addBelongings(work, { row: task, id: task.id }, incoming);
  const linked = incoming.links === null ? [] : await compareLinks(work, task, links);
  await store.imports.setExtra(task, extraOf(incoming, links));
  const wanted = { ...wantedChanges(task, incoming), ...(await wantedParent(store, task, { incoming, links })) };
  const { before, after } = differences(task, wanted);
  if (after.status === 'in_progress') work.notes.add('unheld', '', incoming.from);
  const { parentId: moved, ...own } = after;
  const change = () => store.change(task, moved === null ? after : own, incoming.updatedAt ?? task.updatedAt);
  const revision = after.outcome === 'cancelled' ? await givingUp(work, task, change) : await change();
  const fields = [...Object.keys(after), ...linked, ...more];
  if (fields.length > 0) {
    await store.append({ type: 'task.imported', entity: task.id, payload: { revision, before, after } }, act);
  }
  return fields;
}

/** Cancels a task by what a file says; nothing begins because of that. */
async function givingUp({ store, act }: ImportWork, { id }: Task, change: () => Promise<number>): Promise<number> {
  const given = await withConsequences(
    store,
    { ids: [id], givesUp: true, change: async () => ok(await change()) },
    act,
  );
  return unwrap(given).done;
}

const flags = detailsOf('flag').map(({ field }) => field as DetailOf<'flag'>);

/** What the file does not know of stays; a plan or an approval that was asked for here goes on being asked for. */
function wantedChanges(task: Task, { fields, isWhole, links }: PartialRecord): TaskChanges {
  const { statusReason, closeReason, ...others } = fields;
  const closed = fields.status === 'closed';
  const stillOpen = links === null && !closed && task.status !== 'closed';
  return {
    ...others,
    ...(isWhole ? {} : { metadata: { ...task.metadata, ...fields.metadata } }),
    ...reasonsOf(task, { closeReason, statusReason: stillOpen ? undefined : statusReason }),
    ...(stillOpen ? { status: task.status } : {}),
    outcome: closed ? (fields.outcome ?? (task.status === 'closed' ? task.outcome : 'done')) : null,
    closedAt: closed ? (fields.closedAt ?? task.closedAt) : null,
    ...Object.fromEntries(flags.map((flag) => [flag, task[flag] || (fields[flag] ?? false)])),
    ...(task.gateApprovedAt === null || closed ? {} : { gateApprovedAt: null, gateApprovedBy: null }),
    ...(task.leaseHolder === null ? {} : { leaseHolder: null, leaseExpiresAt: null }),
  };
}

type ToldReasons = { readonly [Field in 'statusReason' | 'closeReason']: Why<ImportReason> | null | undefined };

/** Reasons as a file tells them. One that says in words what is here as a code is the same. */
function reasonsOf(task: Task, { statusReason, closeReason }: ToldReasons): TaskChanges {
  return {
    ...(isSame(statusReason, task.statusSaid) ? {} : { statusReason: storeReason(statusReason) }),
    ...(isSame(closeReason, task.closeSaid) ? {} : { closeReason: storeReason(closeReason) }),
  };
}

function isSame(told: ToldReasons['statusReason'], said: string | null): told is undefined {
  return told === undefined || importedWords(told) === said;
}

/** The parent it is to have: the one that the file tells, or none where the file knows that it has none any more. */
async function wantedParent(
  store: TaskStore,
  task: Task,
  { incoming, links }: { readonly incoming: PartialRecord; readonly links: RowLinks },
): Promise<TaskChanges> {
  if (links.parent !== undefined) return { parentId: links.parent };
  const tells = incoming.links === null || incoming.links.some(({ type }) => type === 'parent-child');
  const parent = tells || task.parentId === null ? undefined : await store.findAny(task.parentId);
  return parent && parent.externalId !== null ? { parentId: null } : {};
}

/** Takes away dependencies that are gone there, on tasks that are known there; answers whether any change. */
async function compareLinks({ store, notes }: ImportWork, task: Task, links: RowLinks): Promise<readonly string[]> {
  const here = await store.imports.dependenciesOf(task);
  const isThere = (onId: string, type: string) => links.edges.some((edge) => edge.on === onId && edge.type === type);
  let changed = links.edges.some((edge) => !here.some(({ onId, type }) => edge.on === onId && edge.type === type));
  for (const { onId, externalId, type } of here) {
    if (externalId === null || isThere(onId, type)) continue;
    const on = await store.findAny(onId);
    if (!on || !(await store.removeDependency(task, on, type))) continue;
    notes.add('unlinked', '', `${task.externalId ?? task.id} → ${externalId}`);
    changed = true;
  }
  return changed ? ['dependencies'] : [];
}

/** Comments that are not here yet, of a task that is otherwise as it was; they need not count as a change of it there. */
export async function addNewComments(
  work: ImportWork,
  there: { readonly row: RowKey; readonly id: string },
  { comments, updatedAt }: PartialRecord,
): Promise<readonly string[]> {
  return (await addComments(work, there, { comments, at: updatedAt ?? work.store.at })) ? ['comments'] : [];
}

/** Comments, artifacts, a plan and checkpoints that are not here yet; answers of which kinds there were any. */
async function addBelongings(
  work: ImportWork,
  there: { readonly row: RowKey; readonly id: string },
  incoming: PartialRecord,
): Promise<readonly string[]> {
  const { store, notes } = work;
  const { row } = there;
  const at = incoming.updatedAt ?? store.at;
  const kinds = [...(await addNewComments(work, there, incoming))];
  for (const { kind, value } of incoming.artifacts) await store.addArtifact(row, kind, value);
  const { plan } = incoming;
  if (plan !== null) {
    const isNew = await store.imports.addPlan(row, { ...plan, writtenAt: plan.writtenAt ?? at });
    if (isNew) kinds.push('plan');
    else if ((await store.plan(there.id))?.goal !== plan.goal) notes.add('plan', '', incoming.from);
  }
  for (const checkpoint of incoming.checkpoints) {
    const id = checkpoint.id || work.store.ids('checkpoint');
    if (await store.imports.isTaken('checkpoint', id)) continue;
    await store.imports.addCheckpoint(row, { ...checkpoint, id, createdAt: checkpoint.createdAt ?? at });
    if (!kinds.includes('checkpoints')) kinds.push('checkpoints');
  }
  return kinds;
}

/** True when a comment was new. */
async function addComments(
  { store, act }: ImportWork,
  { row, id: taskId }: { readonly row: RowKey; readonly id: string },
  said: { readonly comments: readonly PartialComment[]; readonly at: Instant },
): Promise<boolean> {
  const known = new Map<string, string>();
  let added = false;
  for (const comment of said.comments) {
    const { ownId } = comment;
    const id = ownId ?? store.ids('comment');
    known.set(comment.id, id);
    if (ownId !== null && (await store.imports.isTaken('comment', ownId))) continue;
    const replyTo = comment.replyTo && (known.get(comment.replyTo) ?? comment.replyTo);
    const isNew = await store.addComment(row, {
      id,
      author: comment.author,
      text: comment.text,
      replyTo,
      externalId: comment.id === ownId ? null : comment.id,
      createdAt: comment.createdAt ?? said.at,
    });
    if (!isNew) continue;
    added = true;
    await store.append({ type: 'task.commented', entity: taskId, payload: { commentId: id, replyTo } }, act);
  }
  return added;
}

function extraOf({ extra }: PartialRecord, { dangling }: RowLinks): Readonly<Record<string, unknown>> {
  return dangling.length === 0 ? extra : { ...extra, dangling };
}

function isNothing(value: unknown): boolean {
  if (typeof value === 'object') return value === null || Object.keys(value).length === 0;
  return value === '' || value === false;
}
