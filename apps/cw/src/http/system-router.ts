import { toldToScreen } from '@cw/entry';
import { procedure, router } from '@cw/entry/trpc';
import type { IsoTime, Position } from '@cw/kernel';
import type { PauseView } from '@cw/orchestrator';
import type { StateCounts } from '@cw/states';
import type { HealthReport, SandboxView } from '../health/health-report.ts';

export type SystemStatus = {
  readonly version: string;
  readonly home: string;
  /** Who starts agents: this server, or another process of this workspace. */
  readonly dispatching: {
    readonly me: boolean;
    readonly holder: string | null;
    readonly pid: number | null;
    readonly since: IsoTime | null;
  };
  /** Runs that have not ended, of at most so many. */
  readonly running: number;
  readonly maxConcurrent: number;
  /** How many agents there are in each state. */
  readonly agents: StateCounts['agents'];
  /** How many tasks there are in each state that people see. */
  readonly tasks: StateCounts['tasks'];
  /** What starts no agents at present: the workspace, projects. */
  readonly pauses: readonly PauseView[];
  /** US dollars since midnight where the server is. */
  readonly todayCostUsd: number;
  /** Subscribers that gave up after repeated failure. */
  readonly parked: readonly { readonly name: string; readonly error: string; readonly since: IsoTime }[];
  /** Whether agents can be kept in a sandbox here. */
  readonly sandbox: SandboxView;
  readonly position: Position;
};

export type SystemQueries = {
  readonly status: () => Promise<SystemStatus>;
  readonly health: () => Promise<HealthReport>;
};

/** How the workspace as a whole stands. */
export function createSystemRouter({ status, health }: SystemQueries) {
  return router({
    status: procedure.query(status),
    health: procedure.query(async () => {
      const report = await health();
      // For a screen; a terminal that asks (`cw health`) tells the commands too.
      const concerns = report.concerns.map((concern) => {
        const { hint, next = [] } = concern;
        return { ...toldToScreen(concern), advice: { hint, next } };
      });
      return { ...report, concerns };
    }),
  });
}
