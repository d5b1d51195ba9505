import { isOwnId, isStorable, type OwnPart, readOwnPart, withPeopleOnly } from '../json/own-part.ts';
import {
  BadField,
  type Fields,
  isFields,
  longText,
  objects,
  optionalText,
  text,
  texts,
  time,
  wholeNumber,
} from '../reading/fields.ts';
import type { NoteKind, ReadingNotes } from '../reading/notes.ts';
import type { ImportReason } from '../record/import-reason.ts';
import type { PartialComment, PartialLink, PartialRecord, PassedOver, ToldFields } from '../record/partial-record.ts';
import type { TaskFields } from '../record/task-record.ts';
import { parseLine, parseName, parseText, parseType } from '../record/task-text.ts';
import { defaultPriority, defaultType, type Metadata, type Priority, priorities } from '../record/task-words.ts';
import { shortTitle, usableLabels } from '../record/usable-words.ts';
import { readBeadsLinks } from './beads-links.ts';
import { withNotes } from './beads-notes.ts';
import { derivedFields, ownDetails, typesWithoutWork } from './beads-words.ts';

/** Under this key of a line's `metadata` our own exports keep what beads has no field for. */
export const ownKey = 'codewalkers';

const knownFields = new Set([
  ...derivedFields,
  'id',
  'title',
  'description',
  'acceptance_criteria',
  'design',
  'status',
  'priority',
  'issue_type',
  'assignee',
  'labels',
  'estimated_minutes',
  'due_at',
  'defer_until',
  'external_ref',
  'metadata',
  'notes',
  'dependencies',
  'comments',
  'created_at',
  'updated_at',
  'started_at',
  'closed_at',
  'close_reason',
]);

type Reader = {
  readonly fields: Fields;
  readonly id: string;
  readonly notes: ReadingNotes;
  /** What has no place here. */
  readonly extra: Map<string, unknown>;
  /** Null for what beads wrote. */
  readonly own: OwnPart | null;
};

/**
 * A task from one issue of beads, or why it is passed over, which is noted.
 * @throws BadField
 */
export function readBeadsIssue(fields: Fields, notes: ReadingNotes): PartialRecord | PassedOver {
  const record = optionalText(fields, '_type') ?? 'issue';
  if (record !== 'issue') {
    const from = optionalText(fields, 'key') ?? optionalText(fields, 'id') ?? record;
    notes.add('record', record, from);
    return { from, why: 'no-task' };
  }
  const id = readId(fields);
  const word = optionalText(fields, 'status') ?? 'open';
  if (word === 'tombstone') {
    notes.add('tombstone', '', id);
    return { from: id, why: 'deleted' };
  }
  const { metadata, own: ownFields } = splitMetadata(fields);
  const own = ownFields === null ? null : readOwnPart(ownFields);
  const reader: Reader = { fields, id, notes, own, extra: unknownFields(fields, id, notes) };
  for (const [name, value] of Object.entries(own?.extra ?? {})) reader.extra.set(name, value);
  const read = readFields(reader, word, metadata);
  const links = readLinks(reader);
  return {
    from: id,
    ownId: own?.ownId ?? (isOwnId(id, 'task') ? id : null),
    externalId: isOwnId(id, 'task') ? null : id,
    fields: read,
    isWhole: own !== null,
    createdAt: time(fields, 'created_at'),
    updatedAt: time(fields, 'updated_at'),
    revision: own?.revision ?? 1,
    project: own?.project ?? null,
    links,
    comments: readComments(reader, ownFields),
    artifacts: own?.artifacts ?? [],
    plan: own?.plan ?? null,
    checkpoints: own?.checkpoints ?? [],
    extra: Object.fromEntries(reader.extra),
  };
}

function readId(fields: Fields): string {
  const id = parseLine('reference', text(fields, 'id'), 500);
  if (id.ok) return id.value;
  throw new BadField(id.error.kind === 'task.text-empty' ? '"id" is empty' : '"id" must be one line of text');
}

function unknownFields(fields: Fields, id: string, notes: ReadingNotes): Map<string, unknown> {
  const unknown = new Map<string, unknown>();
  for (const field of Object.keys(fields)) {
    if (knownFields.has(field)) continue;
    notes.add('field', field, id);
    unknown.set(field, fields[field]);
  }
  return unknown;
}

