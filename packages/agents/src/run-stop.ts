import type { Act, Result } from '@cw/kernel';
import type { Tx } from '@cw/storage';
import { sqliteRunStore } from './adapters/sqlite-run-store.ts';
import { requestStopWithin } from './commands/request-stop.ts';
import type { RunRecord } from './model/run.ts';
import type { RunFailure } from './model/run-failure.ts';

/** Asks for a run to end, in a transaction that the caller holds; whoever dispatches ends it. */
export function requestStopStep(
  tx: Tx,
  input: { readonly run: string },
  act: Act,
): Promise<Result<RunRecord, RunFailure>> {
  return requestStopWithin(sqliteRunStore(tx), input, act);
}
