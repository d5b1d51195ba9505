import type { RecordedEvent } from '@cw/kernel';
import type { TaskStep } from '@cw/tasks';
import type { AppEvent } from '../compose.ts';
import type { LastChange } from './last-change.ts';

type Of<Type extends AppEvent['type']> = Extract<AppEvent, { type: Type }>;

/** One thing that is put back. */
export type UndoStep =
  | { readonly kind: 'task'; readonly id: string; readonly step: TaskStep; readonly events: readonly RecordedEvent[] }
  | { readonly kind: 'setting'; readonly id: string; readonly payload: Of<'config.changed'>['payload'] }
  | {
      readonly kind: 'rule';
      readonly id: string;
      readonly event: Of<'rule.added' | 'rule.changed' | 'rule.removed' | 'rule.restored'>;
    }
  | { readonly kind: 'item'; readonly id: string; readonly dismissed: boolean };

/** What a change did, thing by thing: the last state of each is what it is taken back from. */
export function undoSteps({ events }: LastChange): readonly UndoStep[] {
  const tasks = new Map<string, RecordedEvent[]>();
  const others: UndoStep[] = [];
  for (const recorded of events) {
    const event = recorded as RecordedEvent & AppEvent;
    switch (event.type) {
      case 'config.changed':
        others.unshift({ kind: 'setting', id: event.entity, payload: event.payload });
        break;
      case 'rule.added':
      case 'rule.changed':
      case 'rule.removed':
      case 'rule.restored':
        others.unshift({ kind: 'rule', id: event.entity, event });
        break;
      case 'inbox.dismissed':
      case 'inbox.restored':
        others.unshift({ kind: 'item', id: event.entity, dismissed: event.type === 'inbox.dismissed' });
        break;
      default:
        tasks.set(event.entity, [...(tasks.get(event.entity) ?? []), recorded]);
    }
  }
  return [...[...tasks].map(([id, own]) => taskStep(id, own)).reverse(), ...others];
}

function taskStep(id: string, events: readonly RecordedEvent[]): UndoStep {
  const revisions = events.map(({ payload }) => (payload as { readonly revision: number }).revision);
  const step = { id, from: Math.min(...revisions) - 1, to: Math.max(...revisions) };
  return { kind: 'task', id, step, events };
}
