import { plainLine } from '@cw/entry';
import { sayConsequences } from '@cw/tasks';
import type { AnswerEffect } from '../inbox/effect.ts';
import { sayWhyFresh } from './refusals.ts';

/** What an answer has set going, as a sentence. */
export function sayEffect(effect: AnswerEffect): string {
  switch (effect.kind) {
    case 'retried': {
      const how = effect.mode === 'resume' ? `from where ${effect.runId} stopped` : `from scratch`;
      const because = effect.why === null ? '' : `, since ${sayWhyFresh(effect.why)}`;
      return `${effect.taskId} is retried ${how}${because}.`;
    }
    case 'cancelled':
      return [`${effect.taskId} is closed as cancelled.`, ...sayConsequences(effect.consequences)].join('\n');
    case 'merge-queued':
      return `${effect.mergeId} of ${effect.taskId} is in the merge queue.`;
    case 'accepted':
      return `${effect.taskId} is closed as done.`;
    case 'approved':
      return `${effect.taskId} is approved.`;
    case 'sent-back':
      return `${effect.taskId} was sent back, with your note as a comment.`;
    case 'account-tried':
      return 'The next agent will try the account.';
    case 'resumed':
      return 'Agents are started again.';
    case 'looked-again':
      return 'Checking again. If the problem persists, it returns to the inbox.';
    case 'assigned':
      return `${effect.taskId} is assigned to an agent.`;
    case 'history-settled':
      return effect.keptAs === null
        ? keptWords(effect)
        : `${effect.integrationBranch} was rebuilt from ${rebuiltFrom(effect)}. Its previous state is kept as ${effect.keptAs} in the project's clone.`;
    case 'stopping':
      return `${effect.runId} is stopped.`;
    case 'always-allowed': {
      const what = effect.pattern === null ? effect.tool : `${effect.tool} ${effect.pattern}`;
      return `${plainLine(what)} is now allowed in the project without asking (${effect.rule}).`;
    }
    case 'proposals-decided': {
      const what = effect.count === 1 ? 'The follow-up is' : `${effect.count} follow-ups are`;
      return effect.how === 'accepted' ? `${what} accepted: ${effect.taskIds.join(', ')}.` : `${what} declined.`;
    }
    case 'taken-up':
      return 'The waiting agent continues with it.';
  }
}

type Rebuilt = Extract<AnswerEffect, { readonly kind: 'history-settled' }>;

function rebuiltFrom({ branch, integrationBranch }: Rebuilt): string {
  return branch === integrationBranch ? 'the one in the repository' : branch;
}

function keptWords({ branch, integrationBranch }: Rebuilt): string {
  return branch === integrationBranch
    ? `${integrationBranch} keeps them, in the repository too.`
    : `${integrationBranch} keeps them; what is new on ${branch} is merged in with the next work.`;
}
