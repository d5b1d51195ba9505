import { plainLine } from '@cw/entry';
import { tellTime, toIso } from '@cw/kernel';
import { findItem } from '@cw/messages';
import type { ReadDb } from '@cw/storage';
import { taskTitles } from '@cw/tasks';
import type { LastChange } from './last-change.ts';
import { type UndoStep, undoSteps } from './undo-steps.ts';

/** One thing that an undo puts back, and how, in words. */
export type ToldStep = {
  readonly kind: UndoStep['kind'];
  readonly id: string;
  readonly title: string | null;
  /** What becomes of it. */
  readonly becomes: readonly string[];
};

/** What an undo of a change puts back, thing by thing. */
export async function sayChange(read: ReadDb, change: LastChange): Promise<readonly ToldStep[]> {
  const steps = undoSteps(change);
  const titles = await taskTitles(
    read,
    steps.flatMap((one) => (one.kind === 'task' ? [one.id] : [])),
  );
  const told: ToldStep[] = [];
  for (const one of steps) {
    const title = one.kind === 'item' ? await itemTitle(read, one.id) : (titles.get(one.id)?.title ?? null);
    told.push({ kind: one.kind, id: one.id, title, becomes: becomes(one) });
  }
  return told;
}

async function itemTitle(read: ReadDb, id: string): Promise<string | null> {
  const item = await findItem(read, id);
  return item.ok ? item.value.title : null;
}

function becomes(one: UndoStep): readonly string[] {
  switch (one.kind) {
    case 'task':
      return one.step.from === 0 ? ['moves to the trash'] : one.events.toReversed().flatMap(taskWords);
    case 'setting': {
      const { scope, scopeId, before, after } = one.payload;
      return [
        `${say(after ?? 'not set')} → ${say(before ?? 'not set')} (${[scope, scopeId].filter(Boolean).join(' ')})`,
      ];
    }
    case 'rule':
      return [ruleWords(one)];
    case 'item':
      return [one.dismissed ? 'waits for you again' : 'is dismissed again'];
  }
}

function ruleWords({ event }: Extract<UndoStep, { kind: 'rule' }>): string {
  if (event.type === 'rule.removed') return `${allows(event.payload)} is allowed again`;
  if (event.type === 'rule.changed') return `${allows(event.payload.after)} → ${allows(event.payload.before)}`;
  return `${allows(event.payload)} is asked about again`;
}

function allows({ tool, pattern }: { readonly tool: string; readonly pattern: string | null }): string {
  return pattern === null ? tool : `${tool} ${pattern}`;
}

/** Fields that only go along with others. */
const quiet = new Set(['leaseExpiresAt', 'startedAt', 'closedAt', 'dispatch', 'gateApprovedAt', 'gateApprovedBy']);

function taskWords({ type, payload }: { readonly type: string; readonly payload: unknown }): readonly string[] {
  const told = payload as { before?: object; after?: object; onId?: string; type?: string };
  if (told.onId !== undefined) {
    return [
      type === 'task.dependency-added'
        ? `no longer needs ${told.onId} (${told.type})`
        : `needs ${told.onId} again (${told.type})`,
    ];
  }
  const after: Readonly<Record<string, unknown>> = { ...told.after };
  const fields = Object.entries(told.before ?? {});
  if (type === 'task.assigned') return ['is taken off the queue'];
  if (fields.some(([field]) => field === 'deletedAt'))
    return [type === 'task.deleted' ? 'comes back from the trash' : 'moves to the trash'];
  return fields
    .filter(([field]) => !quiet.has(field))
    .map(([field, value]) => `${wordOf(field)} ${say(after[field])} → ${say(value)}`);
}

/** `statusReason` is a reason, `parentId` a parent. */
function wordOf(field: string): string {
  return field
    .replace(/^(?:status|close|lease)(?=[A-Z])|(?:Id|At)$/g, '')
    .replace(/[A-Z]/g, ' $&')
    .toLowerCase()
    .trim();
}

const longest = 60;

function say(value: unknown): string {
  if (value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0))
    return 'none';
  if (typeof value === 'number' && value > 1e11) return tellTime(toIso(value));
  const text = plainLine(
    typeof value === 'string' ? value : Array.isArray(value) ? value.join(', ') : JSON.stringify(value),
  );
  return text.length > longest ? `${text.slice(0, longest - 1)}…` : text;
}
