import { type CliRun, toRefusal } from '@cw/entry';
import { err, ok } from '@cw/kernel';
import { requestStop } from '../../commands/request-stop.ts';
import { runs } from '../../run.ts';
import { createRunReads } from '../../run-reads.ts';
import { runRefusals } from '../refusals.ts';

export const runStop: CliRun = async (input, context) => {
  const { workspace } = context;
  const asked = await runs.run(workspace, requestStop, { run: input.argument('run') }, await context.act());
  if (!asked.ok) return err(toRefusal(runRefusals, asked.error));
  const view = await createRunReads({ ...workspace, hostEnv: context.env }).show(asked.value.id);
  if (!view.ok) return err(toRefusal(runRefusals, view.error));
  return ok({
    data: view.value,
    ids: [view.value.id],
    text: (style) =>
      `${style.bold(view.value.id)} is asked to stop; a running server ends it at once, otherwise the next server does.`,
  });
};
