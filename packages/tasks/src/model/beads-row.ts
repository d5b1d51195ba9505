import { err, type Instant, ok, type Result } from '@cw/kernel';
import type { ImportNotes } from './beads-notes.ts';
import { dependencyMeaning, derivedFields, typesWithoutWork } from './beads-words.ts';
import { defaultPriority, defaultType } from './task.ts';
import { parseName, parseText, parseTitle, parseType } from './task-text.ts';
import { type DependencyType, type Priority, priorities, type TaskStatus } from './task-view.ts';

/** One issue of beads in our words. Other tasks are named by their ids there. */
export type BeadsRow = {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly acceptance: string;
  readonly status: TaskStatus;
  readonly statusReason: string | null;
  readonly priority: Priority;
  readonly type: string;
  readonly assignee: string | null;
  readonly labels: readonly string[];
  /** Null where the file does not say. */
  readonly createdAt: Instant | null;
  readonly updatedAt: Instant | null;
  readonly startedAt: Instant | null;
  readonly closedAt: Instant | null;
  readonly closeReason: string | null;
  readonly deferUntil: Instant | null;
  readonly dependencies: readonly BeadsDependency[];
  readonly comments: readonly BeadsComment[];
  /** What has no field here, as it came. */
  readonly extra: Readonly<Record<string, unknown>>;
};

export type BeadsDependency = { readonly on: string; readonly type: DependencyType; readonly word: string };

export type BeadsComment = {
  readonly id: string | null;
  readonly author: string;
  readonly text: string;
  readonly createdAt: Instant | null;
};

type Fields = Readonly<Record<string, unknown>>;

/** A line that is not what it should be; caught where the line's number is known. */
class BadField extends Error {}

const knownFields = new Set([
  ...derivedFields,
  ...['id', 'title', 'description', 'acceptance_criteria', 'status', 'priority', 'issue_type', 'assignee', 'labels'],
  ...['created_at', 'updated_at', 'started_at', 'closed_at', 'close_reason', 'dependencies', 'comments'],
]);

/**
 * An issue from one parsed line; null for what is no task, which is noted.
 * @returns the problem in words where a field is of the wrong kind.
 */
export function beadsRow(fields: Fields, notes: ImportNotes): Result<BeadsRow | null, string> {
  try {
    return ok(readRow(fields, notes));
  } catch (error) {
    if (error instanceof BadField) return err(error.message);
    throw error;
  }
}

function readRow(fields: Fields, notes: ImportNotes): BeadsRow | null {
  const record = optionalText(fields, '_type') ?? 'issue';
  if (record !== 'issue') {
    notes.add('record', record, optionalText(fields, 'key') ?? optionalText(fields, 'id') ?? record);
    return null;
  }
  const id = text(fields, 'id').trim();
  if (id === '') throw new BadField('"id" is empty');
  const word = optionalText(fields, 'status') ?? 'open';
  if (word === 'tombstone') {
    notes.add('tombstone', '', id);
    return null;
  }
  const extra: Record<string, unknown> = {};
  for (const [field, value] of Object.entries(fields)) {
    if (knownFields.has(field)) continue;
    extra[field] = value;
    notes.add('field', field, id);
  }
  const reader = { fields, id, notes, extra };
  const type = readType(reader);
  const dependencies = readDependencies(reader);
  return {
    id,
    title: readTitle(reader),
    description: longText(fields, 'description'),
    acceptance: longText(fields, 'acceptance_criteria'),
    ...readStatus(reader, word, type),
    priority: readPriority(reader),
    type,
    assignee: readAssignee(reader),
    labels: readLabels(reader),
    createdAt: time(fields, 'created_at'),
    updatedAt: time(fields, 'updated_at'),
    startedAt: time(fields, 'started_at'),
    closedAt: time(fields, 'closed_at'),
    closeReason: longText(fields, 'close_reason') || null,
    deferUntil: time(fields, 'defer_until'),
    dependencies,
    comments: readComments(fields),
    extra,
  };
}

type Reader = {
  readonly fields: Fields;
  readonly id: string;
  readonly notes: ImportNotes;
  readonly extra: Record<string, unknown>;
};

function readTitle({ fields, id, notes, extra }: Reader): string {
  const original = text(fields, 'title');
  const oneLine = original.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();
  const title = parseTitle([...oneLine].slice(0, 500).join(''));
  if (!title.ok)
    throw new BadField(title.error.kind === 'task.title-empty' ? '"title" is empty' : '"title" is no text');
  if (title.value !== original.trim()) {
    extra.title = original;
    notes.add('title', '', id);
  }
  return title.value;
}

