import { toIso, toIsoOrNull } from '@cw/kernel';
import {
  BadField,
  type Fields,
  isFields,
  longText,
  objects,
  oneOf,
  optionalText,
  text,
  texts,
  time,
} from '../reading/fields.ts';
import type { ReadingNotes } from '../reading/notes.ts';
import { type DetailOf, detailsOf } from '../record/details.ts';
import type { PartialComment, PartialLink, PartialRecord, PassedOver } from '../record/partial-record.ts';
import type { TaskFields, TaskRecord } from '../record/task-record.ts';
import { parseLabels, parseLine, parseName, parseTitle, parseType } from '../record/task-text.ts';
import { dependencyTypes, priorities, taskStatuses, waitGates } from '../record/task-words.ts';
import { isOwnId, isStorable, readOwnPart, withPeopleOnly } from './own-part.ts';

/** What `_type` says in our own format. */
export const recordType = 'task';

/** One task in our own format, on one line. */
export function jsonRecord(task: TaskRecord): string {
  const { parent, dependencies, comments, plan, checkpoints, extra, ...fields } = task;
  return JSON.stringify({
    _type: recordType,
    ...fields,
    ...timesOf(task),
    parent: parent?.id ?? null,
    dependencies: dependencies.map(({ type, on, gate, createdAt }) => ({
      type,
      id: on.id,
      ...(type === 'waits-for' ? { gate: gate ?? 'all' } : {}),
      createdAt: toIso(createdAt),
    })),
    comments: comments.map((comment) => ({ ...comment, createdAt: toIso(comment.createdAt) })),
    plan: plan && { ...plan, writtenAt: toIso(plan.writtenAt), approvedAt: toIsoOrNull(plan.approvedAt) },
    checkpoints: checkpoints.map((checkpoint) => ({ ...checkpoint, createdAt: toIso(checkpoint.createdAt) })),
    ...(Object.keys(extra).length > 0 ? { extra: inOrder(extra) } : {}),
  });
}

/** The same fields sorted by name, so that the same tasks make the same bytes. */
export function inOrder(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).sort(([a], [b]) => (a < b ? -1 : 1)));
}

const timeFields = [
  ...detailsOf('date').map(({ field }) => field as DetailOf<'date'>),
  'createdAt',
  'updatedAt',
  'startedAt',
  'closedAt',
  'deletedAt',
  'gateApprovedAt',
] as const;

function timesOf(task: TaskRecord) {
  return Object.fromEntries(timeFields.map((field) => [field, toIsoOrNull(task[field])]));
}

/**
 * A task from one record of our own format.
 * @throws BadField
 */
export function readJsonRecord(fields: Fields, notes: ReadingNotes): PartialRecord | PassedOver {
  const id = text(fields, 'id');
  if (!isOwnId(id, 'task')) throw new BadField('"id" must be an id that cw made');
  if (time(fields, 'deletedAt') !== null) {
    notes.add('tombstone', '', id);
    return { from: id, why: 'deleted' };
  }
  const own = readOwnPart(fields);
  const status = oneOf(fields, 'status', taskStatuses);
  if (status === null) throw new BadField('"status" is missing');
  const closed = status === 'closed';
  const given = fields.metadata ?? {};
  if (!isFields(given) || !isStorable(given)) throw new BadField('"metadata" must be an object of at most 100 kB');
  const { metadata, rest } = withPeopleOnly(given, own.peopleOnly, { notes, from: id });
  return {
    from: id,
    ownId: id,
    externalId: externalIdIn(fields),
    isWhole: true,
    fields: {
      ...own.fields,
      ...words(fields),
      status,
      outcome: closed ? (own.fields.outcome ?? 'done') : null,
      description: longText(fields, 'description'),
      acceptance: longText(fields, 'acceptance'),
      metadata,
      startedAt: time(fields, 'startedAt'),
      closedAt: closed ? (time(fields, 'closedAt') ?? time(fields, 'updatedAt')) : null,
      closeReason: closed ? longText(fields, 'closeReason') || null : null,
    },
    createdAt: time(fields, 'createdAt'),
    updatedAt: time(fields, 'updatedAt'),
    revision: own.revision,
    project: own.project,
    links: readLinks(fields),
    comments: readComments(fields),
    artifacts: own.artifacts,
    plan: own.plan,
    checkpoints: own.checkpoints,
    extra: { ...own.extra, ...rest },
  };
}

function externalIdIn(fields: Fields): string | null {
  const id = optionalText(fields, 'externalId');
  if (id === null || parseLine('reference', id, 500).ok) return id;
  throw new BadField('"externalId" must be one line of text');
}

type Words = Pick<TaskFields, 'title' | 'type' | 'assignee' | 'labels' | 'priority'>;

function words(fields: Fields): Words {
  const title = parseTitle(text(fields, 'title'));
  if (!title.ok) throw new BadField('"title" must be one line of 1 to 500 characters');
  const type = parseType(text(fields, 'type'));
  if (!type.ok) throw new BadField('"type" must be one word');
  const labels = parseLabels(texts(fields, 'labels'));
  if (!labels.ok) throw new BadField('"labels" contains an invalid label');
  const name = optionalText(fields, 'assignee');
  const assignee = name === null ? null : parseName('assignee', name);
  if (assignee && !assignee.ok) throw new BadField('"assignee" must be a name');
  const priority = oneOf(fields, 'priority', priorities);
  if (priority === null) throw new BadField('"priority" is missing');
  return {
    title: title.value,
    type: type.value,
    assignee: assignee?.value ?? null,
    labels: labels.value,
    priority,
  };
}

function readLinks(fields: Fields): readonly PartialLink[] {
  const parent = optionalText(fields, 'parent');
  const links = objects(fields, 'dependencies').map((value): PartialLink => {
    const type = oneOf(value, 'type', dependencyTypes) ?? 'blocks';
    const gate = oneOf(value, 'gate', waitGates);
    return {
      on: text(value, 'id'),
      type,
      gate: gate === 'any' ? 'any' : null,
      word: type,
      createdAt: time(value, 'createdAt'),
    };
  });
  if (parent === null) return links;
  return [{ on: parent, type: 'parent-child', gate: null, word: 'parent-child', createdAt: null }, ...links];
}

function readComments(fields: Fields): readonly PartialComment[] {
  return objects(fields, 'comments').map((value) => {
    const id = text(value, 'id');
    return {
      id: optionalText(value, 'externalId') ?? id,
      ownId: isOwnId(id, 'comment') ? id : null,
      author: optionalText(value, 'author') || 'unknown',
      text: longText(value, 'text'),
      replyTo: optionalText(value, 'replyTo'),
      createdAt: time(value, 'createdAt'),
    };
  });
}
