import { type Act, err, ok, type Result } from '@cw/kernel';
import type { RunRecord } from '../model/run.ts';
import type { RunFailure } from '../model/run-failure.ts';
import type { RunTransact } from '../ports/run-store.ts';

/** Asks for a run to end; whoever dispatches ends it. Asking twice is asking once. */
export async function requestStop(
  deps: { readonly transact: RunTransact },
  input: { readonly run: string },
  act: Act,
): Promise<Result<RunRecord, RunFailure>> {
  return deps.transact(async (store) => {
    const found = await store.find(input.run);
    if (!found.ok) return found;
    const { id, taskId, outcome, endedAt, stopRequestedAt } = found.value;
    if (endedAt !== null) return err<RunFailure>({ kind: 'run.ended', runId: id, outcome: outcome ?? 'ended' });
    if (stopRequestedAt !== null) return ok(found.value);
    const by = act.actor.name;
    await store.change(id, { stopRequestedAt: store.at, stopRequestedBy: by });
    await store.append({ type: 'run.stop-requested', entity: id, payload: { taskId, by } }, act);
    return store.find(id);
  });
}
