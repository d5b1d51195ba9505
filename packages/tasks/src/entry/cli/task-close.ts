import type { CliAnswer, CliContext, CliInput, CliOutput, Style } from '@cw/entry';
import { ok } from '@cw/kernel';
import { type CloseTasksInput, closeTasks } from '../../commands/close-tasks.ts';
import { reopenTasks } from '../../commands/reopen-task.ts';
import type { TaskHolder } from '../../model/claim-rules.ts';
import { type Consequences, type TaskRow, taskOutcomes } from '../../model/task-view.ts';
import { firstReady } from '../../queries/list-ready.ts';
import { taskRows } from '../../queries/list-tasks.ts';
import { run } from '../../run.ts';
import { refuseAll } from '../refusals.ts';
import { taskLine, tasksAnswer, withOthers } from './task-answer.ts';

/** `cw task close`. */
export async function taskClose(input: CliInput, context: CliContext): Promise<CliAnswer> {
  const wanted = readClose(input, await context.holder());
  const ended = await run(context.workspace, closeTasks, wanted, await context.act());
  if (!ended.ok) return refuseAll(ended, wanted.tasks.length);
  const { closed, consequences } = ended.value;
  const answer = tasksAnswer(closed, { said: 'Closed', asked: wanted.tasks.length });
  if (!input.flag('suggest-next')) return ok(withOthers(answer, consequences));
  const told = withOthers(answer, { ...consequences, begins: [], ready: [] });
  return ok(await withNext({ ...told, data: { ...(answer.data as object), consequences } }, consequences, context));
}

/** What a line says that is to be closed, and how. */
export function readClose(input: CliInput, holder: TaskHolder): CloseTasksInput {
  return {
    tasks: input.argumentList('tasks'),
    holder,
    outcome: taskOutcomes.find((outcome) => outcome === input.option('outcome')),
    reason: input.option('reason') ?? input.option('message'),
    force: input.flag('force'),
  };
}

/** The answer with what became ready, and with the most urgent of all that is ready. */
async function withNext(
  answer: CliOutput,
  { begins, ready }: Consequences,
  { workspace }: CliContext,
): Promise<CliOutput> {
  const { read } = workspace.storage;
  const ids = [...begins, ...ready].map(({ id }) => id);
  const rows = await taskRows(read, ids);
  const becameReady = ids.flatMap((id) => rows.get(id) ?? []);
  const [next = null] = await firstReady(read, 1);
  return {
    ...answer,
    data: { ...(answer.data as object), becameReady, next },
    text: (style) => [answer.text(style), ...nextLines(becameReady, next, style)].join('\n'),
  };
}

const mostTold = 10;

function nextLines(becameReady: readonly TaskRow[], next: TaskRow | null, style: Style): readonly string[] {
  const more = becameReady.length - mostTold;
  return [
    becameReady.length === 0 ? 'Nothing became ready.' : style.bold('Ready now'),
    ...becameReady.slice(0, mostTold).map((row) => `  ${row.priority} ${taskLine(row, style)}`),
    ...(more > 0 ? [`  and ${more} more`] : []),
    ...(next === null ? ['Nothing is ready.'] : [`Next: cw task claim ${next.id}  ${style.dim(next.title)}`]),
  ];
}

/** `cw task reopen`. */
export async function taskReopen(input: CliInput, context: CliContext): Promise<CliAnswer> {
  const wanted = readReopen(input);
  const opened = await run(context.workspace, reopenTasks, wanted, await context.act());
  if (!opened.ok) return refuseAll(opened, wanted.tasks.length);
  return ok(tasksAnswer(opened.value, { said: 'Opened again:', asked: wanted.tasks.length }));
}

/** What a line says that is to be opened again, and why. */
export function readReopen(input: CliInput) {
  return { tasks: input.argumentList('tasks'), reason: input.option('reason') ?? input.option('message') };
}
