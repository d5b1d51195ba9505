import type { ByteSource } from '../reading/byte-source.ts';
import { BadField, type Fields, isFields, list, longText, optionalText, text, time } from '../reading/fields.ts';
import type { FileRecord } from '../reading/file-records.ts';
import type { ReadingNotes } from '../reading/notes.ts';
import type { ImportReason } from '../record/import-reason.ts';
import { parseForeignJson } from '../record/json-text.ts';
import type { PartialLink, PartialRecord, ToldFields } from '../record/partial-record.ts';
import type { TaskFields } from '../record/task-record.ts';
import type { Priority } from '../record/task-words.ts';
import { shortTitle } from '../record/usable-words.ts';

/** What is read of a file at most; one of task-master is read at once. */
const longest = 16 << 20;

/**
 * The tasks and subtasks of a file of task-master, each as a record of its own that names its tag and its parent;
 * undefined for a file that is none.
 */
export function taskMasterRecords(source: ByteSource): readonly FileRecord[] | undefined {
  const whole = source.size <= longest && looksAlike(source) ? wholeJson(source) : undefined;
  const tags = whole === undefined ? [] : tagsOf(whole);
  if (tags.length === 0) return undefined;
  const flat = tags.flatMap(([tag, tasks]) =>
    tasks.flatMap((task) => {
      const { subtasks, ...own } = isFields(task) ? task : { subtasks: [] };
      const parts = Array.isArray(subtasks) ? subtasks.filter(isFields) : [];
      const siblings = parts.map(({ id }) => String(id));
      return [
        { tag, task: isFields(task) ? own : task },
        ...parts.map((part) => ({ tag, parent: own.id, siblings, task: part })),
      ];
    }),
  );
  return flat.map((each, index) => ({
    line: 1,
    member: index + 1,
    content: Buffer.from(JSON.stringify(each)),
  }));
}

/** Told by its beginning, so that a file of lines is not read for it. */
function looksAlike(source: ByteSource): boolean {
  const head = new Uint8Array(Math.min(source.size, 1 << 16));
  const length = source.read(head, 0);
  return /^\uFEFF?\s*\{[\s\S]*"tasks"\s*:\s*\[/.test(new TextDecoder().decode(head.subarray(0, length)));
}

function wholeJson(source: ByteSource): Fields | undefined {
  const bytes = new Uint8Array(source.size);
  for (let at = 0; at < bytes.length; ) {
    const part = source.read(bytes.subarray(at), at);
    if (part === 0) return undefined;
    at += part;
  }
  try {
    const value = parseForeignJson(new TextDecoder().decode(bytes));
    return isFields(value) ? value : undefined;
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof RangeError) return undefined;
    throw error;
  }
}

/** The lists of tasks by tag: one without a name in older files. */
function tagsOf(file: Fields): readonly (readonly [string, readonly unknown[]])[] {
  if (Array.isArray(file.tasks) && file.id === undefined) return [['master', file.tasks]];
  const tags = Object.entries(file);
  if (!tags.every(([, tag]) => isFields(tag) && Array.isArray(tag.tasks))) return [];
  return tags.map(([name, tag]) => [name, isFields(tag) && Array.isArray(tag.tasks) ? tag.tasks : []]);
}

/** What the ids of its tasks begin with where no project is named. */
const prefix = 'tm';

/**
 * A task from one record of `taskMasterRecords`.
 * @throws BadField
 */
export function readTaskMaster(fields: Fields, notes: ReadingNotes, project?: string): PartialRecord {
  const { task, parent } = fields;
  if (!isFields(task)) throw new BadField('it is not a JSON object');
  const tag = text(fields, 'tag');
  const name = (id: string) => [project, prefix, ...(tag === 'master' ? [] : [tag]), id].filter(Boolean).join('-');
  const own = idIn(task.id, '"id"');
  const id = name(parent === undefined ? own : `${idIn(parent, '"id"')}.${own}`);
  const title = shortTitle(text(task, 'title'));
  if (title === undefined) throw new BadField('"title" is empty');
  if (title !== text(task, 'title').trim()) notes.add('title', '', id);
  const updatedAt = time(task, 'updatedAt');
  const standing = standingOf(optionalText(task, 'status') ?? 'pending', id, notes);
  if (standing.status === 'closed' && updatedAt === null) notes.add('closed-now', '', id);
  return {
    from: id,
    ownId: null,
    externalId: id,
    isWhole: false,
    fields: {
      title,
      description: longText(task, 'description'),
      design: longText(task, 'details'),
      acceptance: longText(task, 'testStrategy'),
      ...standing,
      ...priorityOf(task),
      ...(tag === 'master' ? {} : { labels: [tag.slice(0, 100)] }),
      ...(standing.status === 'closed' ? { closedAt: updatedAt } : {}),
      metadata: othersOf(task),
    },
    createdAt: null,
    updatedAt,
    revision: 1,
    project: null,
    links: linksOf(fields, task, name),
    comments: [],
    artifacts: [],
    plan: null,
    checkpoints: [],
    extra: {},
  };
}

function idIn(value: unknown, field: string): string {
  if (typeof value === 'number' || (typeof value === 'string' && /^[\w.-]{1,100}$/.test(value))) return String(value);
  throw new BadField(value === undefined ? `${field} is missing` : `${field} must be a number or a string`);
}

type Standing = Pick<ToldFields, 'status' | 'statusReason' | 'outcome'>;

function standingOf(word: string, id: string, notes: ReadingNotes): Standing {
  const open = (status: 'open' | 'in_progress'): Standing => ({ status, statusReason: null, outcome: null });
  const closed = (outcome: 'done' | 'cancelled'): Standing => ({ status: 'closed', statusReason: null, outcome });
  if (word === 'pending') return open('open');
  if (word === 'in-progress') return open('in_progress');
  if (word === 'done' || word === 'completed') return closed('done');
  if (word === 'cancelled') return closed('cancelled');
  if (word !== 'blocked') notes.add('status', word, id);
  const statusReason: ImportReason = { code: 'import.status', tracker: 'task-master', word };
  return { status: 'blocked', statusReason, outcome: null };
}

const priorityWords: Readonly<Record<string, Priority>> = { critical: 'P0', high: 'P1', medium: 'P2', low: 'P3' };

function priorityOf(task: Fields): { readonly priority?: Priority } {
  const priority = priorityWords[optionalText(task, 'priority') ?? ''];
  return priority === undefined ? {} : { priority };
}

function linksOf(fields: Fields, task: Fields, name: (id: string) => string): readonly PartialLink[] {
  const { parent } = fields;
  const siblings = list(fields, 'siblings');
  const link = (on: string, type: 'blocks' | 'parent-child'): PartialLink => ({
    on: name(on),
    type,
    gate: null,
    word: type,
    createdAt: null,
  });
  const needs = list(task, 'dependencies').map((value) => {
    const on = idIn(value, '"dependencies"');
    return link(parent !== undefined && siblings.includes(on) ? `${String(parent)}.${on}` : on, 'blocks');
  });
  return parent === undefined ? needs : [link(String(parent), 'parent-child'), ...needs];
}

const read = [
  'id',
  'title',
  'description',
  'details',
  'testStrategy',
  'status',
  'priority',
  'dependencies',
  'subtasks',
];

/** Fields that have no place here, where people see them. */
function othersOf(task: Fields): TaskFields['metadata'] {
  const others = Object.entries(task).filter(
    ([field, value]) => !read.includes(field) && field !== 'updatedAt' && value !== null && value !== '',
  );
  return others.length === 0 ? {} : { taskMaster: Object.fromEntries(others) };
}
