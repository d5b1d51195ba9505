import type { Why } from '@cw/kernel';
import { type SinkReason, saySinkReason } from '../model/sink-reason.ts';

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
    readonly reason: Why<SinkReason>,
    readonly lasting: boolean,
  ) {
    super(typeof reason === 'string' ? reason : saySinkReason(reason, String));
    this.name = 'SinkFailure';
  }
}
