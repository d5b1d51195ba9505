import { type Actor, err, ok, type Result } from '@cw/kernel';
import { type DetailWord, detailsOf } from '@cw/task-formats';
import type { DetailsInput } from './task-details.ts';
import type { MoveFailure } from './task-failure.ts';

/** Agents set nothing that is run, and do not do away with the plan or the approval that a task asks for. */
export function checkPeopleOnly(input: DetailsInput, actor: Actor): Result<void, MoveFailure> {
  return actor.kind === 'user' ? ok(undefined) : checkForAgents(input);
}

/** The same for whoever is at work for a person and acts in their name. */
export function checkForAgents(input: DetailsInput): Result<void, MoveFailure> {
  const run = detailsOf('shell').find(({ said }) => input[said] !== undefined);
  if (run !== undefined) return err({ kind: 'task.people-only', action: run.called as DetailWord<'shell'> });
  if (input.gate === false) return err({ kind: 'task.people-only', action: 'approve-gate' });
  return input.requiresPlan === false ? err({ kind: 'task.people-only', action: 'approve-plan' }) : ok(undefined);
}
