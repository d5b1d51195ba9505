import type { CliAnswer, CliContext, CliInput } from '@cw/entry';
import { ok } from '@cw/kernel';
import { createTask } from '../../commands/create-task.ts';
import { hasProjects } from '../../queries/find-project.ts';
import { taskDeps } from '../../task-deps.ts';
import { refuse } from '../refusals.ts';
import { taskAnswer } from './task-answer.ts';
import { typedDescription } from './typed-input.ts';
import { typedLabels } from './typed-labels.ts';

/** `cw task create`. */
export async function taskCreate(input: CliInput, context: CliContext): Promise<CliAnswer> {
  const description = await typedDescription(input, context);
  if (!description.ok) return refuse(description);
  const wanted = {
    title: input.argument('title'),
    description: description.value,
    acceptance: input.option('acceptance'),
    priority: input.option('priority'),
    type: input.option('type'),
    labels: typedLabels(input),
    assignee: input.option('assignee'),
    parent: input.option('parent'),
    project: input.option('project'),
    needs: input.optionList('needs'),
    script: input.option('script'),
  };
  const created = await createTask(taskDeps(context.workspace), wanted, await context.act());
  if (!created.ok) return refuse(created);
  const task = created.value;
  const answer = taskAnswer(task, 'Created');
  if (task.projectId !== null || !(await hasProjects(context.workspace.storage.read))) return ok(answer);
  return ok({ ...answer, text: (style) => `${answer.text(style)}\n${noProject(task.id)}` });
}

/** Said where there are several projects and none was named; a workspace's only one need not be. */
function noProject(id: string): string {
  return `It has no project yet, which an agent needs: cw task update ${id} --project <project> (cw project list shows them)`;
}
