import type { CliAnswer, CliContext, CliInput, Style } from '@cw/entry';
import { err, ok, type Result } from '@cw/kernel';
import { addDependency, type DependencyInput } from '../../commands/add-dependency.ts';
import { removeDependency } from '../../commands/remove-dependency.ts';
import type { TaskFailure } from '../../model/task-failure.ts';
import { type Dependency, dependencyTypes, type TaskRow, type TaskView } from '../../model/task-view.ts';
import { findTask } from '../../queries/find-task.ts';
import { getTask } from '../../queries/get-task.ts';
import { taskRows } from '../../queries/list-tasks.ts';
import { taskDeps } from '../../task-deps.ts';
import { refuse } from '../refusals.ts';
import { taskAnswer, taskLine } from './task-answer.ts';

/** `cw task dep add`, in either direction of speech: it needs another, or it blocks another. */
export async function taskDepAdd(input: CliInput, context: CliContext): Promise<CliAnswer> {
  const edge = readEdge(input);
  if (!edge) return oneDirection;
  const added = await addDependency(taskDeps(context.workspace), edge, await context.act());
  return added.ok ? ok(taskAnswer(added.value, `Waits for ${edge.on} now:`)) : refuse(added);
}

/** `cw task dep remove`. */
export async function taskDepRemove(input: CliInput, context: CliContext): Promise<CliAnswer> {
  const edge = readEdge(input);
  if (!edge) return oneDirection;
  const removed = await removeDependency(taskDeps(context.workspace), edge, await context.act());
  return removed.ok ? ok(taskAnswer(removed.value, `Waits for ${edge.on} no more:`)) : refuse(removed);
}

/** `cw task dep list`. */
export async function taskDepList(input: CliInput, context: CliContext): Promise<CliAnswer> {
  const { read } = context.workspace.storage;
  const task = await readTask(input, context);
  if (!task.ok) return refuse(task);
  const { id, dependencies, dependents, blockedBy } = task.value;
  const others = await taskRows(
    read,
    [...dependencies, ...dependents].map((other) => other.id),
  );
  return ok({
    data: { id, dependencies, dependents, blockedBy },
    ids: dependencies.map((dependency) => dependency.id),
    text: (style) =>
      [
        style.bold('Needs'),
        ...edgeLines(dependencies, others, style),
        style.bold('Is needed by'),
        ...edgeLines(dependents, others, style),
      ].join('\n'),
  });
}

/** One line for each dependency: its kind, the other task, how that stands. */
export function edgeLines(
  edges: readonly Dependency[],
  others: ReadonlyMap<string, TaskRow>,
  style: Style,
): readonly string[] {
  if (edges.length === 0) return [style.dim('  nothing')];
  return edges.map(({ id, type }) => {
    const other = others.get(id);
    return `  ${style.dim(type.padEnd(15))} ${other ? taskLine(other, style) : style.cyan(id)}`;
  });
}

async function readTask(input: CliInput, context: CliContext): Promise<Result<TaskView, TaskFailure>> {
  const { read } = context.workspace.storage;
  const ref = input.argument('task');
  const id = await findTask(read, ref);
  if (!id.ok) return id;
  const task = await getTask(read, id.value);
  return task ? ok(task) : err({ kind: 'task.not-found', ref });
}

function readEdge(input: CliInput): DependencyInput | undefined {
  const task = input.argument('task');
  const needs = input.option('needs') ?? input.optionalArgument('needed');
  const blocks = input.option('blocks');
  const type = dependencyTypes.find((known) => known === input.option('type'));
  if (needs !== undefined && blocks === undefined) return { task, on: needs, type };
  if (blocks !== undefined && needs === undefined) return { task: blocks, on: task, type };
  return undefined;
}

const oneDirection: CliAnswer = err({
  code: 'usage.dependency',
  message: 'Say either what the task needs or what it blocks.',
  hint: 'cw task dep add <task> --needs <task>, or cw task dep add <task> --blocks <task>.',
  kind: 'usage',
});
