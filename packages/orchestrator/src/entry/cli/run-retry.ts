import { type CliRun, plainLine } from '@cw/entry';
import { err, ok } from '@cw/kernel';
import { retryRun } from '../../retry/retry-run.ts';
import { run } from '../../run.ts';
import { retryRefusal, sayWhyFresh } from '../refusals.ts';

/** `cw run retry` */
export const runRetry: CliRun = async (input, context) => {
  const [fresh, resume] = [input.flag('fresh'), input.flag('resume')];
  if (fresh && resume) return err(bothModes);
  const wanted = {
    run: input.argument('run'),
    mode: fresh ? ('fresh' as const) : resume ? ('resume' as const) : undefined,
    model: input.option('model'),
    note: input.option('note'),
  };
  const done = await run(context.workspace, retryRun, wanted, await context.act());
  if (!done.ok) return err(retryRefusal(done.error));
  const { task, runId, mode, why } = done.value;
  return ok({
    data: done.value,
    ids: [task.id],
    text: (style) => {
      const how = mode === 'resume' ? `from where ${runId} stopped` : `from scratch, keeping the work of ${runId}`;
      const because = why === null ? '' : ` (${sayWhyFresh(why)})`;
      return `${style.bold(task.id)} is retried ${how}${because}: ${plainLine(task.title)}`;
    },
  });
};

const bothModes = {
  code: 'retry.both-ways',
  message: '--resume and --fresh cannot be combined.',
  hint: 'Leave out both to resume where the run stopped if possible.',
  kind: 'usage',
} as const;
