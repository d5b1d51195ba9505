import { setTimeout as pause } from 'node:timers/promises';
import type { IntegrationModule } from '@cw/integration';
import type { Event } from '@cw/kernel';
import { hearingEvents, LockLost, type Transact } from '@cw/storage';
import { type Driving, whileDispatching } from './deps.ts';
import { offerAgain } from './offer-again.ts';
import { openClones } from './selection/missing.ts';

/** How long a queue rests that could not go on, in milliseconds; longer each time. */
const restMs = 5_000;
const longestRestMs = 60_000;

export type MergeQueues = {
  /** Settles what a killed process had in hand; before the first `wake`. */
  recover(): Promise<void>;
  /**
   * Works every queue that has something in it and is not being worked. Answers at once.
   * @returns projects whose queue waits, because their private clone is gone or damaged
   */
  wake(): Promise<readonly string[]>;
  /** Whether something is in hand. */
  isBusy(): boolean;
  /** Ends offers, and resolves when nothing is in hand any more. */
  settled(): Promise<void>;
};

/**
 * The merge queues of all projects, each worked by itself, for as long as this process may dispatch.
 * @param onMerged told after each merge
 */
export function mergeQueues(driving: Driving, onMerged: () => void): MergeQueues {
  const integration = driving.integrationOver(watchedTransact(driving, onMerged));
  const busy = new Map<string, Promise<unknown>>();
  // What a repository could not be given: it was gone, or had the branch checked out. A remote one is asked less often.
  const offers = (
    [
      ['path', 10_000],
      ['url', 300_000],
    ] as const
  ).map(([kind, everyMs]) => offerAgain(() => integration.giveWithheld(kind), everyMs, driving.onError));
  const offerSoon = () => {
    for (const offer of offers) offer.soon();
  };
  const work = (projectId: string) => {
    const done = untilEmpty(driving, integration, projectId).finally(() => {
      busy.delete(projectId);
      offerSoon();
    });
    busy.set(projectId, done);
  };
  return {
    recover: async () => {
      await integration.recover();
      offerSoon();
    },
    wake: async () => {
      const projects = (await integration.projectsWithWork()).filter((projectId) => !busy.has(projectId));
      const cloneMissing = openClones(driving.home);
      const held = projects.filter((projectId) => cloneMissing({ projectId }).length > 0);
      for (const projectId of projects) {
        if (!held.includes(projectId) && !driving.signal.aborted) work(projectId);
      }
      return held;
    },
    isBusy: () => busy.size > 0,
    settled: async () => {
      await Promise.all([...busy.values(), ...offers.map((offer) => offer.end())]);
    },
  };
}

/**
 * Works a queue to its end. Where something cannot be written (a full disk), it rests, brings what it had in hand back to
 * before its merge, or on to after it, and goes on.
 */
async function untilEmpty(driving: Driving, integration: IntegrationModule, projectId: string): Promise<void> {
  const { signal } = driving;
  for (let failures = 0; !signal.aborted; ) {
    try {
      if (failures > 0) await integration.recover(projectId);
      await integration.processQueue(projectId, signal);
      return;
    } catch (error) {
      if (error instanceof LockLost) return;
      driving.onError(error);
      failures += 1;
      await pause(Math.min(restMs * failures, longestRestMs), undefined, { signal, ref: false }).catch(() => undefined);
    }
  }
}

/** Transactions of the queues, only while this process may dispatch; tells of each state of a merge once it is committed. */
function watchedTransact(driving: Driving, onMerged: () => void): Transact {
  return async (work) => {
    const states: string[] = [];
    const value = await whileDispatching(driving, (tx) =>
      work(
        hearingEvents(tx, (event) => {
          const state = stateReached(event);
          if (state !== undefined) states.push(state);
        }),
      ),
    );
    for (const state of states) driving.watchStep(`merge:${state}`);
    if (states.includes('merged')) onMerged();
    return value;
  };
}

/** The state of a merge that an event tells of, if it tells of one. */
function stateReached({ type, payload }: Event): string | undefined {
  if (type === 'merge.started') return 'preparing';
  if (type === 'merge.merged') return 'merged';
  if (type !== 'merge.step-reached' || typeof payload !== 'object' || payload === null) return undefined;
  const step: unknown = Reflect.get(payload, 'step');
  return typeof step === 'string' ? step : undefined;
}
