import { type CliRun, plainLine, type Style, toRefusal } from '@cw/entry';
import { err, ok, type Result } from '@cw/kernel';
import { pause as pauseStarting, resume as resumeStarting } from '../../commands/pause-dispatch.ts';
import type { DispatchFailure, DispatchView, PauseView } from '../../model/pause.ts';
import { pauseDeps } from '../../run.ts';
import { dispatchRefusals } from '../refusals.ts';

export const pause: CliRun = async (input, context) => {
  const wanted = { project: input.option('project'), reason: input.option('reason') };
  return told(await pauseStarting(pauseDeps(context.workspace), wanted, await context.act()));
};

export const resume: CliRun = async (input, context) => {
  const wanted = { project: input.option('project') };
  return told(await resumeStarting(pauseDeps(context.workspace), wanted, await context.act()));
};

function told(result: Result<DispatchView, DispatchFailure>): Awaited<ReturnType<CliRun>> {
  if (!result.ok) return err(toRefusal(dispatchRefusals, result.error));
  const view = result.value;
  return ok({ data: view, ids: [view.projectId ?? 'workspace'], text: (style) => dispatchText(view, style) });
}

/** How the starting of agents stands, for people. */
function dispatchText(view: DispatchView, style: Style): string {
  const where = view.projectName === null ? 'The workspace' : view.projectName;
  if (view.pauses.length === 0) return `${style.green('▸')} ${where}: agents start again as tasks become ready.`;
  return [...view.pauses.map((pause) => pauseText(pause, style)), ...standing(view)].join('\n');
}

/** What a pause holds, and what goes on all the same. */
function standing({ toStart, running, merges }: DispatchView): readonly string[] {
  const held =
    toStart === 1
      ? 'It holds 1 assigned task that is ready to start.'
      : `It holds ${toStart} assigned tasks that are ready to start.`;
  const atWork = running === 1 ? 'The running agent continues.' : `${running} running agents continue.`;
  const queued = merges === 1 ? 'The merge in the queue continues' : `${merges} merges in the queue continue`;
  return [
    toStart === 0 ? 'No assigned task is ready to start at the moment.' : held,
    ...(running === 0 ? [] : [atWork]),
    ...(merges === 0 ? [] : [`${queued}; cw merge hold holds one.`]),
  ];
}

function pauseText({ projectName, reason, pausedBy, cause }: PauseView, style: Style): string {
  const where = projectName === null ? 'The workspace is' : `The project ${projectName} is`;
  const by = cause === 'person' ? `, by ${plainLine(pausedBy)}` : '';
  const end = projectName === null ? 'cw resume' : `cw resume --project ${projectName}`;
  const why = reason === null ? '' : `: ${plainLine(reason)}`;
  return `${style.yellow('‖')} ${where} paused${by}${why}. No agent is started until ${style.bold(end)}.`;
}
