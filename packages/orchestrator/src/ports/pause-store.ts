import type { Pause } from '../model/pause.ts';

/** What starts no agents, inside one write transaction. */
export type PauseStore = {
  find(scope: string): Promise<Pause | undefined>;
  save(pause: Pause): Promise<void>;
  remove(scope: string): Promise<void>;
};
