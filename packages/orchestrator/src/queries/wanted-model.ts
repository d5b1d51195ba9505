import { type ModelSource, modelKey } from '@cw/agents';
import { readSetting } from '@cw/config';
import type { ReadDb } from '@cw/storage';
import { nextModels } from './find-rests.ts';
import { isSetOtherwise } from './read-standing.ts';

export type WantedModel = {
  /** Null: what the program takes by itself. */
  readonly model: string | null;
  /** Who says so; null: nobody. */
  readonly modelFrom: ModelSource | null;
};

const ownChoice: WantedModel = { model: null, modelFrom: null };

/**
 * With which model the next run of each of those tasks begins: as a person said for that attempt, else as it is set for
 * the task, its project or the workspace.
 */
export async function wantedModels(
  db: ReadDb,
  tasks: readonly { readonly id: string; readonly projectId: string }[],
): Promise<ReadonlyMap<string, WantedModel>> {
  const asked = await nextModels(
    db,
    tasks.map(({ id }) => id),
  );
  const isSet = await isSetOtherwise(db, modelKey.key, modelKey.fallback);
  const wanted = new Map<string, WantedModel>();
  for (const { id, projectId } of tasks) {
    const model = asked.get(id);
    if (model !== undefined) wanted.set(id, { model, modelFrom: 'attempt' });
    else wanted.set(id, isSet ? await setModel(db, id, projectId) : ownChoice);
  }
  return wanted;
}

async function setModel(db: ReadDb, task: string, project: string): Promise<WantedModel> {
  const { value, from } = await readSetting(db, modelKey, { project, task });
  return value === '' || from === 'default' ? ownChoice : { model: value, modelFrom: from };
}

/** The same of one task. */
export async function wantedModel(
  db: ReadDb,
  task: { readonly id: string; readonly projectId: string },
): Promise<WantedModel> {
  return (await wantedModels(db, [task])).get(task.id) ?? ownChoice;
}
