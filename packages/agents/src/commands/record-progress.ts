import { type Act, ok, type Result } from '@cw/kernel';
import type { RunStore } from '../adapters/run-store.ts';
import type { RunChanges } from '../model/run.ts';
import type { RunFailure } from '../model/run-failure.ts';
import type { RunCounts } from '../model/stream/run-trace.ts';

export type RunProgress = {
  readonly runId: string;
  /** Bytes of its output that were read. */
  readonly offset: number;
  readonly counts: RunCounts;
  /** As the program says; null while it has not. */
  readonly model: string | null;
  readonly sessionId: string | null;
  readonly denials: readonly string[];
};

/** Notes how far a run's output was read and what it has used. What is not new leaves no event. */
export async function recordProgress(store: RunStore, input: RunProgress, act: Act): Promise<Result<null, RunFailure>> {
  const found = await store.find(input.runId);
  if (!found.ok) return found;
  const { id, taskId, outputOffset, endedAt } = found.value;
  if (endedAt !== null || outputOffset === input.offset) return ok(null);
  await store.change(id, { ...progressChanges(input), lastSignAt: store.at });
  await store.append({ type: 'run.progressed', entity: id, payload: { taskId, offset: input.offset } }, act);
  return ok(null);
}

/** What progress changes of a run. */
export function progressChanges(progress: Omit<RunProgress, 'runId'>): RunChanges {
  const { tokens, costUsd, estimated, contextFill, turns } = progress.counts;
  return {
    outputOffset: progress.offset,
    tokensInput: tokens.input,
    tokensOutput: tokens.output,
    tokensCacheRead: tokens.cacheRead,
    tokensCacheWrite: tokens.cacheWrite,
    costUsd,
    estimated,
    contextFill,
    turns,
    denials: progress.denials,
    ...(progress.model !== null && { model: progress.model }),
    ...(progress.sessionId !== null && { sessionId: progress.sessionId }),
  };
}
