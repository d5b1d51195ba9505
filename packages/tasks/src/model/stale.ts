import { type RecordedEvent, toIso } from '@cw/kernel';
import type { FieldChange } from './task-failure.ts';

/**
 * What became different after a revision, field by field, as the history tells it; moments as ISO 8601.
 * @param events of one task, oldest first.
 */
export function changesSince(events: readonly RecordedEvent[], revision: number): readonly FieldChange[] {
  const fields = new Map<string, FieldChange>();
  for (const event of events) {
    const { payload } = event;
    if (isEdge(payload) && payload.revision > revision) {
      const added = event.type === 'task.dependency-added';
      const edge = `${payload.type} ${payload.onId}`;
      fields.set(edge, { field: 'dependencies', before: added ? null : edge, after: added ? edge : null });
    }
    if (!isChange(payload) || payload.revision <= revision) continue;
    for (const [field, after] of Object.entries(payload.after)) {
      const before = fields.has(field) ? fields.get(field)?.before : payload.before[field];
      fields.set(field, { field, before, after });
    }
  }
  return [...fields.values()]
    .filter(({ before, after }) => JSON.stringify(before) !== JSON.stringify(after))
    .map(({ field, before, after }) => ({ field, before: told(field, before), after: told(field, after) }));
}

function told(field: string, value: unknown): unknown {
  return typeof value === 'number' && /(?:At|Until)$/.test(field) ? toIso(value) : value;
}

type EdgeChange = { readonly revision: number; readonly type: string; readonly onId: string };

function isEdge(payload: unknown): payload is EdgeChange {
  return typeof payload === 'object' && payload !== null && 'onId' in payload && 'type' in payload;
}

type Change = {
  readonly revision: number;
  readonly before: Record<string, unknown>;
  readonly after: Record<string, unknown>;
};

function isChange(payload: unknown): payload is Change {
  return (
    typeof payload === 'object' &&
    payload !== null &&
    'revision' in payload &&
    typeof payload.revision === 'number' &&
    'after' in payload &&
    'before' in payload
  );
}
