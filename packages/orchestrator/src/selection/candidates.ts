import { readSetting } from '@cw/config';
import type { ReadDb } from '@cw/storage';
import { type Dispatchable, type DispatchNeeds, dispatchNeeds, listDispatchable, readOpenGraph } from '@cw/tasks';
import { strategyKey } from '../config-keys.ts';
import { isSetOtherwise, usualMinutes } from '../queries/read-standing.ts';
import { type WantedModel, wantedModels } from '../queries/wanted-model.ts';
import type { Candidate } from './candidate.ts';
import { expectedMinutes, longestChains } from './minutes.ts';
import { inOrder, type Strategy, strategies } from './strategy.ts';

/** With what its next run is to begin. */
export type Offered = WantedModel & {
  readonly task: Dispatchable;
  readonly needs: DispatchNeeds;
};

/** How many are read together: first few, since one of them is taken as a rule, then many. */
const firstPage = 50;
const laterPage = 2_000;
const noNeeds: DispatchNeeds = { hasScript: false, files: [], requires: [] };

/**
 * What could be started, in the order in which it should be, page by page. The usual order is that of the database, which is read only
 * as far as it is asked for; any other is made of all there is.
 * @param exceptProjects ids of projects in which nothing is started at present
 */
export async function* candidates(db: ReadDb, exceptProjects: readonly string[]): AsyncGenerator<readonly Offered[]> {
  const usual = !(await isSetOtherwise(db, strategyKey.key, strategyKey.fallback));
  for await (const page of usual ? pages(db, exceptProjects) : ordered(db, exceptProjects)) {
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

async function* pages(db: ReadDb, exceptProjects: readonly string[]): AsyncGenerator<readonly Dispatchable[]> {
  let after: Dispatchable | undefined;
  do {
    const limit = after === undefined ? firstPage : laterPage;
    const page = await listDispatchable(db, { limit, after, exceptProjects });
    yield page;
    after = page.length < limit ? undefined : page.at(-1);
  } while (after !== undefined);
}

async function* ordered(db: ReadDb, exceptProjects: readonly string[]): AsyncGenerator<readonly Dispatchable[]> {
  const all = await listDispatchable(db, { exceptProjects });
  const overall = strategies[(await readSetting(db, strategyKey)).value];
  const own = new Map<string, Strategy>();
  for (const project of new Set(all.map(({ projectId }) => projectId))) {
    own.set(project, strategies[(await readSetting(db, strategyKey, { project })).value]);
  }
  const weighed = await weigh(db, all, [overall, ...own.values()]);
  let page: Dispatchable[] = [];
  let size = firstPage;
  for (const task of inOrder(weighed, (projectId) => own.get(projectId) ?? overall, overall)) {
    page.push(task);
    if (page.length < size) continue;
    yield page;
    [page, size] = [[], laterPage];
  }
  yield page;
}

/** Adds what one of the strategies asks for. */
async function weigh(
  db: ReadDb,
  tasks: readonly Dispatchable[],
  inPlay: readonly Strategy[],
): Promise<readonly Candidate[]> {
  const asks = (what: Strategy['weighs']) => inPlay.some(({ weighs }) => weighs === what);
  const chains = asks('chain') ? longestChains(await readOpenGraph(db)) : undefined;
  const usual = asks('cost') ? await usualMinutes(db) : undefined;
  return tasks.map((task) => ({
    ...task,
    chain: chains?.get(task.n) ?? 0,
    cost: usual === undefined ? 0 : expectedMinutes(task, usual.get(`${task.projectId} ${task.type}`)),
  }));
}
