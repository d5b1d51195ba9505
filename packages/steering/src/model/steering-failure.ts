import type { RunFailure } from '@cw/agents';
import type { MessageFailure } from '@cw/messages';
import type { RetryFailure } from '@cw/orchestrator';
import type { TaskFailure } from '@cw/tasks';

/** Why a person cannot steer a run or a task like that. */
export type SteeringFailure =
  | RunFailure
  | TaskFailure
  | RetryFailure
  | MessageFailure
  | { readonly kind: 'steer.people-only'; readonly action: string }
  /** Its agent is not there any more, or is about to go. */
  | {
      readonly kind: 'steer.run-over';
      readonly runId: string;
      readonly taskId: string;
      readonly how: RunOver;
      readonly canGoOn: boolean;
    }
  | { readonly kind: 'steer.no-channel'; readonly runId: string; readonly taskId: string; readonly provider: string }
  | { readonly kind: 'steer.merging'; readonly taskId: string }
  | { readonly kind: 'steer.not-last'; readonly runId: string; readonly lastId: string; readonly taskId: string }
  | { readonly kind: 'steer.no-worktree'; readonly runId: string; readonly taskId: string }
  | { readonly kind: 'steer.not-taken-over'; readonly taskId: string; readonly holder: string | null }
  | { readonly kind: 'steer.still-working'; readonly runId: string; readonly taskId: string }
  | { readonly kind: 'steer.still-stopping'; readonly runId: string; readonly taskId: string };

/** `ended`, or `ending`: it has given its result; `stopping`: somebody stopped it. */
export type RunOver = 'ended' | 'ending' | 'stopping';
