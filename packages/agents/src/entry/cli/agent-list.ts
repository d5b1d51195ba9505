import { type CliAside, type CliRun, moreNote, textTable, toRefusal, typedFilters } from '@cw/entry';
import { err, ok } from '@cw/kernel';
import { listAgents } from '../../queries/list-agents.ts';
import { agentRefusals } from '../agent-refusals.ts';
import { agentColumns } from './agent-text.ts';

export const agentList =
  (monitor: CliAside): CliRun =>
  async (input, context) => {
    const { workspace } = context;
    const named = input.option('project');
    const place =
      named === undefined
        ? ok(undefined)
        : await (await import('@cw/tasks')).wholeIds(workspace.storage.read, { project: named });
    if (!place.ok) return place;
    const projectId = place.value?.projectId;
    const limit = input.option('limit');
    const page = await listAgents(workspace.storage.read, {
      projectId,
      all: input.flag('all'),
      cursor: input.option('cursor'),
      limit: limit === undefined ? undefined : Number(limit),
    });
    if (!page.ok) return err(toRefusal(agentRefusals, page.error));
    const { items } = page.value;
    const filters = typedFilters(input, ['project']);
    const now = workspace.clock.now();
    const stands = await monitor(context, projectId);
    return ok({
      data: { ...page.value, monitors: stands.data },
      ids: items.map(({ id }) => id),
      text: (style) =>
        items.length === 0 && filters !== ''
          ? `No agents match ${filters}.`
          : items.length === 0
            ? 'No agents yet. cw starts one when a task is assigned (cw assign <task>); register one of your own with cw agent register <name>.'
            : [
                ...stands.lines(style),
                textTable(agentColumns(style, now), items, { width: context.width, head: style.dim }),
              ].join('\n'),
      note: moreNote(page.value),
    });
  };
