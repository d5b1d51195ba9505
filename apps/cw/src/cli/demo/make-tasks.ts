import { type Act, unwrap } from '@cw/kernel';
import type { ProjectView } from '@cw/projects';
import type { TaskView } from '@cw/tasks';
import type { Modules } from '../../compose.ts';
import { check, projectName, type SampleTask } from './sample.ts';

/** Adds the sample repository as a project. */
export async function addSampleProject(modules: Modules, source: string, act: Act): Promise<ProjectView> {
  const input = { source, name: projectName, checks: [check], goal: 'Greet everybody in their own language.' };
  return unwrap(await modules.projects.commands.add(input, act));
}

/** Makes the sample's tasks with what they need of each other, and assigns them all at once. */
export async function makeTasks(
  modules: Modules,
  request: { readonly project: string; readonly tasks: readonly SampleTask[] },
  act: Act,
): Promise<readonly TaskView[]> {
  const { commands } = modules.tasks;
  const made = new Map<string, TaskView>();
  for (const { key, needs, ...fields } of request.tasks) {
    const task = unwrap(await commands.create({ ...fields, project: request.project }, act));
    made.set(key, task);
    for (const need of needs) {
      const on = made.get(need);
      if (on === undefined) throw new Error(`the sample's task ${key} needs ${need}, which comes later`);
      unwrap(await commands.addDependency({ task: task.id, on: on.id, type: 'blocks' }, act));
    }
  }
  const tasks = [...made.values()];
  unwrap(await commands.assign({ tasks: tasks.map((task) => task.id) }, act));
  return tasks;
}
