import { type CliRun, plainLine, plainText, type Style, tellMoment, toRefusal } from '@cw/entry';
import { err, type Instant, type IsoTime, ok } from '@cw/kernel';

import type { RunInput, RunView } from '../../model/run-view.ts';
import { wallsText } from '../../model/sandbox.ts';
import { createRunReads } from '../../run-reads.ts';
import { runRefusals } from '../refusals.ts';
import { costText, paintState, stateOf } from './run-text.ts';

export const runShow: CliRun = async (input, context) => {
  const runs = createRunReads({ ...context.workspace, hostEnv: context.env });
  const found = await runs.show(input.argument('run'));
  if (!found.ok) return err(toRefusal(runRefusals, found.error));
  const inputs = await runs.inputs(found.value.id);
  const now = context.workspace.clock.now();
  return ok({
    data: found.value,
    ids: [found.value.id],
    text: (style) => runText(found.value, inputs.ok ? inputs.value : [], { style, now }),
  });
};

export const runPrompt: CliRun = async (input, context) => {
  const runs = createRunReads({ ...context.workspace, hostEnv: context.env });
  const prompt = await runs.prompt(input.argument('run'));
  if (!prompt.ok) return err(toRefusal(runRefusals, prompt.error));
  return ok({ data: { prompt: prompt.value }, text: () => plainText(prompt.value).trimEnd() });
};

type Look = { readonly style: Style; readonly now: Instant };

function runText(run: RunView, inputs: readonly RunInput[], { style, now }: Look): string {
  const { tokens } = run;
  const state = stateOf(run);
  const moment = (at: IsoTime | null) => at && tellMoment(at, now);
  const rows: readonly (readonly [string, string | null])[] = [
    ['task', `${run.taskId}  ${plainLine(run.taskTitle)}`],
    ['failed by', run.failure],
    ['reason', run.reason],
    ['silent', silenceOf(run, now)],
    ['last sign', run.endedAt === null && run.stall === null ? moment(run.lastSignAt) : null],
    ['summary', run.summary],
    ['deviations', run.deviations.join('\n')],
    ['refused', run.denials.join('\n')],
    [
      'agent',
      [run.agentName, run.provider, modelText(run), run.accountName].filter((part) => part !== null).join(', '),
    ],
    ['attempt', `${run.attempt}${run.resumes === null ? '' : `, goes on with ${run.resumes}`}`],
    ['sandbox', sandboxText(run)],
    ['told', run.note],
    ['started', moment(run.startedAt)],
    ['ended', moment(run.endedAt)],
    ['exit code', run.exitCode === null ? null : String(run.exitCode)],
    ['turns', run.turns === 0 ? null : String(run.turns)],
    ['cost', costText(run)],
    [
      'tokens',
      `${tokens.input} in, ${tokens.output} out, ${tokens.cacheRead} read and ${tokens.cacheWrite} written in cache`,
    ],
    ['context', run.contextFill === null ? null : `${Math.round(run.contextFill * 100)} % full, ${run.contextBand}`],
    ['branch', run.branch],
    ['worktree', run.worktree],
    ['given', inputs.map((given) => `${given.name}${given.note ? ` (${given.note})` : ''}`).join('\n')],
    ['files', run.logDir],
  ];
  const told = rows.filter(([, value]) => value !== null && value !== '');
  const lines = told.map(([name, value]) => `${style.dim(name.padEnd(11))} ${indent(plainText(value ?? ''))}`);
  return [`${style.bold(run.id)}  ${paintState(state, state, style)}`, ...lines].join('\n');
}

/** Since when nothing is heard of its agent, and what was done about it; null while it is heard of. */
function silenceOf({ stall, abilities, lastSignAt, startedAt, endedAt }: RunView, now: Instant): string | null {
  if (stall === null || endedAt !== null) return null;
  const asked = stall === 'asked' && abilities.messages ? '; it was asked whether it is still working' : '';
  const since = lastSignAt ?? startedAt;
  return `${since === null ? 'since its start' : `since ${tellMoment(since, now)}`}${asked}`;
}

function modelText({ model, modelFrom }: RunView): string | null {
  if (model === null || modelFrom === null) return model;
  return `${model} (${modelFrom === 'attempt' ? 'asked for this attempt' : `runs.model of the ${modelFrom}`})`;
}

function sandboxText({ sandbox }: RunView): string | null {
  if (sandbox === null) return null;
  return sandbox.on ? wallsText(sandbox) : `not sandboxed: ${sandbox.why}`;
}

function indent(text: string): string {
  return text.trimEnd().replaceAll('\n', `\n${' '.repeat(12)}`);
}
