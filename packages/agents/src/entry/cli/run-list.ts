import {
  age,
  type CliRun,
  type Column,
  moreNote,
  type Style,
  shortId,
  textTable,
  toRefusal,
  typedFilters,
} from '@cw/entry';
import { err, ok } from '@cw/kernel';
import type { RunRow } from '../../model/run-view.ts';
import { listRuns } from '../../queries/find-runs.ts';
import { toRow } from '../../queries/run-row.ts';
import { runRefusals } from '../refusals.ts';
import { contextText, costText, listedState, paintContext, paintState, stateOf } from './run-text.ts';

export const runList: CliRun = async (input, context) => {
  const limit = input.option('limit');
  const { read } = context.workspace.storage;
  const named = { task: input.option('task'), project: input.option('project') };
  const isNamed = named.task !== undefined || named.project !== undefined;
  const ids = isNamed ? await (await import('@cw/tasks')).wholeIds(read, named) : ok({});
  if (!ids.ok) return ids;
  const page = await listRuns(read, {
    ...ids.value,
    active: input.flag('active') ? true : undefined,
    state: input.optionList('state').flatMap((text) => text.split(',')),
    limit: limit === undefined ? undefined : Number(limit),
    cursor: input.option('cursor'),
  });
  if (!page.ok) return err(toRefusal(runRefusals, page.error));
  const { items: records, total, nextCursor } = page.value;
  const items = records.map(toRow);
  const filters = typedFilters(input, ['task', 'project', 'state', '[active]']);
  const now = context.workspace.clock.now();
  return ok({
    data: { items, total, nextCursor },
    ids: items.map((run) => run.id),
    text: (style) =>
      items.length === 0
        ? filters === ''
          ? 'No runs. An agent works on a task once it is assigned: cw assign <task>'
          : `No runs match ${filters}.`
        : textTable(
            [
              { title: 'RUN', value: (run) => run.id, short: (run) => shortId(run.id), paint: style.dim },
              { title: 'TASK', value: (run) => run.taskTitle, flexible: true },
              { title: 'STATE', value: listedState, paint: (cell, run) => paintState(stateOf(run), cell, style) },
              { title: 'TRY', value: (run) => String(run.attempt), align: 'right' },
              { title: 'AGENT', value: (run) => run.agentName ?? run.provider },
              { title: 'COST', value: costText, align: 'right' },
              ...(items.some((run) => run.contextFill !== null) ? [contextColumn(style)] : []),
              { title: 'AGE', value: (run) => age(Date.parse(run.createdAt), now), align: 'right' },
            ],
            items,
            { width: context.width, head: style.dim },
          ),
    note: moreNote(page.value),
  });
};

function contextColumn(style: Style): Column<RunRow> {
  return {
    title: 'CONTEXT',
    value: contextText,
    paint: (cell, run) => paintContext(run.contextBand, cell, style),
    align: 'right',
  };
}
