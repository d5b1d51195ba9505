import type { InfiniteData } from '@tanstack/react-query';
import { api, queryClient, trpc } from './api.ts';
import type { TaskList, TaskView } from './api-types.ts';
import { missed } from './missed.ts';
import { readAgain } from './read-again.ts';
import { rowOf, withRows } from './row-patch.ts';

const gatherMs = 15;
/** With more, the list is fetched anew. */
const mostAtOnce = 1000;
/** What an address has room for. */
const perRequest = 200;
const quietMs = 4000;
const rarelyMs = 30_000;

const filter = trpc.tasks.list.infiniteQueryFilter();

/** True when the list came in several pages, so that fetching it anew for each change would cost too much. */
export function listIsLong(): boolean {
  return queryClient.getQueriesData<InfiniteData<TaskList>>(filter).some(([, list]) => (list?.pages.length ?? 0) > 1);
}

/** Tasks that changed while pages were on their way: those pages may show them as they were. */
const raced = new Set<string>();

queryClient.getQueryCache().subscribe((event) => {
  if (raced.size === 0 || event.type !== 'updated' || event.action.type !== 'success' || event.action.manual) return;
  if (queryClient.getQueryCache().findAll(filter).includes(event.query)) follow([...raced]);
});

/** Brings these rows, and those whose state follows from them, into every list that is held. */
export async function showRows(ids: readonly string[]): Promise<void> {
  if (ids.length === 0 || ids.length > mostAtOnce) return;
  const parts = Array.from({ length: Math.ceil(ids.length / perRequest) }, (_, index) =>
    ids.slice(index * perRequest, (index + 1) * perRequest),
  );
  const answers = await Promise.all(parts.map((part) => api.tasks.rows.query({ ids: part })));
  const [items, gone] = [answers.flatMap((answer) => answer.items), answers.flatMap((answer) => answer.gone)];
  const fetching = queryClient.isFetching(filter) > 0;
  for (const id of ids) {
    if (fetching) raced.add(id);
    else raced.delete(id);
  }
  queryClient.setQueriesData<InfiniteData<TaskList>>(filter, (list) => list && withRows(list, items, gone));
}

let gathering: Set<string> | undefined;
let gatheredAt = 0;

/** A change after a quiet time is followed at once; those that come right behind it are gathered. */
function follow(ids: readonly string[]): void {
  if (!gathering) {
    gathering = new Set();
    const isQuiet = performance.now() - gatheredAt > 4 * gatherMs;
    setTimeout(
      () => {
        const wanted = [...(gathering ?? [])];
        gathering = undefined;
        gatheredAt = performance.now();
        showRows(wanted).catch(() => missed.set(true));
      },
      isQuiet ? 0 : gatherMs,
    );
  }
  for (const id of ids) gathering.add(id);
}

let reloadTimer: ReturnType<typeof setTimeout> | undefined;
let reloadedAt = 0;

/** The whole list now and then, when it is quiet: states can follow from more than what was patched. */
function reloadLater(): void {
  clearTimeout(reloadTimer);
  const wait = Math.max(quietMs, reloadedAt + rarelyMs - performance.now());
  reloadTimer = setTimeout(() => {
    reloadedAt = performance.now();
    void readAgain(filter);
  }, wait);
}

/** Brings a long list up to date after an event: this task and what follows from it at once, the rest later. */
export function followTask(id: string | undefined): void {
  if (!listIsLong()) return;
  reloadLater();
  if (id) follow([id]);
}

/** Shows a task at once as a command answered it, before the event about it comes. */
export function showAnswer(task: TaskView): void {
  queryClient.setQueriesData<InfiniteData<TaskList>>(filter, (list) => list && withRows(list, [rowOf(task)]));
}
