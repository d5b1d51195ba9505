import { tellTime } from '@cw/kernel';
import type { NotReadyReason } from '../model/task-failure.ts';
import type { Blocker } from '../model/task-view.ts';

/** In words for people, why a task is not offered as work. */
export function sayReason(reason: NotReadyReason, taskId: string): string {
  switch (reason.why) {
    case 'status':
      return reason.reason ? `it is ${reason.status} (${short(reason.reason)})` : `it is ${reason.status}`;
    case 'merge-held':
      return `its merge is on hold (${short(reason.reason)})`;
    case 'waits':
      return `it waits for ${reason.for.map(sayBlocker).join(', ')}`;
    case 'deferred':
      return reason.by === taskId
        ? `it is deferred until ${tellTime(reason.until)}`
        : `${reason.by} above it is deferred until ${tellTime(reason.until)}`;
    case 'children':
      return `${reason.open} of its children ${reason.open === 1 ? 'is' : 'are'} open`;
    case 'epic':
      return reason.needsBreakdown
        ? 'it is an epic without children, which needs breakdown into tasks'
        : 'it is an epic, all of whose children are closed';
    case 'plan':
      return 'its plan is not approved';
    case 'requires':
      return `it requires ${reason.lacks.join(', ')}, which ${short(reason.holder)} is not registered for`;
  }
}

const blockerWords = {
  open: '',
  failed: ' (failed)',
  cancelled: ' (cancelled)',
  deleted: ' (in the trash)',
  'not-failed': ' to fail, which it did not',
  children: ' (its children)',
  blocked: ' (blocked)',
  gate: ' (to be approved)',
} as const;

/** A blocker with what is the matter with it. */
export function sayBlocker({ id, reason }: Blocker): string {
  return `${id}${blockerWords[reason]}`;
}

/** A text on one line, cut where it is long. */
export function short(text: string, most = 80): string {
  const line = text.replace(/\s+/g, ' ');
  return line.length > most ? `${line.slice(0, most - 1)}…` : line;
}