function splitMetadata(fields: Fields): { readonly metadata: unknown; readonly own: Fields | null } {
  const { metadata } = fields;
  if (!isFields(metadata) || !isFields(metadata[ownKey])) return { metadata, own: null };
  const { [ownKey]: own, ...others } = metadata;
  return isFields(own) ? { metadata: own.metadata ?? others, own } : { metadata, own: null };
}

function readFields(reader: Reader, word: string, given: unknown): PartialRecord['fields'] {
  const { fields, own, notes, id } = reader;
  const type = readType(reader);
  const standing = readStatus(reader, word, type);
  const closed = standing.status === 'closed';
  const metadata = withPeopleOnly(readMetadata(reader, given), own?.peopleOnly ?? {}, { notes, from: id });
  for (const [name, value] of Object.entries(metadata.rest)) reader.extra.set(name, value);
  return {
    title: readTitle(reader),
    description: readDescription(reader),
    acceptance: longText(fields, 'acceptance_criteria'),
    design: longText(fields, 'design'),
    ...standing,
    priority: readPriority(reader),
    type,
    assignee: readAssignee(reader),
    labels: readLabels(reader),
    estimate: wholeNumber(fields, 'estimated_minutes', 0) || null,
    dueAt: time(fields, 'due_at'),
    deferUntil: time(fields, 'defer_until'),
    externalRef: readReference(reader),
    metadata: metadata.metadata,
    ...(own ? ownFields(own.fields) : {}),
    startedAt: time(fields, 'started_at'),
    closedAt: closed ? readClosedAt(reader) : null,
    closeReason: closed ? longText(fields, 'close_reason') || null : null,
  };
}

function ownFields(fields: OwnPart['fields']): Partial<OwnPart['fields']> {
  return Object.fromEntries(ownDetails.map(({ field }) => [field, fields[field as keyof OwnPart['fields']]]));
}

function readClosedAt({ fields, id, notes }: Reader) {
  const closedAt = time(fields, 'closed_at');
  if (closedAt !== null) return closedAt;
  notes.add('closed-at', '', id);
  return time(fields, 'updated_at') ?? time(fields, 'created_at');
}

function readTitle({ fields, id, notes, extra }: Reader): string {
  const original = text(fields, 'title');
  const title = shortTitle(original);
  if (title === undefined) throw new BadField(original.trim() === '' ? '"title" is empty' : '"title" must be a string');
  if (title !== original.trim()) {
    extra.set('title', original);
    notes.add('title', '', id);
  }
  return title;
}

type Standing = Pick<ToldFields, 'status' | 'statusReason'> & Partial<Pick<TaskFields, 'outcome'>>;

function readStatus(reader: Reader, word: string, type: string): Standing {
  const { own, fields } = reader;
  const deferred = time(fields, 'defer_until') !== null;
  const told = standingOf(word, own === null || own.fields.status !== undefined ? type : defaultType, deferred);
  if (told.kept) reader.extra.set('status', word);
  if (own === null) {
    if (told.note) reader.notes.add(...told.note, reader.id);
    return {
      status: told.status,
      statusReason: told.statusReason,
      ...(told.status === 'closed' ? {} : { outcome: null }),
    };
  }
  const status = own.fields.status ?? told.status;
  return {
    status,
    statusReason: own.fields.statusReason,
    outcome: status === 'closed' ? (own.fields.outcome ?? 'done') : null,
  };
}

type Told = Pick<ToldFields, 'status' | 'statusReason'> & {
  /** The word of beads says more than ours. */
  readonly kept: boolean;
  readonly note?: readonly [NoteKind, string];
};

/** What a status of beads means for a task of this type. */
export function standingOf(word: string, type: string, hasDate: boolean): Told {
  if (typesWithoutWork.includes(type) && word !== 'closed') {
    const statusReason: ImportReason = { code: 'import.no-work', type };
    return { status: 'blocked', statusReason, kept: true, note: ['no-work', type] };
  }
  if (word === 'open' || word === 'in_progress' || word === 'closed')
    return { status: word, statusReason: null, kept: false };
  if (word === 'blocked') return { status: 'blocked', statusReason: { code: 'import.blocked' }, kept: false };
  if (word === 'hooked') return { status: 'in_progress', statusReason: null, kept: true, note: ['status-hooked', ''] };
  if (word === 'deferred' && hasDate) return { status: 'open', statusReason: null, kept: true };
  if (word === 'deferred') {
    return {
      status: 'blocked',
      statusReason: { code: 'import.deferred' },
      kept: true,
      note: ['deferred', ''],
    };
  }
  const statusReason: ImportReason = { code: 'import.status', tracker: 'beads', word };
  return { status: 'blocked', statusReason, kept: true, note: ['status', word] };
}

