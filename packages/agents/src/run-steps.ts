import { randomUUID } from 'node:crypto';
import type { Act, IdSource, Result } from '@cw/kernel';
import type { Tx } from '@cw/storage';
import { sqliteAgentStore } from './adapters/sqlite-agent-store.ts';
import { sqliteRunStore } from './adapters/sqlite-run-store.ts';
import { type CreateRun, createRun } from './commands/create-run.ts';
import { type EndRun, endRun } from './commands/end-run.ts';
import { issueToken } from './commands/issue-token.ts';
import { type RunLife, recordLife } from './commands/record-life.ts';
import { type RunProgress, recordProgress } from './commands/record-progress.ts';
import { type RecordStep, recordStep } from './commands/record-step.ts';
import { type TakeAgent, takeAgent } from './commands/take-agent.ts';
import type { RunRecord } from './model/run.ts';
import type { RunFailure } from './model/run-failure.ts';

type Answer<T> = Promise<Result<T, RunFailure>>;
export type NewRunInput = Omit<CreateRun, 'id' | 'sessionId'> & {
  /** The conversation it goes on with; absent: one of its own. */
  readonly sessionId?: string;
};

/** What changes runs, inside a transaction that the caller holds. */
export function createRunSteps(ids: IdSource) {
  return {
    /** An agent of this workspace for a run that is about to be made; answers its id. */
    takeAgent: (tx: Tx, input: TakeAgent, act: Act): Promise<string> =>
      takeAgent(sqliteAgentStore(tx), { ...input, ids }, act),
    /** Makes a run with an id and a conversation of its own. */
    create: (tx: Tx, input: NewRunInput, act: Act): Answer<RunRecord> =>
      createRun(sqliteRunStore(tx), { ...input, id: ids('run'), sessionId: input.sessionId ?? randomUUID() }, act),
    record: (tx: Tx, input: RecordStep, act: Act): Answer<RunRecord> => recordStep(sqliteRunStore(tx), input, act),
    progress: (tx: Tx, input: RunProgress, act: Act): Answer<null> => recordProgress(sqliteRunStore(tx), input, act),
    life: (tx: Tx, input: RunLife, act: Act): Answer<null> => recordLife(sqliteRunStore(tx), input, act),
    end: (tx: Tx, input: EndRun, act: Act): Answer<RunRecord> => endRun(sqliteRunStore(tx), input, act),
    /** A new token for the run's own tools. */
    token: (tx: Tx, input: { readonly runId: string }): Answer<string> => issueToken(sqliteRunStore(tx), input),
  };
}
