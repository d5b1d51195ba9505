import { resolve } from 'node:path';
import { adviceInTerminal, type CliAnswer, type CliInput, type CliRun, toRefusal } from '@cw/entry';
import { err, ok, type Result, step } from '@cw/kernel';
import { addProject } from '../../commands/add-project.ts';
import { removeProject, setProject } from '../../commands/set-project.ts';
import { nameFromSource, type ProjectFailure, type ProjectSettings } from '../../model/project.ts';
import { parseSource } from '../../model/project-source.ts';
import type { ProjectView } from '../../model/project-view.ts';
import type { WorkIn } from '../../ports/work-in.ts';
import { projectDeps, projects } from '../../run.ts';
import { projectRefusals } from '../refusals.ts';
import { projectText } from './project-read.ts';

export const projectAdd: CliRun = async (input, context) => {
  const { workspace, cwd } = context;
  const given = input.argument('source');
  const parsed = parseSource(given);
  const source = parsed.ok && parsed.value.kind === 'path' ? resolve(cwd, parsed.value.location) : given;
  const settings = settingsOf(input, cwd);
  const added = await addProject(projectDeps(workspace), { ...settings, source }, await context.act());
  return shown(added, added.ok && settings.name === undefined ? otherwiseNamed(added.value) : undefined);
};

/** That the name a repository's project would have was taken, and how to choose another. */
function otherwiseNamed({ name, source }: ProjectView): string | undefined {
  const usual = nameFromSource(source);
  if (name === usual) return undefined;
  const advice = adviceInTerminal({ next: [step('Choose another name', 'project set', name, '--name', '<name>')] });
  return `There is a project ${usual} already, so this one is called ${name}. ${advice}`;
}

export const projectSet: CliRun = async (input, context) => {
  const settings = { ...settingsOf(input, context.cwd), project: input.argument('project') };
  return shown(await setProject(projectDeps(context.workspace), settings, await context.act()));
};

export const projectRemove =
  (workIn: WorkIn): CliRun =>
  async (input, context) => {
    const { workspace } = context;
    const wanted = { project: input.argument('project') };
    const result = await projects(workspace, workIn).run(workspace, removeProject, wanted, await context.act());
    if (!result.ok) return err(toRefusal(projectRefusals, result.error));
    const { id, name, source } = result.value;
    return ok({
      data: result.value,
      ids: [id],
      text: () => `${name} was removed. ${source} was not touched; the clone and worktrees are kept.`,
    });
  };

function settingsOf(input: CliInput, cwd: string): ProjectSettings {
  const list = (name: string) => {
    const values = input.optionList(name);
    return values.length === 0 ? undefined : values;
  };
  const context = input.option('context');
  const timeout = input.option('check-timeout');
  return {
    name: input.option('name'),
    defaultBranch: input.option('default-branch'),
    goal: input.option('goal'),
    constraints: list('constraint'),
    contextFile: context === undefined || context === '' ? context : resolve(cwd, context),
    checks: list('check'),
    checkTimeout: timeout === undefined ? undefined : Number(timeout),
    setupCommand: input.option('setup'),
    dispatch: input.option('dispatch'),
    mergeStyle: input.option('merge'),
  };
}

function shown(result: Result<ProjectView, ProjectFailure>, note?: string): CliAnswer {
  if (!result.ok) return err(toRefusal(projectRefusals, result.error));
  const project = result.value;
  return ok({ data: project, ids: [project.id], text: (style) => projectText(project, style), note });
}
