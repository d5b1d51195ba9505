import type { World } from './world.ts';

export type Case = {
  readonly what: string;
  readonly args: (at: World) => readonly string[];
  readonly input: Uint8Array | undefined;
  /** Code of the error, exit code, and part of the message or the hint. */
  readonly refusal: Refusal;
};

type Refusal = readonly [code: string, exit: 1 | 2 | 69, says: RegExp];

/** A case from what is done, and then how it is refused. */
export function give(what: string, args: Case['args'], input?: Uint8Array): (...refusal: Refusal) => Case {
  return (...refusal) => ({ what, args, input, refusal });
}
