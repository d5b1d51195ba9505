import { findFirstEvents, type ReadDb } from '@cw/storage';
import { type ModelSource, modelSources } from '../model/model-name.ts';

/** Where it was said which model a run begins with; null: nowhere, its program took one by itself. */
export async function modelSource(db: ReadDb, runId: string): Promise<ModelSource | null> {
  const [made] = await findFirstEvents(db, { entity: runId, kinds: ['run.created'] }, 1);
  const payload: { readonly modelFrom?: unknown } = typeof made?.payload === 'object' ? { ...made.payload } : {};
  return modelSources.find((source) => source === payload.modelFrom) ?? null;
}
