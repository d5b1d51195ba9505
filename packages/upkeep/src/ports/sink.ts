/** Where people are told outside of cw that something waits for them. */
export type Sink = {
  readonly name: 'inbox.webhook' | 'inbox.command';
  /** Tells it. @param body JSON @throws SinkFailure, and when the signal is aborted */
  tell(to: readonly string[], body: string, signal: AbortSignal): Promise<void>;
};

/** Why a sink was not told. */
export class SinkFailure extends Error {
  /** @param lasting true when it would fail again in the same way */
  constructor(
    message: string,
    readonly lasting: boolean,
  ) {
    super(message);
    this.name = 'SinkFailure';
  }
}
