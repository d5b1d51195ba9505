import { type NextStep, step, tellTime } from '@cw/kernel';
import type { WaitEnd } from '../model/task-view.ts';
import { short } from './say-reason.ts';

/** What a task waits for, in words: `it waits, in the end, for your approval of the result of “X” (tk_…)`. */
export function sayWaitEnd(end: WaitEnd): string {
  if (end.path.length === 0) return ofItself[end.why] ?? 'nobody has begun with it';
  return `${end.path.length > 1 ? 'it waits, in the end, for' : 'it waits for'} ${whatFor(end)}`;
}

/** Where it waits for nothing but itself. */
const ofItself: { readonly [Why in WaitEnd['why']]?: string } = {
  plan: 'it waits for your approval of its plan',
  epic: 'it is an epic without children',
  'children-closed': 'all of its children are closed, and it is not',
  deferred: 'it is deferred',
};

function whatFor(end: WaitEnd): string {
  const task = `“${short(end.title)}” (${end.id})`;
  switch (end.why) {
    case 'needs-you':
      return `${task}, which needs you${end.said ? `: ${short(end.said).replace(/\.$/, '')}` : ''}`;
    case 'gate':
      return `your approval of the result of ${task}`;
    case 'plan':
      return `your approval of the plan of ${task}`;
    case 'failed':
      return `${task}, which failed`;
    case 'cancelled':
      return `${task}, which was cancelled`;
    case 'deleted':
      return `${task}, which is in the trash`;
    case 'not-failed':
      return `${task} to fail, which it did not`;
    case 'unassigned':
      return `${task}, which is ready and assigned to nobody`;
    case 'queued':
      return `${task}, which is queued`;
    case 'in-progress':
      return `${task}, which is in progress`;
    case 'merging':
      return `${task}, which is being merged`;
    case 'merge-on-hold':
      return `${task}, whose merge is on hold`;
    case 'resting':
      return `${task}, which is on hold and goes on by itself`;
    case 'deferred':
      return `${task}, which is deferred until ${end.until === null ? 'a later date' : tellTime(end.until)}`;
    case 'epic':
      return `${task}, which is an epic without children`;
    case 'children-closed':
      return `${task} to be closed: all of its children are`;
  }
}

/** What a person can do about it. @param waiting the task that waits */
export function stepsForWaitEnd({ id, why, path }: WaitEnd, waiting: string): readonly NextStep[] {
  const held = path.at(-2) ?? waiting;
  const without = step('Remove the dependency', 'task dep remove', held, id);
  switch (why) {
    case 'needs-you':
      return [step('See what it needs', 'task show', id)];
    case 'gate':
      return [step('Approve it', 'task approve', id)];
    case 'plan':
      return [step('Read its plan', 'task plan show', id), step('Approve it', 'task plan approve', id)];
    case 'failed':
      return [step('Reopen it', 'task reopen', id), without];
    case 'cancelled':
      return [
        step('Reopen it', 'task reopen', id),
        without,
        step('Cancel what waits', 'task cancel', id, '--dependents'),
      ];
    case 'deleted':
      return [step('Restore it', 'task restore', id), without, step('Cancel what waits', 'task cancel', held)];
    case 'not-failed':
      return [without, step('Cancel what waits', 'task cancel', held)];
    case 'unassigned':
      return [step('Assign it', 'assign', id)];
    case 'merge-on-hold':
      return [step('Let it be merged', 'merge release', id)];
    case 'epic':
      return [step('Add a task to it', 'task create', '<title>', '--parent', id)];
    case 'children-closed':
      return [step('Close it', 'task close', id)];
    default:
      return [];
  }
}
