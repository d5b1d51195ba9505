import { didYouMean, type RefusalMap } from '@cw/entry';
import { step } from '@cw/kernel';
import type { AgentFailure } from '../model/agent.ts';

export const agentRefusals = {
  'agent.name-invalid': (failure) => ({
    message: `“${failure.name}” is not a valid agent name.`,
    hint: 'Use letters, digits, dots, dashes and underscores, at most 60, starting with a letter or digit.',
    kind: 'usage',
  }),
  'agent.name-taken': (failure) => ({
    message: `${failure.name} is an agent that cw starts by itself.`,
    hint: 'Register the new one under another name.',
    next: [step('See the existing agent', 'agent show', failure.name)],
    kind: 'conflict',
  }),
  'agent.word-invalid': (failure) => ({
    message: `“${failure.word}” is not a valid ${failure.field} for an agent: it must be one word.`,
    hint: 'Use letters, digits and . _ + # : / -, at most 60. Give each capability separately.',
    kind: 'usage',
  }),
  'agent.too-many-capabilities': (failure) => ({
    message: 'Too many capabilities.',
    hint: `Give at most ${failure.most}: those that tasks require.`,
    kind: 'usage',
  }),
  'agent.no-project': (failure) => ({
    message: `Project “${failure.project}” not found.`,
    hint: 'Without a project, the agent may work in any.',
    next: [step('See all projects', 'project list')],
    kind: 'not-found',
  }),
  'agent.not-found': (failure) => ({
    message: `Agent “${failure.agent}” not found.`,
    hint: didYouMean(failure.meant),
    next: [step('See all agents', 'agent list'), step('Register an agent of your own', 'agent register', '<name>')],
    kind: 'not-found',
  }),
  'agent.ambiguous': (failure) => ({
    message: `“${failure.agent}” matches several agents: ${failure.matches.join(', ')}.`,
    hint: 'Type more of the id, or the name.',
    kind: 'usage',
  }),
  'agent.at-work': (failure) => ({
    message: `${failure.name} is working on ${failure.taskId}${failure.runId === null ? '' : ` (${failure.runId})`}.`,
    next: [
      failure.runId === null
        ? step('Release the task first', 'task release', failure.taskId, '--force')
        : step('Wait for the end of its run, or stop it', 'run stop', failure.runId),
    ],
    kind: 'conflict',
  }),
  'agent.not-outside': (failure) => ({
    message: `${failure.name} is an agent that cw starts by itself; its runs tell how it is.`,
    hint: 'A heartbeat is for agents that work by themselves and were made known.',
    next: [step('Register an agent of your own', 'agent register', '<name>')],
    kind: 'conflict',
  }),
  'agent.people-only': (failure) => ({
    message: `A run may not ${failure.action === 'heartbeat' ? 'speak for' : failure.action} agents.`,
    hint: 'Say in the result what a person should do.',
    kind: 'forbidden',
  }),
  'agent.bad-page': (failure) => ({
    message: 'That is no part of the list of agents.',
    hint: `Ask for 1 to ${failure.largest}, and go on with the nextCursor of the page before.`,
    kind: 'usage',
  }),
} satisfies RefusalMap<AgentFailure>;
