import { type Actor, err, ok, type Result } from '@cw/kernel';
import type { MoveFailure } from './task-failure.ts';

/** What of a task only people may set. */
export type GuardedFields = {
  readonly script?: string | null | undefined;
  readonly checkCommand?: string | null | undefined;
  readonly requiresPlan?: boolean | undefined;
  readonly gate?: boolean | undefined;
};

/** Agents set nothing that is run, and do not do away with the plan or the approval that a task asks for. */
export function checkPeopleOnly(input: GuardedFields, actor: Actor): Result<void, MoveFailure> {
  const { script, checkCommand, requiresPlan, gate } = input;
  if (actor.kind === 'user') return ok(undefined);
  if (script !== undefined) return err({ kind: 'task.people-only', action: 'script' });
  if (checkCommand !== undefined) return err({ kind: 'task.people-only', action: 'check' });
  if (gate === false) return err({ kind: 'task.people-only', action: 'approve-gate' });
  return requiresPlan === false ? err({ kind: 'task.people-only', action: 'approve-plan' }) : ok(undefined);
}
