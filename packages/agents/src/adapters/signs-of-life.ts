import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createFamily } from './process/family.ts';
import type { AgentIdentity } from './process/identity.ts';

/** Signs of life other than output; each look compares with the one before, and the first sees nothing. */
export type SignsOfLife = {
  /** Processes that came or went since the last look, or processor time beyond what idling takes. */
  readonly stirred: (sinceMs: number) => boolean;
  /** A file of the worktree that was changed after a moment of the system's clock. */
  readonly changedFiles: (after: number) => Promise<boolean>;
};

/** Share of one processor that a family of programs which only wait may take: timers, garbage collection. */
const idleShare = 0.01;
const ticksPerMs = 0.1;
const leastTicks = 2;

/** How much of a worktree is looked at for changed files. */
const mostEntries = 5_000;

/** @param worktree null: no files are looked at */
export function signsOfLife(identity: AgentIdentity, worktree: string | null): SignsOfLife {
  const family = createFamily(identity);
  let last: { readonly names: string; readonly ticks: number } | undefined;
  return {
    stirred: (sinceMs) => {
      const members = family.members();
      const names = members.map(({ pid, startTime }) => `${pid}:${startTime}`).join(' ');
      const ticks = members.reduce((sum, { cpuTime }) => sum + cpuTime, 0);
      const before = last;
      last = { names, ticks };
      if (before === undefined) return false;
      return before.names !== names || ticks - before.ticks > Math.max(leastTicks, sinceMs * ticksPerMs * idleShare);
    },
    changedFiles: async (after) => worktree !== null && someChanged([worktree], after),
  };
}

/** Folders are looked at one level after the other, so that what is near the top is seen in a large tree too. */
async function someChanged(folders: string[], after: number): Promise<boolean> {
  let seen = 0;
  for (const folder of folders) {
    for (const entry of await readdir(folder, { withFileTypes: true }).catch(() => [])) {
      if (entry.name === '.git') continue;
      seen += 1;
      if (seen > mostEntries) return false;
      const path = join(folder, entry.name);
      if (entry.isDirectory()) folders.push(path);
      const found = await lstat(path).catch(() => undefined);
      if (found !== undefined && found.mtimeMs > after) return true;
    }
  }
  return false;
}
