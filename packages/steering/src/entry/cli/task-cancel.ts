import { type CliAnswer, type CliContext, type CliInput, type CliRun, doEach, plainLine } from '@cw/entry';
import { type Act, err, ok } from '@cw/kernel';
import { cancelTasks } from '../../commands/cancel-tasks.ts';
import { run } from '../../run.ts';
import { steerRefusal } from '../refusals.ts';

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
  const { items, waiting, dryRun } = done.value;
  return ok({
    data: done.value,
    ids: items.map(({ id }) => id),
    text: (style) =>
      [
        ...items.map(({ id, title, stoppedRun }) => {
          const ended =
            stoppedRun === null ? '' : style.yellow(` (the agent of ${stoppedRun} is ended, its work is kept)`);
          return `${style.bold(id)} ${dryRun ? 'would be cancelled' : 'cancelled'}: ${plainLine(title)}${ended}`;
        }),
        ...waiting.map(({ id, title }) => style.dim(`${id} depends on it and is kept: ${plainLine(title)}`)),
        ...(waiting.length > 0 ? ['With --dependents those are cancelled too.'] : []),
      ].join('\n'),
  });
}
