import type { UserContext } from '@cw/entry/mcp';
import { ok, type Page, type Result } from '@cw/kernel';
import type { ReadDb } from '@cw/storage';
import { parseQuery } from '../../model/parse-query.ts';
import { speaksOfClosed, speaksOfPlace } from '../../model/query.ts';
import type { TaskFailure } from '../../model/task-failure.ts';
import type { TaskRow } from '../../model/task-view.ts';
import { listTasks } from '../../queries/list-tasks.ts';
import { queryCondition } from '../../queries/query-condition.ts';
import { searchTasks } from '../../queries/search-tasks.ts';
import type { TaskFilter } from '../../queries/task-filter.ts';
import { refuse } from '../refusals.ts';
import { type Answer, rowFor, rowLine } from './answers.ts';

export type FindInput = {
  /** In the query language of `cw task query`. */
  readonly where?: string | undefined;
  readonly words?: string | undefined;
  readonly all?: boolean | undefined;
  /** Of every project, not only that of the folder. */
  readonly allProjects?: boolean | undefined;
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
};

/** Tasks of which a query holds, or in which words are found, or both. */
export async function findTasks(input: FindInput, context: UserContext): Promise<Answer> {
  const { read } = context.workspace.storage;
  const filter = await filterOf(input, context);
  if (!filter.ok) return refuse(filter);
  const page = refuse(await readPage(read, filter.value, input));
  if (!page.ok) return page;
  const { items: rows, total, nextCursor } = page.value;
  const lines = rows.map(rowLine);
  const rest = nextCursor === null ? [] : [`${total} in total; continue with cursor ${nextCursor}`];
  const nothing = filter.value.all ? 'Nothing found.' : 'Nothing found; all includes closed tasks.';
  return ok({
    text: [...(lines.length === 0 ? [nothing] : lines), ...rest].join('\n'),
    structured: { items: rows.map(rowFor), total, ...(nextCursor === null ? {} : { nextCursor }) },
  });
}

async function readPage(
  read: ReadDb,
  filter: TaskFilter,
  { words = '', limit = 20, cursor }: FindInput,
): Promise<Result<Page<TaskRow>, TaskFailure>> {
  const wanted = { ...filter, limit, cursor };
  if (words.trim() === '') return listTasks(read, wanted);
  const found = await searchTasks(read, { ...wanted, words });
  return found.ok ? ok({ ...found.value, items: found.value.items.map(({ row }) => row) }) : found;
}

async function filterOf(input: FindInput, context: UserContext): Promise<Result<TaskFilter, TaskFailure>> {
  const { workspace } = context;
  const projectId = input.allProjects ? undefined : (await context.folderProject())?.id;
  if (input.where === undefined || input.where.trim() === '') return ok({ projectId, all: input.all });
  const query = parseQuery(input.where);
  if (!query.ok) return query;
  const { storage, clock } = workspace;
  const condition = await queryCondition(query.value, { db: storage.read, now: clock.now() });
  if (!condition.ok) return condition;
  const isPlaced = speaksOfPlace(query.value);
  return ok({
    projectId: isPlaced ? undefined : projectId,
    also: [condition.value],
    all: input.all || speaksOfClosed(query.value),
  });
}
