import type { TaskRow, TaskState } from '../../data/api-types.ts';
import { plural } from '../../entities/text/format.ts';

type Outcome = 'done' | 'failed' | 'cancelled';

/** What dropping a task on a column does. `says` tells it to the person who drags. */
export type Move =
  | { readonly kind: 'claim' | 'release' | 'unblock' | 'reopen' | 'block'; readonly says: string }
  | { readonly kind: 'close'; readonly outcome: Outcome; readonly says: string }
  | { readonly kind: 'refused'; readonly says: string };

/** True for a move that is made only after a person was asked for a reason. */
export function asksWhy(move: Move): boolean {
  return move.kind === 'block' || (move.kind === 'close' && move.outcome !== 'done');
}

const no = (says: string): Move => ({ kind: 'refused', says });
const reopenFirst = no('It is closed. Drop it on Open to reopen it.');

/**
 * What happens when a task is dropped on a column, by the tracker's rules as far as its row tells them. The tracker
 * itself has the last word: it may refuse what is offered here.
 */
export function moveTo(row: TaskRow, column: TaskState): Move {
  if (row.state === column) return no('It is already here.');
  if (row.state === 'merging' || row.state === 'verifying') return no('It is in the merge queue.');
  if (row.lease?.holder.startsWith('rn_')) return no('A run is working on it. Stop the run first.');
  switch (column) {
    case 'waiting':
      return no('Tasks move here by themselves while something they need is unfinished.');
    case 'limited':
      return no('Tasks move here by themselves while their account is limited.');
    case 'needs-plan':
      return no('Tasks move here by themselves while their required plan is not approved.');
    case 'ready':
      return no(
        row.status === 'open'
          ? 'Tasks move here by themselves once nothing holds them back.'
          : 'Tasks move here by themselves. Drop this one on Open.',
      );
    case 'verifying':
    case 'merging':
      return no('Only the merge queue moves tasks here, once a run has finished.');
    case 'open':
      return toOpen(row);
    case 'in-progress':
      return toProgress(row);
    case 'needs-you':
      return row.status === 'closed' ? reopenFirst : { kind: 'block', says: 'Blocks it, with a reason.' };
    default:
      return toClosed(row, column);
  }
}

function toOpen({ status }: TaskRow): Move {
  if (status === 'in_progress') return { kind: 'release', says: 'Releases it.' };
  if (status === 'blocked') return { kind: 'unblock', says: 'Unblocks it.' };
  if (status === 'closed') return { kind: 'reopen', says: 'Reopens it.' };
  return no('It is already open.');
}

function toProgress(row: TaskRow): Move {
  if (row.status === 'closed') return reopenFirst;
  if (row.status === 'blocked') return no('It is blocked. Drop it on Open first.');
  if (row.state === 'ready') return { kind: 'claim', says: 'Claims it for you.' };
  if (row.blockedByCount > 0) return no(`It waits for ${plural(row.blockedByCount, 'task')}.`);
  if (row.state === 'limited') return no('It goes on by itself once its account is free again.');
  if (row.state === 'waiting') return no('Its parent or a date holds it back.');
  return no('It is not ready: it has open children, is an epic, or needs an approved plan.');
}

function toClosed(row: TaskRow, outcome: Outcome): Move {
  if (row.status === 'closed') return reopenFirst;
  if (outcome !== 'cancelled' && row.blockedByCount > 0) {
    return no(`It waits for ${plural(row.blockedByCount, 'task')}. It can be cancelled.`);
  }
  return { kind: 'close', outcome, says: closings[outcome] };
}

const closings: Readonly<Record<Outcome, string>> = {
  done: 'Closes it as done.',
  failed: 'Closes it as failed, with a reason.',
  cancelled: 'Closes it as cancelled, with a reason.',
};

/** How a move that was made is taken back, or undefined where nothing leads back. */
export type WayBack = {
  readonly label: string;
  readonly kind: 'release' | 'claim' | 'block' | 'unblock' | 'reopen' | 'close';
};

/** The way back from a move; it is called Undo only where it brings back all that the move changed. */
export function wayBack(row: TaskRow, move: Move): WayBack | undefined {
  const wasPlain = row.status === 'open' && row.dispatch === 'manual';
  switch (move.kind) {
    case 'claim':
      return { label: 'Undo', kind: 'release' };
    case 'release':
      return { label: 'Claim it', kind: 'claim' };
    case 'unblock':
      return row.statusReason ? { label: 'Undo', kind: 'block' } : undefined;
    case 'reopen':
      return { label: 'Undo', kind: 'close' };
    case 'block':
      return { label: wasPlain ? 'Undo' : 'Unblock', kind: 'unblock' };
    case 'close':
      return { label: wasPlain ? 'Undo' : 'Reopen', kind: 'reopen' };
    case 'refused':
      return undefined;
  }
}
