import { money } from '@cw/entry';
import { type NextStep, step, tellTime } from '@cw/kernel';
import type { Blocker } from './blocker.ts';

/** In words for people, why a task that was assigned is not started: what follows “not started yet:”. */
export function sayBlocker(blocker: Blocker): string {
  switch (blocker.why) {
    case 'paused': {
      const { projectId, by, reason } = blocker;
      return `${by} paused ${projectId === null ? 'the workspace' : 'its project'}${reason === null ? '' : ` (${reason})`}`;
    }
    case 'removed':
      return `its project ${blocker.projectId} was removed`;
    case 'no-place':
      return `${blocker.atWork} of ${blocker.limit} agents are at work ${places[blocker.in]}`;
    case 'files':
      return `${blocker.path} is in use by ${blocker.taskId}, which is not merged yet`;
    case 'requires':
      return sayMissing(blocker);
    case 'assigned':
      return `it waits for ${blocker.to}, to whom it is assigned, to take it`;
    case 'account': {
      const who =
        blocker.accountName === null ? 'your sign-in is on hold' : `the account ${blocker.accountName} is on hold`;
      return `${who}${blocker.until === null ? '' : ` until ${tellTime(blocker.until)}`}: ${blocker.reason}`;
    }
    case 'day-cap': {
      const [spent, cap] = [blocker.spentUsd, blocker.capUsd].map((usd) => money(usd));
      return `${spent} of the ${cap} a day are spent in its ${blocker.in} (orchestrator.maxCostPerDay)`;
    }
    case 'sandbox': {
      const { wall, because } = blocker;
      const wanted =
        wall === 'all' ? 'be kept in a sandbox (agents.sandbox)' : 'have a private network (agents.sandboxNetwork)';
      return `its agent is to ${wanted}, and there is none: ${because}`;
    }
    case 'memory':
      return `${blocker.freeMb} MB of memory are free, and ${blocker.leastMb} must be (orchestrator.minFreeMemory)`;
    case 'load':
      return `the load of a core is ${blocker.load.toFixed(2)}, and may be ${blocker.most} (orchestrator.maxLoad)`;
  }
}

/** What a person can do about it. */
export function stepsFor(blocker: Blocker, taskId: string): readonly NextStep[] {
  switch (blocker.why) {
    case 'paused':
      return blocker.projectId === null
        ? [step('Resume starting agents', 'resume')]
        : [step('Resume starting agents', 'resume', '--project', blocker.projectId)];
    case 'removed':
      return [step('Put it into another project', 'task update', taskId, '--project', '<project>')];
    case 'requires':
      return blocker.elsewhere.length > 0 ? [] : [step('Register one that is', 'agent register', '<name>')];
    case 'assigned':
      return [step('See what it is doing', 'agent show', blocker.to)];
    case 'sandbox':
      return blocker.advice.next ?? [];
    default:
      return [];
  }
}

const places = {
  workspace: '(orchestrator.maxConcurrent)',
  project: 'in its project (orchestrator.maxConcurrentPerProject)',
  account: 'with each account (accounts.maxConcurrent)',
} as const;

function sayMissing({ missing, elsewhere }: Extract<Blocker, { why: 'requires' }>): string {
  const words = missing.join(', ');
  if (elsewhere.length > 0)
    return `it requires ${words}, of which ${elsewhere.join(', ')} is capable: it waits to be taken`;
  return `it requires ${words}, of which no agent is capable (agents.capabilities)`;
}
