import { type CliAnswer, type CliRun, plainLine } from '@cw/entry';
import { err, ok, type Result } from '@cw/kernel';
import { type Retried, sayWhyFresh } from '@cw/orchestrator';
import { followUpRun } from '../../commands/follow-up.ts';
import { handBack } from '../../commands/hand-back.ts';
import type { SteeringFailure } from '../../model/steering-failure.ts';
import { run } from '../../run.ts';
import { steerRefusal } from '../refusals.ts';

/** `cw run handback` */
export const runHandback: CliRun = async (input, context) => {
  const wanted = { task: input.argument('task'), note: input.option('note') };
  return told(await run(context.workspace, handBack, wanted, await context.act()));
};

/** `cw run follow-up` */
export const runFollowUp: CliRun = async (input, context) => {
  const typed = input.argument('text');
  const text = typed === '-' ? await context.stdin() : typed;
  const wanted = { run: input.argument('run'), text };
  return told(await run(context.workspace, followUpRun, wanted, await context.act()));
};

function told(done: Result<Retried, SteeringFailure>): CliAnswer {
  if (!done.ok) return err(steerRefusal(done.error));
  const { task, runId, mode, why } = done.value;
  const how =
    mode === 'resume'
      ? `resumes the conversation of ${runId}`
      : `${howAfresh(runId, why)}${why === null ? '' : ` (${sayWhyFresh(why)})`}`;
  return ok({
    data: done.value,
    ids: [task.id],
    text: (style) => `${style.bold(task.id)} is handed back to an agent, which ${how}: ${plainLine(task.title)}`,
  });
}

function howAfresh(runId: string, why: Retried['why']): string {
  if (why === 'other-project') return 'starts over';
  return `continues in the worktree of ${runId}, ${why === 'program-keeps-none' ? 'where it starts again' : 'with a new conversation'}`;
}
