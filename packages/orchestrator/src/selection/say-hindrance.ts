import { money } from '@cw/entry';
import { type NextStep, step, tellTime } from '@cw/kernel';
import type { Hindrance } from './hindrance.ts';

/** In words for people, why a task that was assigned is not started: what follows “not started yet:”. */
export function sayHindrance(hindrance: Hindrance): string {
  switch (hindrance.why) {
    case 'paused': {
      const { projectId, by, reason } = hindrance;
      return `${by} paused ${projectId === null ? 'the workspace' : 'its project'}${reason === null ? '' : ` (${reason})`}`;
    }
    case 'removed':
      return `its project ${hindrance.projectId} was removed`;
    case 'no-place':
      return `${hindrance.atWork} of ${hindrance.limit} agents are at work ${places[hindrance.in]}`;
    case 'files':
      return `${hindrance.path} is in use by ${hindrance.taskId}, which is not merged yet`;
    case 'requires':
      return sayMissing(hindrance);
    case 'assigned':
      return `it waits for ${hindrance.to}, to whom it is assigned, to take it`;
    case 'account': {
      const who =
        hindrance.accountName === null ? 'your sign-in is on hold' : `the account ${hindrance.accountName} is on hold`;
      return `${who}${hindrance.until === null ? '' : ` until ${tellTime(hindrance.until)}`}: ${hindrance.reason}`;
    }
    case 'day-cap': {
      const [spent, cap] = [hindrance.spentUsd, hindrance.capUsd].map((usd) => money(usd));
      return `${spent} of the ${cap} a day are spent in its ${hindrance.in} (orchestrator.maxCostPerDay)`;
    }
    case 'sandbox': {
      const { wall, because } = hindrance;
      const wanted =
        wall === 'all' ? 'be kept in a sandbox (agents.sandbox)' : 'have a private network (agents.sandboxNetwork)';
      return `its agent is to ${wanted}, and there is none: ${because}`;
    }
    case 'memory':
      return `${hindrance.freeMb} MB of memory are free, and ${hindrance.leastMb} must be (orchestrator.minFreeMemory)`;
    case 'load':
      return `the load of a core is ${hindrance.load.toFixed(2)}, and may be ${hindrance.most} (orchestrator.maxLoad)`;
  }
}

/** What a person can do about it. */
export function stepsFor(hindrance: Hindrance, taskId: string): readonly NextStep[] {
  switch (hindrance.why) {
    case 'paused':
      return hindrance.projectId === null
        ? [step('Let agents be started again', 'resume')]
        : [step('Let agents be started again', 'resume', '--project', hindrance.projectId)];
    case 'removed':
      return [step('Put it into another project', 'task update', taskId, '--project', '<project>')];
    case 'requires':
      return hindrance.elsewhere.length > 0 ? [] : [step('Register an agent that is', 'agent register', '<name>')];
    case 'assigned':
      return [step('See what it does', 'agent show', hindrance.to)];
    case 'sandbox':
      return hindrance.advice.next ?? [];
    default:
      return [];
  }
}

const places = {
  workspace: '(orchestrator.maxConcurrent)',
  project: 'in its project (orchestrator.maxConcurrentPerProject)',
  account: 'with each account (accounts.maxConcurrent)',
} as const;

function sayMissing({ missing, elsewhere }: Extract<Hindrance, { why: 'requires' }>): string {
  const words = missing.join(', ');
  if (elsewhere.length > 0)
    return `it requires ${words}, of which ${elsewhere.join(', ')} is capable: it waits to be taken`;
  return `it requires ${words}, of which no agent is capable (agents.capabilities)`;
}
