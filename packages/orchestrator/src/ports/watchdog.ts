/** Somebody outside the loop that looks after agents, who notices when it stands still. */
export type Watchdog = {
  /** To be called at most a few seconds apart for as long as something is at work; the first call begins the watch. */
  tick(): void;
  /** Nothing is at work: no more ticks are waited for. */
  rest(): void;
  isWatching(): boolean;
  end(): Promise<void>;
};
