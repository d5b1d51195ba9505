/** A file that can be read at any place and more than once, so that none has to be held in memory. */
export type ByteSource = {
  /** Infinite where it is not known before the end. */
  readonly size: number;
  /** Fills `into` with what stands from `at` on; answers how many bytes that were, 0 at the end. */
  read(into: Uint8Array, at: number): number;
};
