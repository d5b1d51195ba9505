import { type CliAnswer, type CliContext, type CliRun, doEach, toRefusal } from '@cw/entry';
import { type Act, err, ok } from '@cw/kernel';
import { requestStop } from '../../commands/request-stop.ts';
import { runs } from '../../run.ts';
import { createRunReads } from '../../run-reads.ts';
import { runRefusals } from '../refusals.ts';

export const runStop: CliRun = async (input, context) => {
  const act = await context.act();
  return doEach(input.argumentList('runs'), 'asked to stop', (run) => stopOne(run, context, act));
};

async function stopOne(run: string, { workspace, env }: CliContext, act: Act): Promise<CliAnswer> {
  const asked = await runs.run(workspace, requestStop, { run }, act);
  if (!asked.ok) return err(toRefusal(runRefusals, asked.error));
  const view = await createRunReads({ ...workspace, hostEnv: env }).show(asked.value.id);
  if (!view.ok) return err(toRefusal(runRefusals, view.error));
  return ok({
    data: view.value,
    ids: [view.value.id],
    text: (style) =>
      `${style.bold(view.value.id)} is asked to stop; a running server ends it at once, otherwise the next server does.`,
  });
}
