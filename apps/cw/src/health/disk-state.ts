import { almostFull, writeRefusal } from '@cw/storage';
import type { Trouble } from './health-report.ts';

const scarce = 1_000_000_000;

/** Why nothing can be written to a workspace; null where it can, or where none is there. */
export function whyNotWritable(home: string): Trouble | null {
  const refusal = writeRefusal(home);
  return refusal === undefined ? null : { message: refusal.message, hint: refusal.hint, next: refusal.next };
}

/** What to know of a disk with so much room; undefined where it has enough. */
export function sayRoom(home: string, free: number): (Trouble & { readonly level: 'problem' | 'notice' }) | undefined {
  if (free >= scarce) return undefined;
  return {
    level: free < almostFull ? 'problem' : 'notice',
    message: `The disk that holds ${home} has ${Math.floor(free / 1_000_000)} MB left.`,
    hint: 'Free space before agents fill it: writes would be refused, but nothing is lost.',
  };
}
