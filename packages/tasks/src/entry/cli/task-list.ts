import type { CliAnswer, CliContext, CliInput } from '@cw/entry';
import { err, ok, type Result } from '@cw/kernel';
import type { LookUpFailure, UpdateFailure } from '../../model/task-failure.ts';
import { parseLimit } from '../../queries/cursor.ts';
import { findProject } from '../../queries/find-project.ts';
import { findTask } from '../../queries/find-task.ts';
import { listTasks } from '../../queries/list-tasks.ts';
import { refuse } from '../refusals.ts';
import { taskTable } from './task-table.ts';
import { typedLabels } from './typed-labels.ts';

/** `cw task list`. */
export async function taskList(input: CliInput, context: CliContext): Promise<CliAnswer> {
  const { storage, clock } = context.workspace;
  const limit = parseLimit(input.option('limit'));
  if (!limit.ok) return refuse(limit);
  const place = await readPlace(input, context);
  if (!place.ok) return refuse(place);
  const page = await listTasks(storage.read, {
    ...place.value,
    status: input.optionList('status'),
    state: input.optionList('state'),
    priority: input.optionList('priority'),
    type: input.optionList('type'),
    labels: typedLabels(input),
    assignee: input.option('assignee'),
    text: input.option('text'),
    all: input.flag('all'),
    sort: input.option('sort'),
    limit: limit.value,
    cursor: input.option('cursor'),
  });
  if (!page.ok) return refuse(page);
  const told = page.value.items.length > 0 || context.json;
  const nothing = told ? '' : await (await import('./empty-text.ts')).emptyList(input, context);
  return ok({
    data: page.value,
    ids: page.value.items.map((task) => task.id),
    text: (style) =>
      page.value.items.length === 0
        ? nothing
        : taskTable(page.value, { style, width: context.width, now: clock.now() }),
  });
}

type Place = { readonly parentId?: string; readonly projectId?: string };

async function readPlace(input: CliInput, context: CliContext): Promise<Result<Place, LookUpFailure | UpdateFailure>> {
  const { read } = context.workspace.storage;
  const place: { parentId?: string; projectId?: string } = {};
  const parent = input.option('parent');
  if (parent !== undefined) {
    const found = await findTask(read, parent);
    if (!found.ok) return found;
    place.parentId = found.value;
  }
  const ref = input.option('project');
  if (ref !== undefined) {
    const project = await findProject(read, ref);
    if (!project) return err({ kind: 'task.unknown-project', ref });
    place.projectId = project.id;
  }
  return ok(place);
}
