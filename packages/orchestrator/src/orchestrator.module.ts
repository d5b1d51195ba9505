import { boundTo } from '@cw/storage';
import { pause, resume } from './commands/pause-dispatch.ts';
import type { OrchestratorDeps } from './deps.ts';
import { answerInbox, dismissInbox, restoreInbox } from './inbox/answer.ts';
import { createLoop } from './loop.ts';
import { compareRuns } from './queries/compare-runs.ts';
import { showRests } from './queries/find-rests.ts';
import { listAttempts } from './queries/list-attempts.ts';
import { listPauses } from './queries/list-pauses.ts';
import { listSpans } from './queries/list-spans.ts';
import { runChanges } from './queries/run-changes.ts';
import { retryRun } from './retry/retry-run.ts';
import { answerDeps, bind, pauseDeps } from './run.ts';
import { listWaits } from './selection/list-waits.ts';

/** The loop of one workspace, and what any process may ask of it, whether or not it is the one that dispatches. */
export function createOrchestratorModule(deps: OrchestratorDeps) {
  const { home, clock, storage } = deps;
  const { read } = storage;
  return {
    loop: createLoop(deps),
    commands: {
      ...bind(deps, { retry: retryRun, dismiss: dismissInbox, restore: restoreInbox }),
      ...boundTo(pauseDeps(deps), { pause, resume }),
      ...boundTo(answerDeps(deps), { answer: answerInbox }),
    },
    queries: {
      ...boundTo(read, { pauses: listPauses, attempts: listAttempts, spans: listSpans }),
      ...boundTo({ home, read }, { compare: compareRuns, changes: runChanges, waiting: listWaits }),
      ...boundTo({ clock, read }, { rests: showRests }),
    },
  };
}

export type OrchestratorModule = ReturnType<typeof createOrchestratorModule>;
