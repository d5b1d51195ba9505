import { err, ok, type Result } from '@cw/kernel';
import type { ListFailure } from '../model/task-failure.ts';
import type { CursorValue } from './cursor.ts';

type Key = { readonly sql: string; readonly downwards: boolean };

export type TaskOrder = {
  /** Names it in cursors. */
  readonly name: string;
  /** The last one tells rows apart. */
  readonly keys: readonly Key[];
};

const up = (...columns: string[]): readonly Key[] => columns.map((sql) => ({ sql, downwards: false }));
const down = (...columns: string[]): readonly Key[] => columns.map((sql) => ({ sql, downwards: true }));

/** Later than any date: what has none comes last. */
const never = '9007199254740991';

/** `priority` is most urgent and then oldest; what happened is newest first, what is due soonest first. */
const orders = {
  priority: up('t.priority', 't.created_at'),
  created: down('t.created_at'),
  updated: down('t.updated_at'),
  closed: down('coalesce(t.closed_at, 0)'),
  due: up(`coalesce(t.due_at, ${never})`),
  title: up('t.title'),
  id: up('t.id'),
  status: up("CASE t.status WHEN 'in_progress' THEN 0 WHEN 'open' THEN 1 WHEN 'blocked' THEN 2 ELSE 3 END"),
  type: up('t.type'),
  assignee: up("coalesce(t.assignee, '\u{10FFFF}')"),
  estimate: up(`coalesce(t.estimate, ${never})`),
} as const satisfies Readonly<Record<string, readonly Key[]>>;

/** The names that an order can be made of. */
export const taskSorts = Object.keys(orders);

/**
 * The order that `priority` or `type,-updated` names: names separated by commas, one with `-` reversed.
 * @param turned all of it reversed.
 */
export function taskOrder(text: string, turned: boolean): Result<TaskOrder, ListFailure> {
  const keys: Key[] = [];
  for (const part of text.split(',')) {
    const back = part.startsWith('-');
    const name = back ? part.slice(1) : part;
    if (!isOrder(name)) return err({ kind: 'list.bad-filter', filter: 'sort', text: name, known: taskSorts });
    keys.push(...orders[name].map(({ sql, downwards }) => ({ sql, downwards: downwards !== (back !== turned) })));
  }
  keys.push({ sql: 't.n', downwards: keys.at(-1)?.downwards ?? false });
  return ok({ name: turned ? `${text} turned` : text, keys });
}

/** Behind a row with these values, as a condition. */
export function beyond({ keys }: TaskOrder, values: readonly CursorValue[]): { sql: string; params: CursorValue[] } {
  const [first] = keys;
  if (keys.every(({ downwards }) => downwards === first?.downwards)) {
    const columns = keys.map(({ sql }) => sql).join(', ');
    return { sql: `(${columns}) ${than(first)} (${keys.map(() => '?').join(', ')})`, params: [...values] };
  }
  const parts = keys.map((key, index) =>
    [...keys.slice(0, index).map(({ sql }) => `${sql} = ?`), `${key.sql} ${than(key)} ?`].join(' AND '),
  );
  return { sql: `(${parts.join(' OR ')})`, params: keys.flatMap((_, index) => values.slice(0, index + 1)) };
}

function than(key: Key | undefined): '<' | '>' {
  return key?.downwards ? '<' : '>';
}

export function orderBy({ keys }: TaskOrder): string {
  return keys.map(({ sql, downwards }) => `${sql} ${downwards ? 'DESC' : 'ASC'}`).join(', ');
}

function isOrder(name: string): name is keyof typeof orders {
  return Object.hasOwn(orders, name);
}
