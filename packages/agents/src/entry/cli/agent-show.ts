import { age, type CliRun, money, plainLine, type Style, tellMoment, textTable, toRefusal } from '@cw/entry';
import { agentStateWords, err, type Instant, type IsoTime, ok } from '@cw/kernel';
import { runStages } from '../../model/run-view.ts';
import { type AgentSheet, showAgent } from '../../queries/show-agent.ts';
import { agentRefusals } from '../agent-refusals.ts';
import { paintAgentState } from './agent-text.ts';
import { costText, listedState, paintState, stateOf } from './run-text.ts';

export const agentShow: CliRun = async (input, context) => {
  const found = await showAgent(context.workspace.storage.read, input.argument('agent'));
  if (!found.ok) return err(toRefusal(agentRefusals, found.error));
  const look = { now: context.workspace.clock.now(), width: context.width };
  return ok({ data: found.value, ids: [found.value.id], text: (style) => agentText(found.value, style, look) });
};

type Look = { readonly now: Instant; readonly width: number };

function agentText(agent: AgentSheet, style: Style, { now, width }: Look): string {
  const { totals, run, task } = agent;
  const moment = (at: IsoTime | null) => at && tellMoment(at, now);
  const rows: readonly (readonly [string, string | null | undefined])[] = [
    ['kind', agent.kind === 'own' ? 'started by cw' : 'from outside'],
    ['role', agent.role],
    ['provider', agent.provider],
    ['capable of', agent.capabilities.join(', ')],
    ['works in', agent.onlyProject?.name ?? 'any project'],
    ['task', task && `${task.id}  ${plainLine(task.title)}`],
    ['run', run && [run.id, runStages[run.step], run.model, run.accountName, costText(run)].filter(Boolean).join(', ')],
    ['worktree', run?.worktree],
    ['why', agent.reason],
    ['since', moment(agent.since)],
    ['heard of', moment(agent.heardAt)],
    ['registered', `${moment(agent.registeredAt)} by ${plainLine(agent.registeredBy)}`],
    ['removed', moment(agent.removedAt)],
    ['in all', totals.runs === 0 ? null : `${totals.runs} runs, ${totals.done} done, ${money(totals.costUsd)}`],
  ];
  const lines = rows.flatMap(([title, value]) => (value ? [`${style.dim(title.padEnd(11))} ${plainLine(value)}`] : []));
  const head = `${style.bold(agent.name)}  ${paintAgentState(agent.state, agentStateWords[agent.state], style)}  ${style.dim(agent.id)}`;
  return [head, ...lines, ...(agent.runs.length === 0 ? [] : ['', runsText(agent, style, { now, width })])].join('\n');
}

function runsText({ runs }: AgentSheet, style: Style, { now, width }: Look): string {
  return textTable(
    [
      { title: 'RUN', value: ({ id }) => id, paint: style.dim },
      { title: 'STATE', value: listedState, paint: (cell, run) => paintState(stateOf(run), cell, style) },
      { title: 'COST', value: costText, align: 'right' },
      { title: 'AGE', value: ({ createdAt }) => age(Date.parse(createdAt), now), align: 'right' },
      { title: 'TASK', value: ({ taskTitle }) => taskTitle, flexible: true },
    ],
    runs,
    { width, head: style.dim },
  );
}
