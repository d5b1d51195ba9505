import { randomBytes } from 'node:crypto';
import type { Clock, Instant } from '@cw/kernel';

export type OneTimeLinks = {
  /** A code that signs one browser in, once, within ten minutes. */
  mint(): { readonly code: string; readonly expiresAt: Instant };
  /** True once for each code that still holds. */
  redeem(code: string): boolean;
};

const lifetime = 10 * 60_000;
/** More than anybody opens at a time; beyond it the oldest are forgotten. */
const limit = 100;

/** Links are kept in memory only: a restart forgets them, and `cw open` makes another. */
export function createOneTimeLinks(clock: Clock): OneTimeLinks {
  const expiries = new Map<string, Instant>();
  return {
    mint: () => {
      const code = randomBytes(18).toString('base64url');
      const expiresAt = clock.now() + lifetime;
      expiries.set(code, expiresAt);
      const [oldest] = expiries.keys();
      if (expiries.size > limit && oldest !== undefined) expiries.delete(oldest);
      return { code, expiresAt };
    },
    redeem: (code) => {
      const expiresAt = expiries.get(code);
      expiries.delete(code);
      return expiresAt !== undefined && clock.now() < expiresAt;
    },
  };
}
