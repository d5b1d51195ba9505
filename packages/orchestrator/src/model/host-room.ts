/** What the machine has left for another agent. */
export type HostRoom = {
  /** Memory that can be had, in megabytes. */
  readonly freeMb: number;
  /** The load of the last minute, as a share of the processor cores. */
  readonly load: number;
};