function readPriority({ fields, id, notes, extra }: Reader): Priority {
  const value = wholeNumber(fields, 'priority', 0);
  if (value === null) return defaultPriority;
  const priority = priorities[value];
  if (priority) return priority;
  extra.set('priority', value);
  notes.add('priority', String(value), id);
  return 'P3';
}

function readType({ fields, id, notes, extra }: Reader): string {
  const word = optionalText(fields, 'issue_type') ?? defaultType;
  const type = parseType(word);
  if (type.ok) return type.value;
  extra.set('issue_type', word);
  notes.add('type', word, id);
  return defaultType;
}

function readAssignee({ fields, extra }: Reader): string | null {
  const word = optionalText(fields, 'assignee');
  if (word === null || word.trim() === '') return null;
  const assignee = parseName('assignee', word);
  if (assignee.ok) return assignee.value;
  extra.set('assignee', word);
  return null;
}

function readReference({ fields, extra }: Reader): string | null {
  const word = optionalText(fields, 'external_ref');
  if (word === null || word.trim() === '') return null;
  const reference = parseLine('reference', word, 500);
  if (reference.ok) return reference.value;
  extra.set('external_ref', word);
  return null;
}

function readLabels({ fields, id, notes, extra }: Reader): readonly string[] {
  const words = texts(fields, 'labels');
  const { labels, all } = usableLabels(words);
  if (!all) {
    extra.set('labels', fields.labels);
    notes.add('label', '', id);
  }
  return labels;
}

/** Metadata of the user's own. */
function readMetadata({ extra, notes, id }: Reader, given: unknown): Metadata {
  const own = isFields(given) && isStorable(given) ? given : {};
  if (own !== given && given !== undefined && given !== null) {
    extra.set('metadata', given);
    notes.add('field', 'metadata', id);
  }
  return own;
}

/** Notes have no field here: they stand behind the description, under a heading. */
function readDescription({ fields, extra, notes, id }: Reader): string {
  const description = longText(fields, 'description');
  const said = optionalText(fields, 'notes');
  if (said === null || said === '') return description;
  const whole = parseText('description', withNotes(description, said) ?? '\0');
  if (whole.ok) return whole.value;
  extra.set('notes', said);
  notes.add('field', 'notes', id);
  return description;
}

function readLinks({ fields, id, notes, extra, own }: Reader): readonly PartialLink[] {
  const { links, kept } = readBeadsLinks(fields, { id, notes, kept: extra.get('dependencies') });
  if (kept.length > 0) extra.set('dependencies', kept);
  const parent = impliedParent(id);
  const told = links.some(({ type, on }) => type === 'parent-child' && on !== id);
  if (parent === undefined || told || own !== null) return links;
  return [
    ...links,
    { on: parent, type: 'parent-child', gate: null, word: 'parent-child', createdAt: null, implied: true },
  ];
}

/** The parent that an id such as `bd-7.2` tells without a dependency. */
function impliedParent(id: string): string | undefined {
  return /^(.+)\.\d+$/.exec(id)?.[1];
}

function readComments({ fields, id: issue }: Reader, own: Fields | null): readonly PartialComment[] {
  const said = own !== null && isFields(own.comments) ? own.comments : {};
  return objects(fields, 'comments').flatMap((value, index) => {
    const id = typeof value.id === 'string' || typeof value.id === 'number' ? String(value.id) : `${issue}#${index}`;
    const body = longText(value, 'text');
    if (body.trim() === '') return [];
    const facts = isFields(said[id]) ? said[id] : {};
    const ownId = optionalText(facts, 'id') ?? id;
    return {
      id,
      ownId: isOwnId(ownId, 'comment') ? ownId : null,
      author: optionalText(value, 'author')?.trim() || 'unknown',
      text: body,
      replyTo: optionalText(facts, 'replyTo'),
      createdAt: time(value, 'created_at'),
    };
  });
}
