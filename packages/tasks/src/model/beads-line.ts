import { type Instant, toIso, toIsoOrNull } from '@cw/kernel';
import { ownKey, shortTitle, standingOf, usableLabels } from './beads-issue.ts';
import { dependencyMeaning, dependencyWord } from './beads-words.ts';
import { type CarriedDependency, type CarriedTask, inOrder, type TaskRef } from './carried-task.ts';
import { isFields } from './incoming-fields.ts';
import { isOwnId } from './own-part.ts';
import { parseType } from './task-text.ts';
import { priorities } from './task-view.ts';

/** Fields of an earlier import that say in their own way what a field here says too. */
const originals = ['status', 'priority', 'title', 'labels', 'issue_type', 'assignee', 'external_ref', 'notes'];
/** Fields that no line of beads has; they travel beside ours. */
const ownExtras = ['metadata', 'imported', 'dangling', 'dependencies'];

/**
 * One task as a line of beads. What beads has no field for is in `metadata` under `codewalkers`, which beads keeps; what
 * an import brought from there goes back as it came.
 */
export function beadsLine(task: CarriedTask): string {
  const { extra } = task;
  const id = beadsId(task);
  const unknown = Object.entries(inOrder(extra)).filter(
    ([field]) => !originals.includes(field) && !ownExtras.includes(field),
  );
  const standing = beadsStatus(task);
  const line = {
    _type: 'issue',
    id,
    title: shortTitle(textOr(extra.title)) === task.title ? extra.title : task.title,
    description: task.description,
    design: task.design,
    acceptance_criteria: task.acceptance,
    ...notesOf(task),
    status: standing.word,
    priority: beadsPriority(task),
    issue_type: beadsType(task),
    assignee: task.assignee ?? extra.assignee,
    estimated_minutes: task.estimate,
    created_at: toIso(task.createdAt),
    updated_at: toIso(task.updatedAt),
    started_at: toIsoOrNull(task.startedAt),
    closed_at: toIsoOrNull(task.closedAt),
    close_reason: task.closeReason,
    due_at: toIsoOrNull(task.dueAt),
    defer_until: toIsoOrNull(task.deferUntil),
    deleted_at: toIsoOrNull(task.deletedAt),
    external_ref: task.externalRef ?? extra.external_ref,
    labels: beadsLabels(task),
    dependencies: dependenciesOf(task, id),
    comments: task.comments.map((comment) => ({
      id: comment.externalId ?? comment.id,
      issue_id: id,
      author: comment.author,
      text: comment.text,
      created_at: toIso(comment.createdAt),
    })),
  };
  const told = Object.entries(line).filter(([, value]) => !isEmpty(value));
  return JSON.stringify({ ...Object.fromEntries([...told, ...unknown]), metadata: metadataOf(task, standing.own) });
}

/** What beads calls a task: the id it has there, else ours. */
export function beadsId({ id, externalId }: TaskRef): string {
  return externalId ?? id;
}

function isEmpty(value: unknown): boolean {
  return value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
}

type OwnStanding = { readonly status?: string; readonly statusReason?: string | null };

/** The word of beads, and what of our status it does not tell. */
function beadsStatus(task: CarriedTask): { readonly word: string; readonly own: OwnStanding } {
  const { status, statusReason, extra, type, deferUntil } = task;
  if (task.deletedAt !== null) return { word: 'tombstone', own: {} };
  const original = textOr(extra.status);
  const told = original === '' ? undefined : standingOf(original, type, deferUntil !== null);
  const same = told?.status === status && told.statusReason === statusReason;
  return same ? { word: original, own: { status, statusReason } } : { word: status, own: { statusReason } };
}

function beadsPriority({ priority, extra }: CarriedTask): unknown {
  const isOriginal = typeof extra.priority === 'number' && priority === 'P3';
  return isOriginal ? extra.priority : priorities.indexOf(priority);
}

function beadsType({ type, extra }: CarriedTask): string {
  const original = textOr(extra.issue_type);
  return original !== '' && type === 'task' && !parseType(original).ok ? original : type;
}

function beadsLabels({ labels, extra }: CarriedTask): readonly string[] {
  const original = Array.isArray(extra.labels) ? extra.labels.filter((label) => typeof label === 'string') : [];
  const same = original.length > 0 && JSON.stringify(usableLabels(original).labels) === JSON.stringify(labels);
  return same ? original : labels;
}

