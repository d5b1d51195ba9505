import type { CliContext, CliInput } from '@cw/entry';
import type { TaskView } from '../../model/task-view.ts';
import { hasProjects } from '../../queries/find-project.ts';

/** The project that a line names for what it writes; null for none. */
export function projectIn(input: CliInput): string | null | undefined {
  const named = input.option('project');
  return named?.trim().toLowerCase() === 'none' ? null : named;
}

type Made = Pick<TaskView, 'id' | 'projectId'>;

/** Whether a new task belongs to no project though there are some, and the line did not ask for that. */
export async function lacksProject(input: CliInput, { workspace }: CliContext, task: Made): Promise<boolean> {
  return task.projectId === null && projectIn(input) !== null && (await hasProjects(workspace.storage.read));
}

/** Tells of new tasks that lack a project, where their ids alone are printed, or where they are many. */
export async function tellOfNone(input: CliInput, context: CliContext, tasks: readonly Made[]): Promise<void> {
  const none = tasks.filter(({ projectId }) => projectId === null);
  const [first, ...others] = none;
  if (first === undefined || !(await lacksProject(input, context, first))) return;
  const which = others.length === 0 ? `${first.id} has` : `${none.length} of these tasks have`;
  context.note(
    `${which} no project, and agents only work in projects. Set one: cw task update ${none.map(({ id }) => id).join(' ')} --project <project>`,
  );
}
