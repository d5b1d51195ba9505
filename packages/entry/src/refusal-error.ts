import type { Refusal } from './refusal.ts';

/** A refusal on its way through code that can only throw. */
export class RefusalError extends Error {
  constructor(readonly refusal: Refusal) {
    super(refusal.message);
  }
}
