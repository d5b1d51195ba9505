import { type CliRun, plainLine } from '@cw/entry';
import { err, ok } from '@cw/kernel';
import { type CancelledTask, cancelTasks } from '../../commands/cancel-tasks.ts';
import { run } from '../../run.ts';
import { steerRefusal } from '../refusals.ts';

/** `cw task cancel` */
export const taskCancel: CliRun = async (input, context) => {
  const wanted = {
    task: input.argument('task'),
    dependents: input.flag('dependents'),
    dryRun: input.flag('dry-run'),
    reason: input.option('reason'),
  };
  const done = await run(context.workspace, cancelTasks, wanted, await context.act());
  if (!done.ok) return err(steerRefusal(done.error));
  const { items, waiting, dryRun } = done.value;
  return ok({
    data: done.value,
    ids: items.map(({ id }) => id),
    text: (style) =>
      [
        ...items.map(({ id, title, ...rest }) => {
          const done = dryRun ? 'would be cancelled' : 'cancelled';
          return `${style.bold(id)} ${done}: ${plainLine(title)}${style.yellow(besides(rest))}`;
        }),
        ...waiting.map(({ id, title }) => style.dim(`${id} depends on it and is kept: ${plainLine(title)}`)),
        ...(waiting.length > 0 ? ['With --dependents those are cancelled too.'] : []),
      ].join('\n'),
  });
};

/** What else its cancelling ends. */
function besides({ stoppedRun, withdrawnMerge }: Pick<CancelledTask, 'stoppedRun' | 'withdrawnMerge'>): string {
  if (stoppedRun !== null) return ` (the agent of ${stoppedRun} is ended, its work is kept)`;
  return withdrawnMerge === null ? '' : ` (its merge ${withdrawnMerge} is withdrawn, its branch is kept)`;
}
