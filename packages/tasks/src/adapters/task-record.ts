import type { ReadDb, SqlValue } from '@cw/storage';
import type { Task, TaskChanges } from '../model/task.ts';
import { type Field, type FieldKind, type FieldName, fieldsOf } from '../model/task-fields.ts';
import { type Metadata, type Priority, priorities } from '../model/task-view.ts';
import { asKnown, columnsOf, labelsOf, type StoredFields } from '../queries/field-columns.ts';

type Columns = StoredFields<FieldName> &
  Omit<Task, FieldName | 'labels' | 'held'> & { readonly labels: string; readonly held: number };

const fields = fieldsOf('words', 'place', 'standing', 'work', 'approval', 'details');
const toKnown = asKnown(fields);

const select = `SELECT t.n, t.id, ${columnsOf(fields)}, t.labels, t.asleep_until AS asleepUntil,
  t.closed_children AS closedChildren, (SELECT p.id FROM tasks p WHERE p.n = t.parent_n) AS parentId,
  t.external_id AS externalId, t.open_blockers AS openBlockers, t.open_children AS openChildren, t.held,
  t.created_at AS createdAt, t.updated_at AS updatedAt, t.revision, told(t.status_reason) AS statusSaid,
  told(t.close_reason) AS closeSaid
FROM tasks`;

const join = 'LEFT JOIN task_bodies b ON b.task_n = t.n';

/**
 * Tasks as the rules see them.
 * @param rest what follows the table in SQL, about the task `t`: `WHERE t.id = ?`, or an index first.
 */
export async function readTasks(db: ReadDb, rest: string, params: readonly SqlValue[]): Promise<Task[]> {
  const [hint, condition] = rest.startsWith('INDEXED BY') ? splitHint(rest) : ['', rest];
  return (await db.all<Columns>(`${select} t ${hint} ${join} ${condition}`, params)).map(toTask);
}

function splitHint(rest: string): readonly [string, string] {
  const at = rest.indexOf('WHERE');
  return [rest.slice(0, at), rest.slice(at)];
}

function toTask(row: Columns): Task {
  const task = { ...row, labels: labelsOf(row.labels), held: row.held === 1 };
  toKnown(task);
  return task as unknown as Task;
}

type Assignments = { readonly set: readonly string[]; readonly values: readonly SqlValue[] };

/** The part of an UPDATE that writes the changed columns of `tasks`. */
export function taskAssignments(changes: TaskChanges): Assignments {
  const { set, values } = assignments('tasks', changes);
  if (changes.parentId === undefined) return { set, values };
  return { set: [...set, 'parent_n = (SELECT n FROM tasks WHERE id = ?)'], values: [...values, changes.parentId] };
}

/** The same for the long texts in `task_bodies`. */
export function bodyAssignments(changes: TaskChanges): Assignments {
  return assignments('bodies', changes);
}

function assignments(table: Field['in'], changes: TaskChanges): Assignments {
  const changed = fields.filter((each) => each.in === table && changes[each.field] !== undefined);
  return {
    set: changed.map(({ column }) => `${column} = ?`),
    values: changed.map((each) => storedValue(each, changes[each.field])),
  };
}

/** The columns of some fields that are in a table, and the values of a task for them. */
export function insertion(table: Field['in'], among: readonly Field[]) {
  const own = among.filter((each) => each.in === table);
  return {
    columns: own.map(({ column }) => column),
    values: (task: { readonly [Name in FieldName]?: unknown }) =>
      own.map((each) => storedValue(each, task[each.field])),
  };
}

type Write = (value: never) => SqlValue;

/** How values are written that do not lie in their columns as they are. */
const writers: Partial<Readonly<Record<FieldKind, Write>>> = {
  text: (text: string | undefined) => text ?? '',
  flag: (flag: boolean | undefined) => (flag ? 1 : 0),
  list: storedList,
  object: storedMetadata,
  level: (priority: Priority) => priorities.indexOf(priority),
};

/** A value as its column holds it; one that is not told is nothing. */
function storedValue({ kind }: Field, value: unknown): SqlValue {
  const write = writers[kind];
  return write ? write(value as never) : ((value as SqlValue | undefined) ?? null);
}

/** Metadata as stored: nothing for an empty object. */
export function storedMetadata(metadata: Metadata | undefined): string | null {
  return metadata === undefined || Object.keys(metadata).length === 0 ? null : JSON.stringify(metadata);
}

/** A list as stored: nothing for an empty one. */
function storedList(list: readonly string[] | undefined): string | null {
  return list === undefined || list.length === 0 ? null : JSON.stringify(list);
}
