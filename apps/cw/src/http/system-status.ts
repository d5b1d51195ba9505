import { spentOn } from '@cw/agents';
import { readSetting } from '@cw/config';
import { toldToScreen, type Workspace } from '@cw/entry';
import { formatPosition, type Instant, toIso, toIsoOrNull } from '@cw/kernel';
import { type Loop, listPauses, orchestratorConfigKeys } from '@cw/orchestrator';
import { countStates } from '@cw/states';
import { findDispatcher, listParked } from '@cw/storage';
import { sandboxFacts, sandboxView } from '../health/sandbox-view.ts';
import type { SystemStatus } from './system-router.ts';

const [maxConcurrent] = orchestratorConfigKeys;

/** Gathers how the workspace stands, from what the database and this process know. */
export async function systemStatus(
  workspace: Pick<Workspace, 'home' | 'storage' | 'clock'>,
  orchestrator: Pick<Loop, 'isDispatching'>,
  version: string,
): Promise<SystemStatus> {
  const { read, bus } = workspace.storage;
  const { logId, seq } = await bus.head();
  const dispatcher = await findDispatcher(read);
  const counts = await countStates(read);
  const parked = await listParked(read);
  return {
    version,
    home: workspace.home,
    dispatching: {
      me: orchestrator.isDispatching(),
      holder: dispatcher?.holder ?? null,
      pid: dispatcher?.pid ?? null,
      since: toIsoOrNull(dispatcher?.acquiredAt ?? null),
    },
    running: counts.running,
    maxConcurrent: (await readSetting(read, maxConcurrent)).value,
    agents: counts.agents,
    tasks: counts.tasks,
    pauses: await listPauses(read),
    todayCostUsd: await spentOn(read, { since: midnightBefore(workspace.clock.now()) }),
    parked: parked.map(({ name, error, parkedAt }) => ({ name, error, since: toIso(parkedAt) })),
    sandbox: sandboxView(sandboxFacts(workspace.home), toldToScreen),
    position: formatPosition(logId, seq),
  };
}

function midnightBefore(now: Instant): Instant {
  return new Date(now).setHours(0, 0, 0, 0);
}
