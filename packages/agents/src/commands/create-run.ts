import { randomUUID } from 'node:crypto';
import { type Act, err, type Result } from '@cw/kernel';
import type { RunStore } from '../adapters/run-store.ts';
import type { ModelSource } from '../model/model-name.ts';
import type { NewRun, RunRecord } from '../model/run.ts';
import type { RunFailure } from '../model/run-failure.ts';

/** What a run is made of; its attempt is counted here. */
export type CreateRun = Omit<NewRun, 'attempt' | 'id' | 'sessionId'> & {
  /** The conversation it goes on with; absent: one of its own. */
  readonly sessionId?: string;
  /** Who said which model; null or absent: nobody. */
  readonly modelFrom?: ModelSource | null;
};

/** Makes a run of a task, in the step `claimed`. A task has one active run at most. */
export async function createRun(
  store: RunStore,
  { modelFrom = null, sessionId = randomUUID(), ...input }: CreateRun,
  act: Act,
): Promise<Result<RunRecord, RunFailure>> {
  const { taskId, projectId, provider } = input;
  const active = await store.activeOf(taskId);
  if (active !== undefined) return err({ kind: 'run.already-active', taskId, runId: active });
  const attempt = (await store.lastAttempt(taskId)) + 1;
  const id = store.ids('run');
  await store.insert({ ...input, id, sessionId, attempt });
  await store.append(
    {
      type: 'run.created',
      entity: id,
      payload: { taskId, projectId, attempt, provider, ...(modelFrom === null ? {} : { modelFrom }) },
    },
    act,
  );
  return store.find(id);
}
