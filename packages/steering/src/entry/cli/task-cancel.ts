import { type CliAnswer, type CliContext, type CliInput, type CliRun, commandLine, doEach, plainLine } from '@cw/entry';
import { type Act, err, type NextStep, ok, step } from '@cw/kernel';
import { findTask, type TaskName } from '@cw/tasks';
import { type CancelledTask, cancelTasks } from '../../commands/cancel-tasks.ts';
import { run } from '../../run.ts';
import { steerRefusal } from '../refusals.ts';

function onward(next: NextStep): string {
  return `  ${next.say}: ${commandLine(next)}`;
}

type WaysOn = { readonly cancelled: string; readonly waiting: string; readonly dryRun: boolean };

/** How what depends on a cancelled task can go on. */
function waysOn({ cancelled, waiting, dryRun }: WaysOn): readonly string[] {
  return [
    onward(step('Cancel what depends on it, too', 'task cancel', cancelled, '--dependents')),
    onward(step('Let it start without', 'task dep remove', waiting, cancelled)),
    ...(dryRun ? [] : [onward(step('Or take it up again', 'task reopen', cancelled))]),
  ];
}

/** `cw task cancel` */
export const taskCancel: CliRun = async (input, context) => {
  const act = await context.act();
  const tasks = input.argumentList('tasks');
  const found = await Promise.all(tasks.map((task) => findTask(context.workspace.storage.read, task)));
  const named = new Set(found.flatMap((id) => (id.ok ? [id.value] : [])));
  return doEach(tasks, 'cancelled', (task) => cancelOne(task, { input, context, act, named }));
};

type Around = {
  readonly input: CliInput;
  readonly context: CliContext;
  readonly act: Act;
  /** Ids of all that are cancelled by the command: none of them keeps waiting. */
  readonly named: ReadonlySet<string>;
};

async function cancelOne(task: string, { input, context, act, named }: Around): Promise<CliAnswer> {
  const wanted = {
    task,
    dependents: input.flag('dependents'),
    dryRun: input.flag('dry-run'),
    reason: input.option('reason'),
  };
  const done = await run(context.workspace, cancelTasks, wanted, act);
  if (!done.ok) return err(steerRefusal(done.error));
  const { items, dryRun } = done.value;
  const others = (tasks: readonly TaskName[]) => tasks.filter(({ id }) => !named.has(id));
  const [waiting, unqueued] = [others(done.value.waiting), others(done.value.unqueued)];
  return ok({
    data: { ...done.value, waiting, unqueued },
    ids: items.map(({ id }) => id),
    text: (style) =>
      [
        ...items.map(({ id, title, ...rest }) => {
          const done = dryRun ? 'would be cancelled' : 'cancelled';
          return `${style.bold(id)} ${done}: ${plainLine(title)}${style.yellow(besides(rest))}`;
        }),
        ...waiting.map(({ id, title }) => `${style.bold(id)} depends on it and keeps waiting: ${plainLine(title)}`),
        ...(waiting.length > 0 ? waysOn({ cancelled: wanted.task, waiting: only(waiting), dryRun }) : []),
        ...unqueued.map(
          ({ id, title }) => `${style.bold(id)} is off the queue, as a part of it was given up: ${plainLine(title)}`,
        ),
        ...(unqueued.length > 0 ? [onward(step('Assign it if it is still to be done', 'assign', only(unqueued)))] : []),
      ].join('\n'),
  });
}

/** The one task that is meant, or a word for any of several. */
function only(tasks: readonly TaskName[]): string {
  const [first, ...others] = tasks;
  return first === undefined || others.length > 0 ? '<task>' : first.id;
}

/** What else its cancelling ends. */
function besides({ stoppedRun, withdrawnMerge }: Pick<CancelledTask, 'stoppedRun' | 'withdrawnMerge'>): string {
  if (stoppedRun !== null) return ` (the agent of ${stoppedRun} is ended, its work is kept)`;
  return withdrawnMerge === null ? '' : ` (its merge ${withdrawnMerge} is withdrawn, its branch is kept)`;
}