/** Notes are in the metadata here, where an import put them. */
function notesOf(task: CarriedTask): { readonly notes?: string } {
  const { extra, metadata } = task;
  if (typeof extra.notes === 'string') return { notes: extra.notes };
  return carriesNotes(task) ? { notes: textOr(metadata.notes) } : {};
}

function carriesNotes({ extra, metadata }: CarriedTask): boolean {
  const taken = typeof extra.notes === 'string' || Object.hasOwn(metadata, ownKey);
  return !taken && typeof metadata.notes === 'string' && metadata.notes !== '';
}

function metadataOf(task: CarriedTask, standing: OwnStanding): Readonly<Record<string, unknown>> {
  const clashes = Object.hasOwn(task.metadata, ownKey);
  const { notes: _, ...withoutNotes } = task.metadata;
  const users = carriesNotes(task) ? withoutNotes : task.metadata;
  const own = ownPart(task, standing);
  return clashes ? { [ownKey]: { ...own, metadata: task.metadata } } : { ...users, [ownKey]: own };
}

function ownPart(task: CarriedTask, standing: OwnStanding): Readonly<Record<string, unknown>> {
  const { plan, checkpoints } = task;
  const extra = Object.fromEntries(Object.entries(task.extra).filter(([field]) => ownExtras.includes(field)));
  const { dependencies: _, ...kept } = extra;
  const part = {
    id: isOwnId(beadsId(task), 'task') ? null : task.id,
    revision: task.revision,
    ...standing,
    outcome: task.outcome === 'done' ? null : task.outcome,
    size: task.size,
    role: task.role,
    requiresPlan: task.requiresPlan || null,
    project: task.project,
    artifacts: task.artifacts,
    plan: plan && { ...plan, writtenAt: toIso(plan.writtenAt), approvedAt: toIsoOrNull(plan.approvedAt) },
    checkpoints: checkpoints.map((checkpoint) => ({ ...checkpoint, createdAt: toIso(checkpoint.createdAt) })),
    comments: commentFacts(task),
    script: task.script,
    checkCommand: task.checkCommand,
    extra: Object.keys(kept).length > 0 ? kept : null,
  };
  return Object.fromEntries(Object.entries(part).filter(([, value]) => !isEmpty(value)));
}

/** Our ids of comments that have another one there, and what they answer. */
function commentFacts({ comments }: CarriedTask): Readonly<Record<string, unknown>> | null {
  const told = comments.flatMap(({ id, externalId, replyTo }) => {
    const facts = { ...(externalId === null ? {} : { id }), ...(replyTo === null ? {} : { replyTo }) };
    return Object.keys(facts).length === 0 ? [] : [[externalId ?? id, facts] as const];
  });
  return told.length === 0 ? null : Object.fromEntries(told);
}

function dependenciesOf(task: CarriedTask, id: string) {
  const { parent, dependencies, extra } = task;
  const kept = records(extra.dependencies);
  const line = (on: string, type: string, createdAt: Instant | null) => ({
    issue_id: id,
    depends_on_id: on,
    type,
    ...(createdAt === null ? {} : { created_at: toIso(createdAt) }),
  });
  const wordOf = ({ type, on }: Pick<CarriedDependency, 'type' | 'on'>) =>
    kept.find((each) => each.on === beadsId(on) && dependencyMeaning(each.type).type === type)?.type ??
    dependencyWord(type);
  return [
    ...(parent ? [line(beadsId(parent), wordOf({ type: 'parent-child', on: parent }), task.createdAt)] : []),
    ...dependencies.map((dependency) => ({
      ...line(beadsId(dependency.on), wordOf(dependency), dependency.createdAt),
      ...(dependency.gate === 'any' ? { metadata: JSON.stringify({ gate: 'any-children' }) } : {}),
    })),
    ...records(extra.dangling).map(({ on, type }) => line(on, type, null)),
  ];
}

function records(value: unknown): readonly { readonly on: string; readonly type: string }[] {
  if (!Array.isArray(value)) return [];
  return value.filter(isFields).map((each) => ({ on: textOr(each.on), type: textOr(each.type) }));
}

function textOr(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
