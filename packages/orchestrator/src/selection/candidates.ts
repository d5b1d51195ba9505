import type { ReadDb } from '@cw/storage';
import { type Dispatchable, type DispatchNeeds, dispatchNeeds } from '@cw/tasks';
import { type WantedModel, wantedModels } from '../queries/wanted-model.ts';
import { queue } from './queue.ts';

/** With what its next run is to begin. */
export type Offered = WantedModel & {
  readonly task: Dispatchable;
  readonly needs: DispatchNeeds;
};

const noNeeds: DispatchNeeds = { hasScript: false, files: [], requires: [] };

/**
 * The queue, with what each of its tasks needs.
 * @param exceptProjects ids of projects in which nothing is started at present
 */
export async function* candidates(db: ReadDb, exceptProjects: readonly string[]): AsyncGenerator<readonly Offered[]> {
  for await (const page of queue(db, exceptProjects)) {
    const needs = await dispatchNeeds(
      db,
      page.map(({ n }) => n),
    );
    const models = await wantedModels(db, page);
    const ownChoice = { model: null, modelFrom: null };
    yield page.map((task) => ({
      task,
      needs: needs.get(task.n) ?? noNeeds,
      ...(models.get(task.id) ?? ownChoice),
    }));
  }
}
