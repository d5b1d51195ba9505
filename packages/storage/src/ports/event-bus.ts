import type { RecordedEvent } from '@cw/kernel';

/**
 * Where events are read from and how one learns that there are more. What it promises is in `event-bus.contract.ts`:
 * every committed event is read exactly once, in order, by a reader that goes on from where it stood.
 */
export type EventBus = {
  /** The log's identity and its last position. */
  head(): Promise<{ readonly logId: string; readonly seq: number }>;
  /** Events after `seq`, oldest first, at most `limit`. */
  read(after: number, limit: number): Promise<readonly RecordedEvent[]>;
  /** Calls back after commits of any process, at least once for each burst. Answers how to stop. */
  onCommit(wake: () => void): () => void;
};
