import { type CliAside, type CliRun, plainLine, type Style, textTable, toRefusal } from '@cw/entry';
import { err, ok } from '@cw/kernel';
import type { ProjectView } from '../../model/project-view.ts';
import { findProject, listProjects } from '../../queries/find-project.ts';
import { projectRefusals } from '../refusals.ts';

export const projectList: CliRun = async (_input, context) => {
  const items = await listProjects(context.workspace.storage.read, context.workspace.home);
  return ok({
    data: { items, total: items.length, nextCursor: null },
    ids: items.map((item) => item.id),
    text: (style) =>
      items.length === 0
        ? 'No projects yet. Add one with cw project add <path|url>.'
        : textTable(
            [
              { title: 'NAME', value: (item) => item.name, paint: style.bold },
              { title: 'ID', value: (item) => item.id, paint: style.dim },
              { title: 'BRANCH', value: (item) => item.defaultBranch },
              { title: 'CHECKS', value: (item) => String(item.checks.length), align: 'right' },
              { title: 'REPOSITORY', value: (item) => item.source, flexible: true },
            ],
            items,
            { width: context.width, head: style.dim },
          ),
  });
};

export const projectShow =
  (monitor: CliAside): CliRun =>
  async (input, context) => {
    const { storage, home } = context.workspace;
    const found = await findProject(storage.read, home, input.argument('project'));
    if (!found.ok) return err(toRefusal(projectRefusals, found.error));
    const stands = await monitor(context, found.value.id);
    return ok({
      data: { ...found.value, monitor: stands.data },
      ids: [found.value.id],
      text: (style) => [projectText(found.value, style), ...stands.lines(style)].join('\n'),
    });
  };

export const projectFiles: CliRun = async (input, context) => {
  const { storage, home } = context.workspace;
  const found = await findProject(storage.read, home, input.argument('project'));
  if (!found.ok) return err(toRefusal(projectRefusals, found.error));
  const { id, filesDir } = found.value;
  return ok({ data: { projectId: id, path: filesDir }, ids: [filesDir], text: () => filesDir });
};

export function projectText(project: ProjectView, style: Style): string {
  const rows: readonly (readonly [string, string])[] = [
    ['repository', project.source],
    ['branches', `${project.defaultBranch} → ${project.integrationBranch}`],
    ['merge', project.mergeStyle],
    ['dispatch', project.dispatch],
    ['setup', project.setupCommand ?? 'none'],
    ...numbered('check', project.checks, 'none: merges are shown as unchecked'),
    ['time limit', `${project.checkTimeout} s per check`],
    ['files', project.filesDir],
    ...(project.goal === null ? [] : [['goal', project.goal] as const]),
    ...numbered('constraint', project.constraints, undefined),
    ...(project.contextFile === null ? [] : [['context', project.contextFile] as const]),
  ];
  const lines = rows.map(([title, value]) => `${title.padEnd(12)}${plainLine(value)}`);
  return [`${style.bold(project.name)}  ${style.dim(project.id)}`, ...lines].join('\n');
}

function numbered(title: string, values: readonly string[], none: string | undefined): (readonly [string, string])[] {
  if (values.length === 0) return none === undefined ? [] : [[title, none]];
  return values.map((value, index) => [values.length === 1 ? title : `${title} ${index + 1}`, value]);
}
