import { type CliRun, toRefusal } from '@cw/entry';
import { err, ok } from '@cw/kernel';
import { createAgentsModule } from '../../agents.module.ts';
import { runRefusals } from '../refusals.ts';

export const runStop: CliRun = async (input, context) => {
  const agents = createAgentsModule({ ...context.workspace, hostEnv: context.env });
  const asked = await agents.requestStop({ run: input.argument('run') }, await context.act());
  if (!asked.ok) return err(toRefusal(runRefusals, asked.error));
  const view = await agents.show(asked.value.id);
  if (!view.ok) return err(toRefusal(runRefusals, view.error));
  return ok({
    data: view.value,
    ids: [view.value.id],
    text: (style) =>
      `${style.bold(view.value.id)} is asked to stop; a running server ends it at once, otherwise the next server does.`,
  });
};
