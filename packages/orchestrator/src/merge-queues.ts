import { type Driving, LockLost, whileDispatching } from './deps.ts';

export type MergeQueues = {
  /** Settles what a killed process had in hand; before the first `wake`. */
  recover(): Promise<void>;
  /** Works every queue that has something in it and is not being worked. Answers at once. */
  wake(): Promise<void>;
  /** Resolves when nothing is in hand any more. */
  settled(): Promise<void>;
};

/** The merge queues of all projects, each worked by itself, for as long as this process may dispatch. */
export function mergeQueues(driving: Driving): MergeQueues {
  const integration = driving.integrationOver((work) => whileDispatching(driving, work));
  const busy = new Map<string, Promise<unknown>>();
  const work = (projectId: string) => {
    const done = integration
      .processQueue(projectId, driving.signal)
      .catch((error: unknown) => {
        if (!(error instanceof LockLost)) driving.onError(error);
      })
      .finally(() => busy.delete(projectId));
    busy.set(projectId, done);
  };
  return {
    recover: async () => {
      await integration.recover();
    },
    wake: async () => {
      for (const projectId of await integration.projectsWithWork()) {
        if (!busy.has(projectId) && !driving.signal.aborted) work(projectId);
      }
    },
    settled: async () => {
      await Promise.all(busy.values());
    },
  };
}
