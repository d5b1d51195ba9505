import { type Act, ok, type Result } from '@cw/kernel';
import type { RunStore } from '../adapters/run-store.ts';
import type { RunFailure } from '../model/run-failure.ts';
import type { SilenceTurn } from '../model/stall.ts';

export type RunLife = {
  readonly runId: string;
  readonly turn: SilenceTurn;
  readonly silentMs: number;
  /** Of `asked`: whether the agent's program took the question. */
  readonly told: boolean;
};

/** Notes how far the silence of a run's agent has gone, or that it gave a sign of life. A run that has ended stays as it is. */
export async function recordLife(store: RunStore, input: RunLife, act: Act): Promise<Result<null, RunFailure>> {
  const found = await store.find(input.runId);
  if (!found.ok) return found;
  const { id, taskId, stall, endedAt } = found.value;
  const { turn, silentMs, told } = input;
  if (endedAt !== null) return ok(null);
  if (turn === 'heard') {
    await store.change(id, { stall: null, lastSignAt: store.at });
    if (stall !== null) await store.append({ type: 'run.heard-again', entity: id, payload: { taskId } }, act);
    return ok(null);
  }
  await store.change(id, { stall: turn === 'shown' ? 'shown' : 'asked', lastSignAt: Math.round(store.at - silentMs) });
  const payload = { taskId, turn, silentMs: Math.round(silentMs), told };
  await store.append({ type: 'run.stalled', entity: id, payload }, act);
  return ok(null);
}
