import type { TaskTitle } from '../../queries/task-story.ts';
import type { NearTask, TaskForAgent } from './task-for-agent.ts';

/** A task as compact text for a model. */
export function tellTask(task: TaskForAgent & { readonly leftOut: readonly string[] }): string {
  const { plan, labels, leftOut } = task;
  const facts = [task.type, task.priority, task.status, ...labels].join(', ');
  return [
    `${task.id}: ${task.title} (${facts})`,
    ...part('Description', task.description),
    ...part('Done when', task.acceptance),
    ...(plan === null ? [] : part(plan.approved ? 'Plan' : 'Plan, not approved', planText(plan))),
    ...part('Files to change', task.files.join('\n')),
    ...part('Design', task.design),
    ...part('Checkpoints', task.checkpoints.map(checkpointLine).join('\n')),
    ...part('Builds on', task.needs.map(tellNear).join('\n\n')),
    ...part('Part of', task.parents.map(tellNear).join('\n\n')),
    ...part('Comments, newest first', task.comments.map(({ author, text }) => `${author}: ${text}`).join('\n')),
    ...part('Artifacts', task.artifacts.map(({ kind, value }) => `${kind} ${value}`).join('\n')),
    ...part('Needed by', task.neededBy.map(tellTitle).join('\n')),
    ...part('Children', task.children.map(tellTitle).join('\n')),
    ...part('Siblings', task.siblings.map(tellTitle).join('\n')),
    ...(leftOut.length === 0 ? [] : ['', `Left out for length: ${leftOut.join(', ')}. A larger budget shows more.`]),
  ].join('\n');
}

/** A surrounding task with its texts. */
export function tellNear({ description, acceptance, result, ...task }: NearTask): string {
  const told = [description.trim(), labelled('Done when', acceptance), labelled('Result', result ?? '')];
  return [tellTitle(task), ...told].filter(Boolean).join('\n');
}

/** A task in one line. */
export function tellTitle({ id, title, status }: TaskTitle): string {
  return `${id}: ${title} (${status})`;
}

function planText({ goal, approach, steps }: NonNullable<TaskForAgent['plan']>): string {
  return [goal, approach, ...steps.map((step, index) => `${index + 1}. ${step}`)].filter(Boolean).join('\n');
}

function checkpointLine({ type, text, files, commit }: TaskForAgent['checkpoints'][number]): string {
  const more = [...(commit === null ? [] : [`commit ${commit}`]), ...files];
  return `${type}: ${text}${more.length === 0 ? '' : ` (${more.join(', ')})`}`;
}

function part(title: string, text: string): readonly string[] {
  return text.trim() === '' ? [] : ['', `${title}:`, text.trim()];
}

function labelled(label: string, text: string): string {
  return text.trim() === '' ? '' : `${label}: ${text.trim()}`;
}
