import { err, ok, type Result } from '@cw/kernel';
import type { LookUpFailure, TaskCandidate } from './task-failure.ts';

/** The one id that candidates agree on. */
export function onlyTask(ref: string, candidates: readonly TaskCandidate[]): Result<string, LookUpFailure> {
  const [only, ...others] = candidates;
  if (!only) return err({ kind: 'task.not-found', ref });
  if (others.length > 0) return err({ kind: 'task.ambiguous', ref, candidates });
  return ok(only.id);
}
