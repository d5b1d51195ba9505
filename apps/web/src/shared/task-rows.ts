import type { InfiniteData } from '@tanstack/react-query';
import { api, queryClient, trpc } from './api.ts';
import type { TaskList, TaskView } from './api-types.ts';
import { rowOf, withRows } from './row-patch.ts';

const gatherMs = 15;
const mostAtOnce = 120;
const quietMs = 4000;
const rarelyMs = 30_000;

const filter = trpc.tasks.list.infiniteQueryFilter();

/** True when the list came in several pages, so that fetching it anew for each change would cost too much. */
export function listIsLong(): boolean {
  return queryClient.getQueriesData<InfiniteData<TaskList>>(filter).some(([, list]) => (list?.pages.length ?? 0) > 1);
}

async function show(ids: readonly string[]): Promise<readonly TaskView[]> {
  const found = await Promise.all(ids.map((id) => api.tasks.show.query({ id }).catch(() => undefined)));
  return found.filter((task) => task !== undefined);
}

let gathering: Set<string> | undefined;

async function patch(): Promise<void> {
  const ids = [...(gathering ?? [])];
  gathering = undefined;
  if (ids.length > mostAtOnce) return;
  const changed = await show(ids);
  const followers = new Set(changed.flatMap((task) => task.dependents.map((each) => each.id)));
  for (const id of ids) followers.delete(id);
  const rows = [...changed, ...(followers.size <= mostAtOnce ? await show([...followers]) : [])].map(rowOf);
  queryClient.setQueriesData<InfiniteData<TaskList>>(filter, (list) => list && withRows(list, rows));
}

let reloadTimer: ReturnType<typeof setTimeout> | undefined;
let reloadedAt = 0;

/** The whole list now and then, when it is quiet: states can follow from more than what was patched. */
function reloadLater(): void {
  clearTimeout(reloadTimer);
  const wait = Math.max(quietMs, reloadedAt + rarelyMs - performance.now());
  reloadTimer = setTimeout(() => {
    reloadedAt = performance.now();
    void queryClient.invalidateQueries(filter);
  }, wait);
}

/** Brings a long list up to date after an event: this task and those that wait for it at once, the rest later. */
export function followTask(id: string | undefined): void {
  if (!listIsLong()) return;
  reloadLater();
  if (!id) return;
  if (!gathering) {
    gathering = new Set();
    setTimeout(() => void patch(), gatherMs);
  }
  gathering.add(id);
}

/** Shows a task at once as a command answered it, before the event about it comes. */
export function showAnswer(task: TaskView): void {
  queryClient.setQueriesData<InfiniteData<TaskList>>(filter, (list) => list && withRows(list, [rowOf(task)]));
}
