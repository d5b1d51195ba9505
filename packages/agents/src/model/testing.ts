import { sayerOf } from '@cw/kernel';
import { sayRunReason } from './run-reason.ts';
import type { Verdict } from './verdict.ts';

export const say = sayerOf({ run: sayRunReason });

/** A verdict as it is told to people. */
export function inWords(verdict: Verdict) {
  return { ...verdict, reason: verdict.reason === null ? null : say(verdict.reason) };
}
