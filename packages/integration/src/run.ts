import { readSetting } from '@cw/config';
import type { Workspace } from '@cw/entry';
import { type Act, systemAct } from '@cw/kernel';
import { getProject } from '@cw/projects';
import { commandsOver } from '@cw/storage';
import { gitMergeBench } from './adapters/git-merge-bench.ts';
import { mergeStore } from './adapters/merge-store.ts';
import { giveAgain } from './commands/give-withheld.ts';
import type { QueueDeps } from './commands/queue-deps.ts';
import { prepareRequeue } from './commands/retry-merge.ts';
import { type HistoryChoice, settleHistory } from './commands/settle-history.ts';
import { findingsKey } from './integration-config.ts';
import type { CanGoOnWith } from './ports/can-go-on-with.ts';
import type { MergeBench } from './ports/merge-bench.ts';
import { findMerge } from './queries/find-merge.ts';

/** What the queue asks of others. */
export type QueueParts = {
  /** @defaultValue git on the project's private clone */
  readonly bench?: MergeBench;
  /** Whether the agent of a task can be gone on with. @defaultValue it can */
  readonly canGoOnWith?: CanGoOnWith;
};

/** How the commands of this room are run. */
export const merges = (canGoOnWith?: CanGoOnWith) => commandsOver((tx) => mergeStore(tx, canGoOnWith));

/** What the commands take that do things with git before they write. */
export function queueDeps(workspace: Workspace, { bench, canGoOnWith }: QueueParts = {}): QueueDeps {
  const { home, storage } = workspace;
  const { read } = storage;
  return {
    read,
    transact: merges(canGoOnWith).transact(workspace),
    bench: bench ?? gitMergeBench(home),
    holdsFindings: async ({ projectId: project, taskId: task }) =>
      (await readSetting(read, findingsKey, { project, task })).value === 'hold',
    projectOf: (id) => getProject(read, home, id),
    act: systemAct('integration'),
  };
}

/** Looks up what has to be known of a request before it can be put back into the queue. */
export async function prepareRetry({ home, storage }: Pick<Workspace, 'home' | 'storage'>, merge: string) {
  const found = await findMerge(storage.read, merge);
  const deps = { read: storage.read, transact: merges().transact({ storage }), bench: gitMergeBench(home) };
  return found.ok ? prepareRequeue(deps, found.value) : found;
}

/** Does with git what a person decided about a branch that was rewritten. */
export function settleRewritten(workspace: Workspace, choice: HistoryChoice) {
  return settleHistory(queueDeps(workspace), choice);
}

/** Offers a repository once more what was merged into one of its branches. */
export async function offerPush(workspace: Workspace, mergeId: string, act: Act): Promise<void> {
  const found = await findMerge(workspace.storage.read, mergeId);
  if (found.ok) await giveAgain(queueDeps(workspace), found.value, act);
}
