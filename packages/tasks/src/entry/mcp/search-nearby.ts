import type { RunContext } from '@cw/entry/mcp';
import { ok } from '@cw/kernel';
import { taskRow } from '../../queries/list-tasks.ts';
import { searchTasks } from '../../queries/search-tasks.ts';
import { ofNoProject } from '../../queries/task-filter.ts';
import { refuse } from '../refusals.ts';
import type { Answer } from './answers.ts';

/** Tasks of the same project in which words are found, as short rows: an agent may know that they are there. */
export async function searchNearby(
  { words, limit = 10 }: { readonly words: string; readonly limit?: number | undefined },
  { workspace, taskId }: RunContext,
): Promise<Answer> {
  const { read } = workspace.storage;
  const projectId = (await taskRow(read, taskId))?.projectId ?? null;
  // Where a task has no project, those without one are its neighbours.
  const among = projectId === null ? { also: [ofNoProject] } : { projectId };
  const page = refuse(await searchTasks(read, { ...among, words, limit, all: true }));
  if (!page.ok) return page;
  const items = page.value.items.map(({ row: { id, title, state } }) => ({ id, title, state }));
  const lines = items.map(({ id, title, state }) => `${id}: ${title} (${state})`);
  const more = page.value.total - items.length;
  return ok({
    text: [...(lines.length === 0 ? ['Nothing found.'] : lines), ...(more > 0 ? [`and ${more} more`] : [])].join('\n'),
    structured: { items, total: page.value.total },
  });
}
