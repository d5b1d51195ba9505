import { availableParallelism, loadavg } from 'node:os';
import type { HostRoom } from '../ports/host-room.ts';

/** What this machine has left; within a container with a limit of its own, what that leaves. */
export function measureRoom(): HostRoom {
  return {
    freeMb: Math.floor(process.availableMemory() / 2 ** 20),
    load: (loadavg()[0] ?? 0) / availableParallelism(),
  };
}
