import { type Fields, isFields } from '../reading/fields.ts';

/**
 * The objects of a list of tasks with those nested in each (`subtasks`) behind it. An `id` becomes the key by which
 * others name a task; below another task, and in what its siblings depend on, it counts from there: `1.2`.
 */
export function flattened(list: readonly unknown[], above?: string): readonly unknown[] {
  const siblings = new Set(list.flatMap((entry) => (isFields(entry) ? idOf(entry) : [])));
  const full = (id: string) => (above !== undefined && siblings.has(id) ? `${above}.${id}` : id);
  return list.flatMap((entry, index) => (isFields(entry) ? flattenOne(entry, { index, above, full }) : [entry]));
}

type Around = {
  readonly index: number;
  readonly above: string | undefined;
  /** A sibling's id as it is told apart from those elsewhere. */
  readonly full: (id: string) => string;
};

function flattenOne(entry: Fields, { index, above, full }: Around): readonly unknown[] {
  const fields = Object.fromEntries(Object.entries(entry).filter(([, value]) => value !== null));
  const [id] = idOf(entry);
  if (id !== undefined) {
    fields.key ??= full(id);
    delete fields.id;
  }
  if (above !== undefined) fields.parent ??= above;
  if (Array.isArray(fields.dependencies)) fields.dependencies = fields.dependencies.map((on) => named(on, full));
  const { subtasks, ...own } = fields;
  if (!Array.isArray(subtasks)) return [fields];
  if (subtasks.length === 0) return [own];
  own.key ??= `#${index + 1}`;
  own.type ??= 'epic';
  return [own, ...flattened(subtasks, String(own.key))];
}

function idOf({ id }: Fields): readonly string[] {
  return typeof id === 'string' || typeof id === 'number' ? [String(id)] : [];
}

function named(on: unknown, full: (id: string) => string): unknown {
  return typeof on === 'string' || typeof on === 'number' ? { on: full(String(on)) } : on;
}
