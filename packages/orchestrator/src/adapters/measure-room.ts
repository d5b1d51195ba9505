import { readFileSync } from 'node:fs';
import { availableParallelism, freemem, loadavg } from 'node:os';
import { join } from 'node:path';
import type { HostRoom } from '../model/host-room.ts';

const mb = 2 ** 20;

/** What this machine has left, or what the container does in which this runs, where that is less. */
export function measureRoom(cgroups = '/sys/fs/cgroup'): HostRoom {
  const left = Math.min(freeMemory(), leftIn(cgroups) ?? Number.POSITIVE_INFINITY);
  return { freeMb: Math.floor(left / mb), load: (loadavg()[0] ?? 0) / availableParallelism() };
}

/** Only Linux tells what can be had; elsewhere it is what nothing holds, which is next to nothing on a machine that is well. */
function freeMemory(): number {
  return process.platform === 'linux' ? freemem() : Number.MAX_SAFE_INTEGER;
}

/** Where the two versions of control groups tell the limit, what is used, and what of that are files read before. */
const tellings = [
  { limit: 'memory.max', used: 'memory.current', stat: 'memory.stat', files: /^inactive_file (\d+)$/m },
  {
    limit: 'memory/memory.limit_in_bytes',
    used: 'memory/memory.usage_in_bytes',
    stat: 'memory/memory.stat',
    files: /^total_inactive_file (\d+)$/m,
  },
];

/**
 * Bytes that a limit on the whole container leaves; undefined where there is none. Files that were read count as used
 * until something needs their room, so they are taken off.
 */
function leftIn(folder: string): number | undefined {
  for (const { limit, used, stat, files } of tellings) {
    const [most, taken] = [Number(readIn(folder, limit)), Number(readIn(folder, used))];
    if (!Number.isFinite(most) || !Number.isFinite(taken)) continue;
    const read = Number(files.exec(readIn(folder, stat) ?? '')?.[1] ?? 0);
    return Math.max(0, most - taken + read);
  }
  return undefined;
}

function readIn(folder: string, name: string): string | undefined {
  try {
    return readFileSync(join(folder, name), 'utf8').trim();
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'ENOENT' || code === 'EACCES' || code === 'ENOTDIR') return undefined;
    throw error;
  }
}
