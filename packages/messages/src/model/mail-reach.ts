/** A run as far as it matters for whom it may write to and be read by. */
export type PlacedRun = {
  readonly id: string;
  readonly agentId: string | null;
  readonly role: string;
  readonly taskId: string;
  readonly projectId: string;
  readonly endedAt: number | null;
};

/** Roles that look after the whole workspace; all other roles work within a project. */
const workspaceRoles: ReadonlySet<string> = new Set(['orchestrator', 'supervisor', 'watchdog']);

/** Whether a role belongs to the workspace and not to one project. */
export function isOfWorkspace(role: string): boolean {
  return workspaceRoles.has(role);
}

/**
 * Whether agents' mail may pass between two runs, whichever of them writes: within a project, and to and from the roles of
 * the workspace. This is the one place to widen when several projects belong together.
 */
export function isInReach(one: Pick<PlacedRun, 'projectId' | 'role'>, other: Pick<PlacedRun, 'projectId' | 'role'>) {
  return one.projectId === other.projectId || isOfWorkspace(one.role) || isOfWorkspace(other.role);
}

/** Whether two runs are one and the same, or of one agent. */
export function isSameSender(one: Pick<PlacedRun, 'id' | 'agentId'>, other: Pick<PlacedRun, 'id' | 'agentId'>) {
  return one.id === other.id || (one.agentId !== null && one.agentId === other.agentId);
}

/** Answers whether the agent of a run is kept in a sandbox; undefined: not known. */
export type IsWalled = (runId: string) => boolean | undefined;

/** Whether what one run writes would leave its sandbox for an agent without one. What is not known counts against it. */
export function leavesWalls(isWalled: IsWalled, from: string, to: string): boolean {
  return isWalled(from) !== false && isWalled(to) !== true;
}

/** Whether a run may be given what another wrote. */
export function mayRead(isWalled: IsWalled, reader: PlacedRun, sender: PlacedRun): boolean {
  return isInReach(reader, sender) && !isSameSender(reader, sender) && !leavesWalls(isWalled, sender.id, reader.id);
}
