import type { Workspace } from '@cw/entry';
import { offerPush, prepareRetry, settleRewritten } from '@cw/integration';
import { getProject } from '@cw/projects';
import { commandsOver, type Tx } from '@cw/storage';
import { pauseStore } from './adapters/pause-store.ts';
import type { PauseDeps } from './commands/pause-dispatch.ts';
import type { AnswerDeps } from './inbox/answer.ts';

// How the commands of this room are run, and what those are given that look something up before their transaction.

export const { bind, run } = commandsOver((tx: Tx) => tx);

export function pauseDeps({ home, storage }: Workspace): PauseDeps {
  return { home, read: storage.read, transact: commandsOver(pauseStore).transact({ storage }) };
}

export function answerDeps(workspace: Workspace): AnswerDeps {
  const { home, storage } = workspace;
  const { read, transact } = storage;
  return {
    read,
    transact,
    settleHistory: (choice) => settleRewritten(workspace, choice),
    offerPush: (mergeId, act) => offerPush(workspace, mergeId, act),
    prepareMerge: (merge) => prepareRetry(workspace, merge),
    targetOf: async (projectId) =>
      (projectId === null ? undefined : await getProject(read, home, projectId))?.integrationBranch ?? 'cw/next',
  };
}
