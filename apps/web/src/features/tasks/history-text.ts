import type { HistoryEntry } from '../../shared/api-types.ts';

type Change = { readonly field: string; readonly before: string; readonly after: string };

const verbs: Readonly<Record<string, string>> = {
  'task.created': 'created the task',
  'task.updated': 'changed the task',
  'task.claimed': 'claimed it',
  'task.released': 'released it',
  'task.closed': 'closed it',
  'task.reopened': 'reopened it',
  'task.blocked': 'set it to wait',
  'task.assigned': 'assigned it',
  'task.stage-changed': 'moved it on',
  'task.commented': 'commented',
  'task.dependency-added': 'added a dependency',
  'task.dependency-removed': 'removed a dependency',
  'task.follow-up-proposed': 'proposed a follow-up',
  'task.follow-up-accepted': 'accepted a follow-up',
  'task.follow-up-declined': 'declined a follow-up',
  'task.lease-expired': 'let the claim lapse',
  'task.imported': 'imported it',
};

const longFields = new Set(['description', 'acceptance', 'script']);

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

function show(value: unknown): string {
  if (value === null || value === undefined || value === '') return 'nothing';
  if (Array.isArray(value)) return value.length === 0 ? 'nothing' : value.map(show).join(', ');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** What an event changed, from the `before` and `after` of its payload. */
export function changesOf(payload: unknown): readonly Change[] {
  const before = field(payload, 'before');
  const after = field(payload, 'after');
  if (typeof after !== 'object' || after === null) return [];
  return Object.entries(after).flatMap(([name, value]): readonly Change[] => {
    const change = { field: name, before: show(field(before, name)), after: show(value) };
    return change.before === change.after ? [] : [change];
  });
}

export type HistoryLine = {
  readonly verb: string;
  readonly changes: readonly Change[];
  readonly reason: string | undefined;
};

/** An entry of the audit history in words; a type nobody has words for keeps its own. */
export function historyLine(entry: Pick<HistoryEntry, 'type' | 'payload'>): HistoryLine {
  const changes = entry.type === 'task.updated' ? changesOf(entry.payload) : [];
  const reason = field(entry.payload, 'reason');
  const [only] = changes;
  const verb =
    changes.length === 1 && only
      ? `changed ${only.field}`
      : (verbs[entry.type] ?? entry.type.replace('.', ' ').replaceAll('-', ' '));
  return {
    verb,
    changes: changes.filter((change) => !longFields.has(change.field)),
    reason: typeof reason === 'string' && reason !== '' ? reason : undefined,
  };
}
