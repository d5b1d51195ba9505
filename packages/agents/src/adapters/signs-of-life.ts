import type { SeenInSilence } from '../model/stall.ts';
import { type ChangedFiles, changedFiles } from './changed-files.ts';
import { createFamily } from './process/family.ts';
import type { AgentIdentity } from './process/identity.ts';
import { movedBytes } from './process/process-table.ts';

/** Signs of life other than output; each look compares with the one before, and the first sees nothing. */
export type SignsOfLife = {
  /** Processes that came or went since the last look, or more processor time or writing than idling takes. */
  readonly stirred: (sinceMs: number) => boolean;
  /** Whether a file of the worktree was changed; undefined where no files are looked at. */
  readonly files: ChangedFiles | undefined;
  /** What its processes did since the last sign of life. */
  readonly seen: () => Pick<SeenInSilence, 'processes' | 'cpuMs' | 'movedBytes'>;
  /** To be called at each sign of life. */
  readonly begin: () => void;
};

/** Share of one processor that a family of programs which only wait may take: timers, garbage collection. */
const idleShare = 0.01;
const ticksPerMs = 0.1;
const leastTicks = 2;
/** What such programs write while they wait: words between their threads. */
const idleBytesPerMs = 0.064;
const leastBytes = 1_024;

type Snapshot = {
  readonly names: string;
  readonly processes: number;
  readonly ticks: number;
  readonly bytes: number;
};

/** @param worktree null: no files are looked at */
export function signsOfLife(identity: AgentIdentity, worktree: string | null): SignsOfLife {
  const family = createFamily(identity);
  let first: Snapshot | undefined;
  let last: Snapshot | undefined;
  return {
    stirred: (sinceMs) => {
      const members = family.members();
      const now: Snapshot = {
        names: members.map(({ pid, startTime }) => `${pid}:${startTime}`).join(' '),
        processes: members.length,
        ticks: members.reduce((sum, { cpuTime }) => sum + cpuTime, 0),
        bytes: members.reduce((sum, { pid }) => sum + (movedBytes(pid) ?? 0), 0),
      };
      const before = last;
      first ??= now;
      last = now;
      if (before === undefined) return false;
      return (
        before.names !== now.names ||
        now.ticks - before.ticks > Math.max(leastTicks, sinceMs * ticksPerMs * idleShare) ||
        now.bytes - before.bytes > Math.max(leastBytes, sinceMs * idleBytesPerMs)
      );
    },
    files: worktree === null ? undefined : changedFiles(worktree),
    seen: () => ({
      processes: last?.processes ?? 0,
      cpuMs: ((last?.ticks ?? 0) - (first?.ticks ?? 0)) / ticksPerMs,
      movedBytes: (last?.bytes ?? 0) - (first?.bytes ?? 0),
    }),
    begin: () => {
      first = last;
    },
  };
}
