import type { Task } from '../model/task.ts';
import type { Field, FieldKind, FieldName, KindOf } from '../model/task-fields.ts';
import { type Metadata, type Priority, priorities } from '../model/task-view.ts';
import { isoOrNull } from './iso-of.ts';

/** Fields as their columns hold them. */
export type StoredFields<Name extends FieldName> = {
  readonly [Field in Name]: KindOf<Field> extends 'level'
    ? number
    : KindOf<Field> extends 'flag'
      ? number | null
      : KindOf<Field> extends 'text' | 'list' | 'object'
        ? string | null
        : Task[Field];
};

/** The columns of fields under their names, of the task `t` and its body `b`. */
export function columnsOf(fields: readonly Field[]): string {
  return fields
    .map(({ in: table, column, field }) => named(`${table === 'tasks' ? 't' : 'b'}.${column}`, field))
    .join(', ');
}

/** The same with reasons in words. */
export function toldColumnsOf(fields: readonly Field[]): string {
  const [reasons, others] = [fields.filter(isReason), fields.filter((field) => !isReason(field))];
  const told = reasons.map(({ column, field }) => `told(t.${column}) AS ${field}`);
  return [...told, ...(others.length === 0 ? [] : [columnsOf(others)])].join(', ');
}

function isReason({ kind }: Field): boolean {
  return kind === 'reason';
}

function named(column: string, field: string): string {
  return column.endsWith(`.${field}`) ? column : `${column} AS ${field}`;
}

type Read = (stored: never) => unknown;

/** How values are read that do not lie in their columns as they are. */
const readers: Partial<Readonly<Record<FieldKind, Read>>> = {
  text: (stored: string | null) => stored ?? '',
  flag: (stored: number | null) => stored === 1,
  list: listOf,
  object: metadataOf,
  level: priorityOf,
};
const viewers: typeof readers = { ...readers, date: isoOrNull };

/** Makes of the columns of fields, in their row, what the rules know. */
export function asKnown(fields: readonly Field[]): (row: object) => void {
  return converted(fields, readers);
}

/** The same for views, which tell times in ISO 8601. */
export function asShown(fields: readonly Field[]): (row: object) => void {
  return converted(fields, viewers);
}

function converted(fields: readonly Field[], how: typeof readers): (row: object) => void {
  const readings = fields.flatMap(({ field, kind }) => {
    const read = how[kind];
    return read ? [{ field, read }] : [];
  });
  return (row) => {
    const values = row as Record<string, never>;
    for (const { field, read } of readings) values[field] = read(values[field] as never) as never;
  };
}

/** The word for a stored priority; the column holds 0 to 3. */
export function priorityOf(stored: number): Priority {
  const priority = priorities[stored];
  if (priority === undefined) throw new Error(`a task is stored with priority ${stored}`);
  return priority;
}

export function labelsOf(json: string): readonly string[] {
  return json === '[]' ? [] : JSON.parse(json);
}

/** A list as stored: nothing for an empty one. */
export function listOf(json: string | null): readonly string[] {
  return json === null ? [] : JSON.parse(json);
}

/** Metadata as stored, where nothing stands for an empty object. */
export function metadataOf(json: string | null): Metadata {
  return json === null ? {} : JSON.parse(json);
}
