import type { TaskRow, TaskState } from '../../data/api-types.ts';
import { formatMoment } from '../text/format.ts';

/** The states of a task along the way it goes, what is over last. */
export const taskWay: readonly TaskState[] = [
  'open',
  'waiting',
  'limited',
  'needs-plan',
  'ready',
  'in-progress',
  'needs-you',
  'verifying',
  'merging',
  'done',
  'failed',
  'cancelled',
];

/** Where tasks come only as long as it lasts: no column is kept for them while none is there. */
export const passingStates: ReadonlySet<TaskState> = new Set(['limited', 'verifying']);

const pendingNames = { 'on-hold': 'On hold', queued: 'Queued' } as const;

/**
 * What stands beside the state of a task that goes on by itself: until when, or who holds its merge and why; undefined
 * where the state says it.
 */
export function pendingText({ state, pending }: Pick<TaskRow, 'state' | 'pending'>): string | undefined {
  if (pending === null || state === 'limited') return undefined;
  const { kind, why, reason, until } = pending;
  const name = pendingNames[kind];
  if (why === 'merge') return `${name} · ${reason}`;
  return until === null ? name : `${name} until ${formatMoment(Date.parse(until), Date.now())}`;
}

/** It goes on by itself when its account is free again, or with the next try. */
export function isResting({ pending }: Pick<TaskRow, 'pending'>): boolean {
  return pending?.why === 'limit' || pending?.why === 'retry';
}
