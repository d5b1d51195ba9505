import type { HistorySettled } from '@cw/integration';
import type { MessagesEffect } from '@cw/messages';
import type { Consequences } from '@cw/tasks';
import type { CannotResume, RetryMode } from '../model/retry.ts';

/** What an answer has set going. */
export type AnswerEffect =
  | {
      readonly kind: 'retried';
      readonly taskId: string;
      /** The run that was the last one until then. */
      readonly runId: string;
      readonly mode: RetryMode;
      /** Why it begins afresh though nobody asked for that. */
      readonly why: CannotResume | null;
    }
  | { readonly kind: 'cancelled'; readonly taskId: string; readonly consequences: Consequences }
  /** Closed as done. */
  | { readonly kind: 'accepted'; readonly taskId: string }
  | { readonly kind: 'merge-queued'; readonly taskId: string; readonly mergeId: string }
  | { readonly kind: 'account-tried'; readonly provider: string; readonly accountId: string }
  /** Agents are started again. */
  | { readonly kind: 'resumed' }
  /** It is looked at whether that still holds. */
  | { readonly kind: 'looked-again' }
  | { readonly kind: 'assigned'; readonly taskId: string }
  | ({ readonly kind: 'history-settled' } & HistorySettled)
  /** The run was asked to stop. */
  | { readonly kind: 'stopping'; readonly runId: string }
  | MessagesEffect;
