import { toIso, toIsoOrNull } from '@cw/kernel';
import { inOrder } from '../json/json-record.ts';
import { isOwnId } from '../json/own-part.ts';
import { detailsOf } from '../record/details.ts';
import { importedWords } from '../record/import-reason.ts';
import { refId, type TaskRecord } from '../record/task-record.ts';
import { parseType } from '../record/task-text.ts';
import { priorities } from '../record/task-words.ts';
import { shortTitle, usableLabels } from '../record/usable-words.ts';
import { ownKey, standingOf } from './beads-issue.ts';
import { writeBeadsLinks } from './beads-links.ts';
import { splitNotes } from './beads-notes.ts';
import { ownDetails } from './beads-words.ts';

/** Fields of an earlier import that say in their own way what a field here says too. */
const originals = ['status', 'priority', 'title', 'labels', 'issue_type', 'assignee', 'external_ref', 'notes'];
/** Fields that no line of beads has; they travel beside ours. */
const ownExtras = ['metadata', 'imported', 'dangling', 'dependencies'];

/**
 * One task as a line of beads. What beads has no field for is in `metadata` under `codewalkers`, which beads keeps; what
 * an import brought from there goes back as it came.
 */
export function beadsLine(task: TaskRecord): string {
  const { extra } = task;
  const id = refId(task);
  const unknown = Object.entries(inOrder(extra)).filter(
    ([field]) => !originals.includes(field) && !ownExtras.includes(field),
  );
  const standing = beadsStatus(task);
  const said = typeof extra.notes === 'string' ? { ...task, notes: extra.notes } : splitNotes(task.description);
  const links = writeBeadsLinks(task);
  const line = {
    _type: 'issue',
    id,
    title: shortTitle(textOr(extra.title)) === task.title ? extra.title : task.title,
    description: said.description,
    design: task.design,
    acceptance_criteria: task.acceptance,
    notes: said.notes,
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
    dependencies: links.records,
    comments: task.comments.map((comment) => ({
      id: comment.externalId ?? comment.id,
      issue_id: id,
      author: comment.author,
      text: comment.text,
      created_at: toIso(comment.createdAt),
    })),
  };
  const told = Object.entries(line).filter(([, value]) => !isEmpty(value));
  return JSON.stringify({
    ...Object.fromEntries([...told, ...unknown]),
    metadata: metadataOf(task, { ...standing.own, unused: links.unused }),
  });
}

function isEmpty(value: unknown): boolean {
  return value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
}

type OwnStanding = { readonly status?: string; readonly statusReason?: string | null };

/** What of a task its fields in beads do not tell. */
type Untold = OwnStanding & { readonly unused: unknown };

/** The word of beads, and what of our status it does not tell. */
function beadsStatus(task: TaskRecord): { readonly word: string; readonly own: OwnStanding } {
  const { status, statusReason, extra, type, deferUntil } = task;
  if (task.deletedAt !== null) return { word: 'tombstone', own: {} };
  const original = textOr(extra.status);
  const told = original === '' ? undefined : standingOf(original, type, deferUntil !== null);
  const same = told?.status === status && importedWords(told.statusReason) === statusReason;
  return same ? { word: original, own: { status, statusReason } } : { word: status, own: { statusReason } };
}

function beadsPriority({ priority, extra }: TaskRecord): unknown {
  const isOriginal = typeof extra.priority === 'number' && priority === 'P3';
  return isOriginal ? extra.priority : priorities.indexOf(priority);
}

function beadsType({ type, extra }: TaskRecord): string {
  const original = textOr(extra.issue_type);
  return original !== '' && type === 'task' && !parseType(original).ok ? original : type;
}

function beadsLabels({ labels, extra }: TaskRecord): readonly string[] {
  const original = Array.isArray(extra.labels) ? extra.labels.filter((label) => typeof label === 'string') : [];
  const same = original.length > 0 && JSON.stringify(usableLabels(original).labels) === JSON.stringify(labels);
  return same ? original : labels;
}

function metadataOf(task: TaskRecord, untold: Untold): Readonly<Record<string, unknown>> {
  const clashes = Object.hasOwn(task.metadata, ownKey);
  const own = ownPart(task, untold);
  return clashes ? { [ownKey]: { ...own, metadata: task.metadata } } : { ...task.metadata, [ownKey]: own };
}

function ownPart(task: TaskRecord, { unused, ...standing }: Untold): Readonly<Record<string, unknown>> {
  const { plan, checkpoints } = task;
  const extra = Object.fromEntries(Object.entries(task.extra).filter(([field]) => ownExtras.includes(field)));
  const { dependencies: _, dangling: __, ...others } = extra;
  const kept = unused === undefined ? others : { ...others, dependencies: unused };
  const part = {
    id: isOwnId(refId(task), 'task') ? null : task.id,
    revision: task.revision,
    ...standing,
    outcome: task.outcome === 'done' ? null : task.outcome,
    ...Object.fromEntries(ownDetails.map(({ field }) => [field, task[field] || null])),
    gateApprovedAt: toIsoOrNull(task.gateApprovedAt),
    gateApprovedBy: task.gateApprovedBy,
    project: task.project,
    artifacts: task.artifacts,
    plan: plan && { ...plan, writtenAt: toIso(plan.writtenAt), approvedAt: toIsoOrNull(plan.approvedAt) },
    checkpoints: checkpoints.map((checkpoint) => ({ ...checkpoint, createdAt: toIso(checkpoint.createdAt) })),
    comments: commentFacts(task),
    ...Object.fromEntries(detailsOf('shell').map(({ field }) => [field, task[field]])),
    extra: Object.keys(kept).length > 0 ? kept : null,
  };
  return Object.fromEntries(Object.entries(part).filter(([, value]) => !isEmpty(value)));
}

/** Our ids of comments that have another one there, and what they answer. */
function commentFacts({ comments }: TaskRecord): Readonly<Record<string, unknown>> | null {
  const told = comments.flatMap(({ id, externalId, replyTo }) => {
    const facts = { ...(externalId === null ? {} : { id }), ...(replyTo === null ? {} : { replyTo }) };
    return Object.keys(facts).length === 0 ? [] : [[externalId ?? id, facts] as const];
  });
  return told.length === 0 ? null : Object.fromEntries(told);
}

function textOr(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
