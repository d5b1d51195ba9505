import type { AccountsModule } from '@cw/accounts';
import type { AgentEnd, AgentsModule, McpServer, RunRecord, WayOutPrograms } from '@cw/agents';
import type { Workspace } from '@cw/entry';
import type { IntegrationModule } from '@cw/integration';
import type { Act } from '@cw/kernel';
import { systemAct } from '@cw/kernel';
import type { ProjectsModule } from '@cw/projects';
import { type DispatcherLock, type Transact, type Tx, whileHeld } from '@cw/storage';
import type { TasksModule } from '@cw/tasks';
import type { HostRoom } from './model/host-room.ts';
import type { StepWatch } from './model/step-watch.ts';

/** The rooms an orchestrator works with, and what it is told about the process it runs in. */
export type OrchestratorDeps = Workspace & {
  readonly accounts: AccountsModule;
  readonly agents: AgentsModule;
  readonly projects: ProjectsModule;
  readonly tasks: TasksModule;
  /** The merge queues, writing through the given transactions. */
  readonly integrationOver: (transact: Transact) => IntegrationModule;
  /** How an agent starts the program as its MCP server; the token file is that of the run. */
  readonly mcpServer: (tokenFile: string) => McpServer;
  /** The same for one in a sandbox: what serves the tools outside, on a socket in a folder, and what it starts inside. */
  readonly mcpDoor: (tokenFile: string, folder: string) => { readonly server: McpServer; readonly relay: McpServer };
  /** How the two halves of the way out of a run's private network are started; the folder is that of its log. */
  readonly wayOut: (logDir: string) => WayOutPrograms;
  /** Told when a run has written something, for those who look at it now. */
  readonly onOutput: (runId: string) => void;
  /** Told of what should not happen, for the server's log. */
  readonly onError: (error: unknown) => void;
  readonly watchStep: StepWatch;
  /**
   * What there is left for another agent.
   * @defaultValue what this machine has
   */
  readonly measureRoom?: (() => HostRoom) | undefined;
  /**
   * Bytes that are left on the disk of the workspace.
   * @defaultValue what its file system tells
   */
  readonly freeDisk?: (() => number) | undefined;
};

/** What a dispatching orchestrator has besides: the right to dispatch, and the end of its own life. */
export type Driving = OrchestratorDeps & {
  readonly lock: DispatcherLock;
  readonly measureRoom: () => HostRoom;
  readonly freeDisk: () => number;
  readonly signal: AbortSignal;
  /** How agents ended that this process has seen end, by run, until the run has ended too. */
  readonly ends: Map<string, AgentEnd>;
};

export const orchestratorAct: Act = systemAct('orchestrator');

/** Acts for a run: its changes carry the run's id. */
export function actFor(run: Pick<RunRecord, 'id'>): Act {
  return { ...orchestratorAct, runId: run.id };
}

/**
 * Runs a transaction only while this process may dispatch.
 * @throws LockLost
 */
export function whileDispatching<T>(
  { lock, storage }: Pick<Driving, 'lock' | 'storage'>,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  return whileHeld(lock, storage.transact)(work);
}
