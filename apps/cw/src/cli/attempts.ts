import { runStages } from '@cw/agents';
import { commandLine, cut, money, plainLine, type Style, type Workspace } from '@cw/entry';
import { type FailedCheck, failedCheckOf, findMerge, type MergeRequestView } from '@cw/integration';
import { step, tellTime } from '@cw/kernel';
import { type AttemptView, listAttempts } from '@cw/orchestrator';

/** The attempts of agents at a task, a line each, with what came next. */
export async function attemptsOf(workspace: Workspace, taskId: string, width: number) {
  const attempts = await listAttempts(workspace.storage.read, taskId);
  const merge = attempts.length === 0 ? undefined : await mergeOf(workspace, taskId);
  const kept = merge && (await keptOut(workspace, merge));
  const data = attempts.map((attempt) => ({
    ...attempt,
    failedCheck: attempt.id === kept?.runId ? kept.check : null,
    mergeHeld: merge?.state === 'held' && attempt.id === merge.runId ? merge.reason : null,
  }));
  const resting = data.filter(({ next }) => next.kind === 'rests');
  const isLimited = resting.some(({ failure }) => failure === 'limit');
  const steps = [
    ...(resting.length > 0 ? [step('Try it now', 'run retry', taskId)] : []),
    ...(data.some(({ mergeHeld }) => mergeHeld !== null) ? [step('Let it be merged', 'merge release', taskId)] : []),
    ...(isLimited ? [step('Try it with another model', 'run retry', taskId, '--model', '<name>')] : []),
  ];
  const lines = (style: Style) => [
    ...data.flatMap((attempt) => [
      attemptLine(attempt, style, width),
      ...checkLines(attempt.failedCheck, style),
      ...heldLine(attempt.mergeHeld, style),
    ]),
    ...steps.map((each) => `  ${style.dim(`${each.say}: ${commandLine(each)}`)}`),
  ];
  return { data, lines };
}

async function mergeOf(workspace: Workspace, taskId: string): Promise<MergeRequestView | undefined> {
  const merge = await findMerge(workspace.storage.read, taskId);
  return merge.ok ? merge.value : undefined;
}

/** The check that keeps what a run made from being merged; undefined where none does. */
async function keptOut(workspace: Workspace, merge: MergeRequestView) {
  if (merge.state !== 'checks-failed') return undefined;
  return { runId: merge.runId, check: await failedCheckOf(workspace, merge) };
}

function heldLine(reason: string | null, style: Style): readonly string[] {
  return reason === null ? [] : [`    ${style.yellow(`Its merge is on hold: ${plainLine(reason)}`)}`];
}

function checkLines(check: FailedCheck | null, style: Style): readonly string[] {
  if (check === null) return [];
  const { name, lastLines } = check;
  return [
    `    ${style.red(`The check ${plainLine(name)} failed`)}`,
    ...lastLines.map((line) => `      ${plainLine(line)}`),
  ];
}

function attemptLine(attempt: AttemptView, style: Style, width: number): string {
  const { id, outcome, step: at, failure, turns, costUsd, estimated, reason } = attempt;
  const ended = `${outcome ?? runStages[at]}${failure === null ? '' : ` (${failure})`}`;
  const cost = costUsd === null ? [] : [money(costUsd, estimated)];
  const figures = [...(turns === 0 ? [] : [turns === 1 ? '1 turn' : `${turns} turns`]), ...cost];
  const said = reason === null ? '' : cut(plainLine(reason), Math.max(40, width - 4));
  const head = [style.cyan(id), ended, ...figures, style.dim(sayNext(attempt))].filter((part) => part !== '');
  return `  ${head.join(style.dim(' · '))}${said === '' ? '' : `\n    ${style.dim(said)}`}`;
}

function sayNext({ next }: AttemptView): string {
  switch (next.kind) {
    case 'resumed':
      return `resumed by ${next.runId}`;
    case 'handed-over':
      return `${next.runId} took over with a fresh context`;
    case 'fresh':
      return `${next.runId} started from scratch`;
    case 'rests':
      return next.until === null ? 'on hold' : `on hold until ${tellTime(next.until)}`;
    case 'queued':
      return 'retried as soon as possible';
    case 'person':
      return 'waiting for a person';
    case 'merging':
      return 'being merged';
    case 'at-work':
    case 'closed':
      return '';
  }
}
