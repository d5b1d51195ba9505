import type { TaskList, TaskRow, TaskView } from './api-types.ts';

type Pages = { readonly pages: TaskList[]; readonly pageParams: unknown[] };

/** The row of a task that was fetched in full. */
export function rowOf(task: TaskView): TaskRow {
  return { ...task, blockedByCount: task.blockedBy.length, dependentCount: task.dependents.length };
}

/** The list with these tasks' rows as they are now; new ones come first, whoever shows the list sorts it. */
export function withRows(list: Pages, rows: readonly TaskRow[]): Pages {
  const left = new Map(rows.map((row) => [row.id, row]));
  const pages = list.pages.map((page) => {
    if (!page.items.some((item) => left.has(item.id))) return page;
    return {
      ...page,
      items: page.items.map((item) => {
        const row = left.get(item.id);
        left.delete(item.id);
        return row ?? item;
      }),
    };
  });
  const [first, ...rest] = pages;
  if (!first || left.size === 0) return { ...list, pages };
  return { ...list, pages: [{ ...first, items: [...left.values(), ...first.items] }, ...rest] };
}
