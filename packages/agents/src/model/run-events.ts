import type { Event, StoredReason } from '@cw/kernel';
import type { ModelSource } from './model-name.ts';
import type { FailureClass, RunOutcome, RunStep } from './run-view.ts';

/** What happens to runs; the entity is the run's id. */
export type RunEvent =
  | Event<
      'run.created',
      {
        readonly taskId: string;
        readonly projectId: string;
        readonly attempt: number;
        readonly provider: string;
        /** Absent: the program takes what it takes by itself. */
        readonly modelFrom?: ModelSource;
      }
    >
  | Event<'run.step-reached', { readonly taskId: string; readonly step: RunStep }>
  | Event<'run.started', { readonly taskId: string; readonly pid: number }>
  | Event<'run.progressed', { readonly taskId: string; readonly offset: number }>
  | Event<
      'run.stalled',
      {
        readonly taskId: string;
        readonly turn: 'shown' | 'asked' | 'ended';
        readonly silentMs: number;
        readonly told: boolean;
      }
    >
  | Event<'run.heard-again', { readonly taskId: string }>
  | Event<'run.stop-requested', { readonly taskId: string; readonly by: string; readonly reason: StoredReason | null }>
  | Event<
      'run.ended',
      {
        readonly taskId: string;
        readonly outcome: RunOutcome;
        readonly reason: StoredReason | null;
        readonly failure: FailureClass | null;
      }
    >;
