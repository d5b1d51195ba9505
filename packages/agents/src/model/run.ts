import type { Instant, RunState, StoredReason } from '@cw/kernel';
import type { ProviderName } from '../providers/programs.ts';
import type { FailureClass, RunOutcome, RunStall, RunStep } from './run-view.ts';

/** One execution of an agent, as it is kept. */
export type RunRecord = {
  /** Row number; runs are listed by it. */
  readonly n: number;
  readonly id: string;
  readonly taskId: string;
  readonly taskTitle: string;
  readonly projectId: string;
  readonly attempt: number;
  readonly role: string;
  readonly provider: ProviderName;
  readonly model: string | null;
  readonly accountId: string | null;
  readonly accountName: string | null;
  readonly sessionId: string | null;
  readonly step: RunStep;
  readonly outcome: RunOutcome | null;
  /** Why it ended so, in words, and as it is stored. */
  readonly reason: string | null;
  readonly why: StoredReason | null;
  /** What kind of thing made it fail; null unless the outcome is `failed`. */
  readonly failure: FailureClass | null;
  /** When the account's limit that ended it is said to be over. */
  readonly limitResetsAt: Instant | null;
  readonly summary: string | null;
  readonly deviations: readonly string[];
  readonly denials: readonly string[];
  /** Identity of the wrapper process: number, start in clock ticks, boot. */
  readonly pid: number | null;
  readonly pidStart: string | null;
  readonly bootId: string | null;
  readonly exitCode: number | null;
  readonly worktree: string | null;
  readonly branch: string | null;
  readonly baseSha: string | null;
  readonly headSha: string | null;
  /** Bytes of its output that were read and counted. */
  readonly outputOffset: number;
  readonly tokensInput: number;
  readonly tokensOutput: number;
  readonly tokensCacheRead: number;
  readonly tokensCacheWrite: number;
  readonly costUsd: number | null;
  readonly estimated: boolean;
  readonly contextFill: number | null;
  /** Turns that the model took, as the program counts them or as the stream shows. */
  readonly turns: number;
  /** The earlier run whose conversation and worktree it goes on with; null when it began afresh. */
  readonly resumes: string | null;
  /** What a person said for this attempt. */
  readonly note: string | null;
  /** Which agent works at it. */
  readonly agentId: string | null;
  readonly agentName: string | null;
  /** When its agent last gave a sign of life. */
  readonly lastSignAt: Instant | null;
  readonly stall: RunStall | null;
  /** What people see of it. */
  readonly state: RunState;
  readonly stopRequestedAt: Instant | null;
  readonly stopRequestedBy: string | null;
  readonly createdAt: Instant;
  readonly startedAt: Instant | null;
  readonly endedAt: Instant | null;
};

export type NewRun = Pick<
  RunRecord,
  'id' | 'taskId' | 'projectId' | 'attempt' | 'role' | 'provider' | 'model' | 'accountId' | 'sessionId'
> &
  Partial<Pick<RunRecord, 'resumes' | 'note' | 'agentId'>>;

/** What may change while a run lives and when it ends. */
export type RunChanges = Partial<
  Omit<
    RunRecord,
    | Exclude<keyof NewRun, 'agentId'>
    | 'n'
    | 'taskTitle'
    | 'reason'
    | 'accountName'
    | 'agentName'
    | 'state'
    | 'createdAt'
  > &
    Pick<RunRecord, 'model' | 'sessionId'> & { readonly tokenHash: string | null }
>;
