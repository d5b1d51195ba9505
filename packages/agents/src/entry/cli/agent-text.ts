import { age, type Column, plainLine, type Style } from '@cw/entry';
import { type AgentState, agentStateWords, type Instant } from '@cw/kernel';
import type { AgentView } from '../../model/agent.ts';
import { costText } from './run-text.ts';

export function paintAgentState(state: AgentState, cell: string, style: Style): string {
  if (state === 'working') return style.cyan(cell);
  if (state === 'waiting') return style.yellow(cell);
  if (state === 'stalled') return style.red(cell);
  return style.dim(cell);
}

/** What an agent does, in words of one line. */
export function doingText({ task, reason, removedAt }: AgentView): string {
  if (removedAt !== null) return 'removed';
  if (task === null) return '';
  return reason === null ? task.title : `${task.title}: ${plainLine(reason)}`;
}

export function agentColumns(style: Style, now: Instant): readonly Column<AgentView>[] {
  return [
    { title: 'AGENT', value: ({ name }) => name, paint: style.bold },
    {
      title: 'STATE',
      value: ({ state }) => agentStateWords[state],
      paint: (cell, { state }) => paintAgentState(state, cell, style),
    },
    { title: 'SINCE', value: ({ since }) => age(Date.parse(since), now), align: 'right' },
    { title: 'ROLE', value: ({ role }) => role, spare: true },
    { title: 'PROVIDER', value: ({ provider }) => provider },
    { title: 'PROJECT', value: ({ project, onlyProject }) => (project ?? onlyProject)?.name ?? '', spare: true },
    { title: 'COST', value: ({ run }) => (run ? costText(run) : ''), align: 'right' },
    { title: 'TASK', value: ({ task }) => task?.id ?? '', paint: style.dim },
    { title: 'DOES', value: doingText, flexible: true },
  ];
}
