import { LockLost } from '@cw/storage';

export type Offering = {
  /** Something may wait now: it is offered after a while, and again until nothing waits. */
  soon(): void;
  /** Ends it, and waits for the offer under way. */
  end(): Promise<void>;
};

/**
 * Offers again what was not taken, every so many milliseconds, for as long as something waits; no timer runs otherwise.
 * @param give answers how much still waits
 */
export function offerAgain(give: () => Promise<number>, everyMs: number, onError: (error: unknown) => void): Offering {
  let timer: NodeJS.Timeout | undefined;
  let underWay: Promise<void> | undefined;
  let isOver = false;
  const soon = () => {
    if (isOver || timer !== undefined) return;
    timer = setTimeout(() => {
      underWay = offer();
    }, everyMs).unref();
  };
  const offer = async () => {
    const left = await give().catch((error: unknown) => {
      if (!(error instanceof LockLost)) onError(error);
      return error instanceof LockLost ? 0 : 1;
    });
    timer = undefined;
    if (left > 0) soon();
  };
  return {
    soon,
    end: async () => {
      isOver = true;
      clearTimeout(timer);
      await underWay;
    },
  };
}
