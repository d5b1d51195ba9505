import { readSetting } from '@cw/config';
import type { ReadDb } from '@cw/storage';
import { type Dispatchable, listDispatchable, readOpenGraph } from '@cw/tasks';
import { strategyKey } from '../config-keys.ts';
import { isSetOtherwise, usualMinutes } from '../queries/read-standing.ts';
import { removedProjects } from '../queries/removed-projects.ts';
import type { Candidate } from './candidate.ts';
import { expectedMinutes, longestChains } from './minutes.ts';
import { inOrder, type Strategy, strategies } from './strategy.ts';

/** How many are read together: first few, since one of them is taken as a rule, then many. */
const firstPage = 50;
const laterPage = 2_000;

/**
 * The tasks that agents are to be started for, in the order in which they should be, page by page. The usual order is that of the
 * database, which is read only as far as it is asked for; any other is made of all there is.
 * @param exceptProjects ids of projects in which nothing is started at present
 */
export async function* queue(db: ReadDb, exceptProjects: readonly string[]): AsyncGenerator<readonly Dispatchable[]> {
  const usual = !(await isSetOtherwise(db, strategyKey.key, strategyKey.fallback));
  yield* usual ? pages(db, exceptProjects) : ordered(db, exceptProjects);
}

/**
 * The first tasks of the queue.
 * @param projectId only those of this project
 * @param limit how many are answered at most
 */
export async function firstInQueue(
  db: ReadDb,
  { projectId, limit }: { readonly projectId?: string | undefined; readonly limit: number },
): Promise<readonly Dispatchable[]> {
  const first: Dispatchable[] = [];
  for await (const page of queue(db, await removedProjects(db))) {
    first.push(...page.filter((task) => projectId === undefined || task.projectId === projectId));
    if (first.length >= limit) break;
  }
  return first.slice(0, limit);
}

/** Which one of the queue a task is, from 1, by its whole id; undefined where it is not in it. */
export async function placeInQueue(db: ReadDb, taskId: string): Promise<number | undefined> {
  let before = 0;
  for await (const page of queue(db, await removedProjects(db))) {
    const at = page.findIndex(({ id }) => id === taskId);
    if (at >= 0) return before + at + 1;
    before += page.length;
  }
  return undefined;
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
