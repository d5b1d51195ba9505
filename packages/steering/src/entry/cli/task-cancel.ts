import { type CliAnswer, type CliContext, type CliInput, type CliRun, commandLine, doEach, plainLine } from '@cw/entry';
import { type Act, err, type NextStep, ok, step } from '@cw/kernel';
import { type CancelledTask, cancelTasks } from '../../commands/cancel-tasks.ts';
import { run } from '../../run.ts';
import { steerRefusal } from '../refusals.ts';

function onward(next: NextStep): string {
  return `  ${next.say}: ${commandLine(next)}`;
}

/** How what depends on a cancelled task can go on. */
function waysOn(cancelled: string, waiting: string): readonly string[] {
  return [
    onward(step('Cancel what depends on it, too', 'task cancel', cancelled, '--dependents')),
    onward(step('Let it start without', 'task dep remove', waiting, cancelled)),
    onward(step('Or take it up again', 'task reopen', cancelled)),
  ];
}

/** `cw task cancel` */
export const taskCancel: CliRun = async (input, context) => {
  const act = await context.act();
  return doEach(input.argumentList('tasks'), 'cancelled', (task) => cancelOne(task, { input, context, act }));
};

type Around = { readonly input: CliInput; readonly context: CliContext; readonly act: Act };

async function cancelOne(task: string, { input, context, act }: Around): Promise<CliAnswer> {
  const wanted = {
    task,
    dependents: input.flag('dependents'),
    dryRun: input.flag('dry-run'),
    reason: input.option('reason'),
  };
  const done = await run(context.workspace, cancelTasks, wanted, act);
  if (!done.ok) return err(steerRefusal(done.error));
  const { items, waiting, unqueued, dryRun } = done.value;
  return ok({
    data: done.value,
    ids: items.map(({ id }) => id),
    text: (style) =>
      [
        ...items.map(({ id, title, ...rest }) => {
          const done = dryRun ? 'would be cancelled' : 'cancelled';
          return `${style.bold(id)} ${done}: ${plainLine(title)}${style.yellow(besides(rest))}`;
        }),
        ...waiting.map(({ id, title }) => `${style.bold(id)} depends on it and keeps waiting: ${plainLine(title)}`),
        ...(waiting.length > 0 ? waysOn(wanted.task, waiting.length === 1 ? (waiting[0]?.id ?? '') : '<task>') : []),
        ...unqueued.map(
          ({ id, title }) => `${style.bold(id)} is off the queue, as a part of it was given up: ${plainLine(title)}`,
        ),
        ...(unqueued.length > 0
          ? [
              onward(
                step(
                  'Assign it if it is still to be done',
                  'assign',
                  unqueued.length === 1 ? (unqueued[0]?.id ?? '') : '<task>',
                ),
              ),
            ]
          : []),
      ].join('\n'),
  });
}

/** What else its cancelling ends. */
function besides({ stoppedRun, withdrawnMerge }: Pick<CancelledTask, 'stoppedRun' | 'withdrawnMerge'>): string {
  if (stoppedRun !== null) return ` (the agent of ${stoppedRun} is ended, its work is kept)`;
  return withdrawnMerge === null ? '' : ` (its merge ${withdrawnMerge} is withdrawn, its branch is kept)`;
}