function readStatus(reader: Reader, word: string, type: string): Pick<BeadsRow, 'status' | 'statusReason'> {
  const { id, notes, extra } = reader;
  const noWork = typesWithoutWork.includes(type) && word !== 'closed';
  if (noWork) {
    notes.add('no-work', type, id);
    extra.status = word;
    return { status: 'blocked', statusReason: `A ${type} of beads is no work by itself.` };
  }
  if (word === 'open' || word === 'in_progress' || word === 'closed') return { status: word, statusReason: null };
  extra.status = word;
  if (word === 'blocked') return { status: 'blocked', statusReason: 'Blocked in beads.' };
  if (word === 'hooked') {
    notes.add('status-hooked', '', id);
    return { status: 'in_progress', statusReason: null };
  }
  notes.add('status', word, id);
  return { status: 'blocked', statusReason: `Its status in beads was "${word}".` };
}

function readPriority({ fields, id, notes, extra }: Reader): Priority {
  const value = fields.priority;
  if (value === undefined || value === null) return defaultPriority;
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 0) {
    throw new BadField('"priority" is not a whole number from 0 up');
  }
  const priority = priorities[value];
  if (priority) return priority;
  extra.priority = value;
  notes.add('priority', String(value), id);
  return 'P3';
}

function readType({ fields, id, notes, extra }: Reader): string {
  const word = optionalText(fields, 'issue_type') ?? defaultType;
  const type = parseType(word);
  if (type.ok) return type.value;
  extra.issue_type = word;
  notes.add('type', word, id);
  return defaultType;
}

function readAssignee({ fields, extra }: Reader): string | null {
  const word = optionalText(fields, 'assignee');
  if (word === null || word.trim() === '') return null;
  const assignee = parseName('assignee', word);
  if (assignee.ok) return assignee.value;
  extra.assignee = word;
  return null;
}

function readLabels({ fields, id, notes, extra }: Reader): readonly string[] {
  const labels = new Set<string>();
  for (const value of list(fields, 'labels')) {
    if (typeof value !== 'string') throw new BadField('"labels" holds something that is no text');
    const label = parseName('label', value);
    if (label.ok) labels.add(label.value);
    else {
      extra.labels = fields.labels;
      notes.add('label', '', id);
    }
  }
  return [...labels].sort();
}

function readDependencies({ fields, id, notes, extra }: Reader): readonly BeadsDependency[] {
  const dependencies: BeadsDependency[] = [];
  const kept: unknown[] = [];
  for (const value of list(fields, 'dependencies')) {
    if (!isFields(value)) throw new BadField('"dependencies" holds something that is no object');
    const on = text(value, 'depends_on_id').trim();
    const word = optionalText(value, 'type') ?? 'blocks';
    const { type, reading } = dependencyMeaning(word);
    if (reading !== 'same') kept.push({ on, type: word });
    if (reading === 'pointer') notes.add('dependency-type', word, `${id} → ${on}`);
    if (reading === 'spelling') notes.add('dependency-spelling', `${word}" was read as "${type}`, `${id} → ${on}`);
    dependencies.push({ on, type, word });
  }
  if (kept.length > 0) extra.dependencies = kept;
  return dependencies;
}

function readComments(fields: Fields): readonly BeadsComment[] {
  return list(fields, 'comments').map((value) => {
    if (!isFields(value)) throw new BadField('"comments" holds something that is no object');
    const { id } = value;
    return {
      id: typeof id === 'string' || typeof id === 'number' ? String(id) : null,
      author: optionalText(value, 'author')?.trim() || 'unknown',
      text: longText(value, 'text'),
      createdAt: time(value, 'created_at'),
    };
  });
}

function text(fields: Fields, field: string): string {
  const value = optionalText(fields, field);
  if (value === null) throw new BadField(`"${field}" is missing`);
  return value;
}

function optionalText(fields: Fields, field: string): string | null {
  const value = fields[field];
  if (value === undefined || value === null) return null;
  if (typeof value !== 'string') throw new BadField(`"${field}" is no text`);
  return value;
}

function longText(fields: Fields, field: string): string {
  const parsed = parseText('description', optionalText(fields, field) ?? '');
  if (parsed.ok) return parsed.value;
  throw new BadField(
    parsed.error.kind === 'task.text-too-long' ? `"${field}" is longer than 200 kB` : `"${field}" holds binary data`,
  );
}

function list(fields: Fields, field: string): readonly unknown[] {
  const value = fields[field];
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) throw new BadField(`"${field}" is no list`);
  return value;
}

function time(fields: Fields, field: string): Instant | null {
  const value = optionalText(fields, field);
  if (value === null || value === '') return null;
  const at = Date.parse(value);
  if (Number.isNaN(at)) throw new BadField(`"${field}" is no time`);
  return at;
}

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
