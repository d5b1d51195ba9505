import type { TaskList, TaskRow, TaskView } from './api-types.ts';

type Pages = { readonly pages: TaskList[]; readonly pageParams: unknown[] };

/** The row of a task that was fetched in full. */
export function rowOf(task: TaskView): TaskRow {
  return { ...task, blockedByCount: task.blockedBy.length, dependentCount: task.dependents.length };
}

/**
 * The list with these tasks' rows as they are now, and without those that are gone; new ones come first, whoever shows
 * the list sorts it. A row that is newer than the one that was brought stays.
 */
export function withRows(list: Pages, rows: readonly TaskRow[], gone: readonly string[] = []): Pages {
  const left = new Map(rows.map((row) => [row.id, row]));
  const lost = new Set(gone);
  const pages = list.pages.map((page) => {
    if (!page.items.some((item) => left.has(item.id) || lost.has(item.id))) return page;
    const items = page.items.flatMap((item) => {
      if (lost.has(item.id)) return [];
      const row = left.get(item.id);
      left.delete(item.id);
      return [row && row.revision >= item.revision ? row : item];
    });
    return { ...page, items };
  });
  const [first, ...rest] = pages;
  if (!first || left.size === 0) return { ...list, pages };
  return { ...list, pages: [{ ...first, items: [...left.values(), ...first.items] }, ...rest] };
}
