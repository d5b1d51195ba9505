import type { CliAnswer, CliContext, CliInput, Refusal, Style } from '@cw/entry';
import { err, ok, type Result, step } from '@cw/kernel';
import { addDependency, type DependencyInput } from '../../commands/add-dependency.ts';
import { removeDependency } from '../../commands/remove-dependency.ts';
import { together } from '../../commands/together.ts';
import type { TaskFailure } from '../../model/task-failure.ts';
import {
  type Dependency,
  type DependencyType,
  dependencyTypes,
  type TaskRow,
  type TaskView,
  waitGates,
} from '../../model/task-view.ts';
import { findTask } from '../../queries/find-task.ts';
import { getTask } from '../../queries/get-task.ts';
import { taskRows } from '../../queries/list-tasks.ts';
import { run } from '../../run.ts';
import { refuse, refuseAll } from '../refusals.ts';
import { taskLine, tasksAnswer } from './task-answer.ts';

/** `cw task dep add`, in either direction of speech: it needs others, or it blocks others. */
export async function taskDepAdd(input: CliInput, context: CliContext): Promise<CliAnswer> {
  return changeEdges(input, context, { change: addDependency, say: (type, other) => added[type ?? 'blocks'](other) });
}

/** `cw task dep remove`. */
export async function taskDepRemove(input: CliInput, context: CliContext): Promise<CliAnswer> {
  return changeEdges(input, context, {
    change: removeDependency,
    say: (type, other) => `No longer depends on ${other}${type === undefined ? '' : ` (${type})`}:`,
  });
}

/** What a new dependency of each type makes of a task. */
const added: Readonly<Record<DependencyType, (other: string) => string>> = {
  blocks: (other) => `Now needs ${other}:`,
  'parent-child': (other) => `Now a child of ${other}:`,
  related: (other) => `Now related to ${other}, without waiting for it:`,
  'discovered-from': (other) => `Now discovered from ${other}, without waiting for it:`,
  'waits-for': (other) => `Now waits for the children of ${other}:`,
  'on-failure': (other) => `Now runs only if ${other} fails:`,
};

type Change = {
  readonly change: typeof addDependency;
  readonly say: (type: DependencyType | undefined, other: string) => string;
};

async function changeEdges(input: CliInput, context: CliContext, { change, say }: Change): Promise<CliAnswer> {
  const edges = readEdges(input, change);
  if (!edges.ok) return edges;
  const act = await context.act();
  const changed = await run(context.workspace, (store) => together(edges.value, (edge) => change(store, edge, act)));
  if (!changed.ok) return refuseAll(changed, edges.value.length);
  const tasks = [...new Map(changed.value.map((task) => [task.id, task])).values()];
  const others = [...new Set(edges.value.map(({ on }) => on))].join(', ');
  return ok(tasksAnswer(tasks, { said: say(edges.value[0]?.type, others), asked: tasks.length }));
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

/** The dependencies that a line says: what a task needs, or what it blocks. */
export function readEdges(input: CliInput, change: typeof addDependency): Result<readonly DependencyInput[], Refusal> {
  const task = input.argument('task');
  const needed = input.optionalArgument('needed');
  const needs = [
    ...(needed === undefined ? [] : [needed]),
    ...['needs', 'depends-on', 'blocked-by'].flatMap((name) => input.optionList(name)),
  ];
  const blocks = input.optionList('blocks');
  if ((needs.length === 0) === (blocks.length === 0)) return oneDirection;
  const type = dependencyTypes.find((known) => known === input.option('type'));
  const gateText = change === addDependency ? input.option('gate') : undefined;
  const gate = waitGates.find((known) => gateText?.startsWith(known));
  return ok([
    ...needs.map((on) => ({ task, on, type, gate })),
    ...blocks.map((other) => ({ task: other, on: task, type, gate })),
  ]);
}

const oneDirection = err<Refusal>({
  code: 'usage.dependency',
  message: 'Say either what the task needs or what it blocks.',
  next: [
    step('Name what it needs', 'task dep add', '<task>', '--needs', '<task>'),
    step('Name what it blocks', 'task dep add', '<task>', '--blocks', '<task>'),
  ],
  kind: 'usage',
});
