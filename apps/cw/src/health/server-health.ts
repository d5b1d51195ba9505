import type { Workspace } from '@cw/entry';
import { toIsoOrNull } from '@cw/kernel';
import type { Loop } from '@cw/orchestrator';
import { freeBytes } from '@cw/storage';
import { readWatchdog } from '@cw/upkeep';
import type { ServerInfo } from '../http/server-file.ts';
import { identityOf } from './database-troubles.ts';
import { diskUse } from './disk-use.ts';
import { gatherHealth } from './gather-health.ts';
import type { DiskUse, HealthReport } from './health-report.ts';
import type { SilentServer } from './say-silence.ts';

/** Sizes of folders are not looked at again for this many times as long as it took, nor in this many milliseconds. */
const restFactor = 200;
const leastRest = 10_000;

type Serving = {
  readonly workspace: Workspace;
  readonly orchestrator: Pick<Loop, 'isDispatching' | 'lastRoundAt' | 'isWatched'>;
  /** The server that dispatches, when that is another one that gives no answer. */
  readonly silent: () => SilentServer | null;
  /** What this server is to others, once it serves. */
  readonly info: () => Omit<ServerInfo, 'token'>;
};

/** How the workspace is, as the server tells that is asked: what it knows of itself, and sizes that are looked at now and then. */
export function serverHealth({ workspace, orchestrator, silent, info }: Serving): () => Promise<HealthReport> {
  const { home } = workspace;
  const opened = identityOf(workspace.storage.path);
  let looking: Promise<DiskUse> | undefined;
  let nextLook = 0;
  const look = async () => {
    const began = performance.now();
    try {
      return await diskUse(home);
    } finally {
      const ended = performance.now();
      nextLook = ended + Math.max(leastRest, restFactor * (ended - began));
    }
  };
  const disk = async () => {
    if (looking === undefined || performance.now() >= nextLook) {
      nextLook = Number.POSITIVE_INFINITY;
      looking = look();
    }
    return { ...(await looking), freeBytes: freeBytes(home) };
  };
  return async () => {
    const { url, version, pid, startedAt } = info();
    const process = {
      url,
      version,
      pid,
      startedAt,
      dispatches: orchestrator.isDispatching(),
      lastRoundAt: toIsoOrNull(orchestrator.lastRoundAt()),
      watchdog: await readWatchdog(workspace.storage.read, home, orchestrator.isWatched()),
      silent: silent(),
    };
    return gatherHealth({ workspace, process, disk, opened, server: { state: 'answers', url, pid } });
  };
}
