import { type CliAnswer, type CliContext, type CliInput, type CliRun, doEach, plainLine } from '@cw/entry';
import { type Act, err, ok } from '@cw/kernel';
import { consequenceLines, findTask, joinConsequences } from '@cw/tasks';
import { type CancelledTask, cancelTasks } from '../../commands/cancel-tasks.ts';
import { run } from '../../run.ts';
import { steerRefusal } from '../refusals.ts';

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
  const { items, dryRun: isPlanned } = done.value;
  const consequences = joinConsequences([done.value.consequences], named);
  return ok({
    data: { ...done.value, consequences },
    ids: items.map(({ id }) => id),
    text: (style) =>
      [
        ...items.map(({ id, title, ...rest }) => {
          const is = isPlanned ? 'would be cancelled' : 'cancelled';
          return `${style.bold(id)} ${is}: ${plainLine(title)}${style.yellow(besides(rest))}`;
        }),
        ...consequenceLines(consequences, { gaveUp: [items[0]?.id ?? task], isPlanned }, style),
      ].join('\n'),
  });
}

/** What else its cancelling ends. */
function besides({ stoppedRun, withdrawnMerge }: Pick<CancelledTask, 'stoppedRun' | 'withdrawnMerge'>): string {
  if (stoppedRun !== null) return ` (the agent of ${stoppedRun} is ended, its work is kept)`;
  return withdrawnMerge === null ? '' : ` (its merge ${withdrawnMerge} is withdrawn, its branch is kept)`;
}
