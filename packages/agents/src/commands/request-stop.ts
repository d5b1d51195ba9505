import { type Act, err, ok, type Result, storeReason, type Why } from '@cw/kernel';
import type { RunStore } from '../adapters/run-store.ts';
import type { RunRecord } from '../model/run.ts';
import type { RunFailure } from '../model/run-failure.ts';
import type { FailureClass } from '../model/run-view.ts';

/** What a run did that makes cw itself end it: what kind of failure that is, and why. */
export type StopCause = { readonly failure: FailureClass; readonly reason: Why };

/**
 * Asks for a run to end; whoever dispatches ends it. Asking twice is asking once, but a person's word goes before a cause
 * of cw's own.
 */
export async function requestStop(
  store: RunStore,
  { run, because }: { readonly run: string; readonly because?: StopCause },
  act: Act,
): Promise<Result<RunRecord, RunFailure>> {
  const found = await store.find(run);
  if (!found.ok) return found;
  const { id, taskId, outcome, endedAt, stopRequestedAt, failure } = found.value;
  if (endedAt !== null) return err({ kind: 'run.ended', runId: id, outcome: outcome ?? 'ended' });
  if (stopRequestedAt !== null && (failure === null || because !== undefined)) return ok(found.value);
  const by = act.actor.name;
  const { failure: kind, reason } = because ?? { failure: null, reason: null };
  const why = storeReason(reason);
  await store.change(id, { stopRequestedAt: store.at, stopRequestedBy: by, failure: kind, why });
  await store.append({ type: 'run.stop-requested', entity: id, payload: { taskId, by, reason: why } }, act);
  return store.find(id);
}
