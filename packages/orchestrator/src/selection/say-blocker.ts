import { money } from '@cw/entry';
import { type NextStep, step, tellTime } from '@cw/kernel';
import { withoutClone } from '@cw/projects';
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
      return `${blocker.atWork} of ${blocker.limit} agents are working ${places[blocker.in]}`;
    case 'files':
      return `${blocker.path} is in use by ${blocker.taskId}, which is not merged yet`;
    case 'requires':
      return sayMissing(blocker);
    case 'assigned':
      return `it is assigned to ${blocker.to} and waits to be claimed`;
    case 'account': {
      const who =
        blocker.accountName === null ? 'your sign-in is on hold' : `the account ${blocker.accountName} is on hold`;
      return `${who}${blocker.until === null ? '' : ` until ${tellTime(blocker.until)}`}: ${blocker.reason}`;
    }
    case 'day-cap': {
      const [spent, cap] = [blocker.spentUsd, blocker.capUsd].map((usd) => money(usd));
      return `${spent} of ${cap} per day have been spent in its ${blocker.in} (orchestrator.maxCostPerDay)`;
    }
    case 'sandbox': {
      const { wall, because } = blocker;
      const wanted = wall === 'all' ? 'a sandbox (agents.sandbox)' : 'a private network (agents.sandboxNetwork)';
      return `its agent needs ${wanted}, which is not available: ${because}`;
    }
    case 'program':
      return `its agent program cannot be started: ${blocker.because}`;
    case 'clone':
      return `the private clone of its project is gone or damaged: ${blocker.folder}`;
    case 'disk':
      return `the disk of the workspace is almost full: ${blocker.freeMb} MB are free`;
    case 'memory':
      return `${blocker.freeMb} MB of memory are free, but ${blocker.leastMb} are required (orchestrator.minFreeMemory)`;
    case 'load':
      return `the load per core is ${blocker.load.toFixed(2)}, and the maximum is ${blocker.most} (orchestrator.maxLoad)`;
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
      return [step('Move it to another project', 'task update', taskId, '--project', '<project>')];
    case 'requires':
      return blocker.elsewhere.length > 0 ? [] : [step('Register an agent that is', 'agent register', '<name>')];
    case 'assigned':
      return [step('See what it is doing', 'agent show', blocker.to)];
    case 'sandbox':
    case 'program':
      return blocker.advice.next ?? [];
    case 'clone':
      return withoutClone.next ?? [];
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
    return `it requires ${words}, which ${elsewhere.join(', ')} is capable of: it waits to be claimed`;
  return `it requires ${words}, which no agent is capable of (agents.capabilities)`;
}
