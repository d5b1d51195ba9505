import type { LimitReached, Result } from '@cw/kernel';
import type { ItemView, NewItem } from '../model/item.ts';

/** How somebody who asks learns of the answer. */
export type Asking = {
  readonly raise: (item: NewItem) => Promise<Result<string, LimitReached>>;
  readonly find: (id: string) => Promise<ItemView | undefined>;
  /** Calls back after commits of any process. Answers how to stop. */
  readonly onCommit: (wake: () => void) => () => void;
  readonly delivered: (id: string) => Promise<void>;
};

/** `ended`: an answer, or that there will be none; `late`: nobody answered in time; `gone`: nobody hears it any more. */
export type Asked =
  | { readonly how: 'ended'; readonly item: ItemView }
  | { readonly how: 'late' | 'gone'; readonly id: string }
  /** It was not put before anybody. */
  | { readonly how: 'refused'; readonly why: LimitReached };

export type Waiting = { readonly waitMs: number; readonly gone: AbortSignal };

/** Puts something before a person and waits for what comes of it. What was waited for is delivered by that, also that there will be no answer. */
export async function askPerson(asking: Asking, item: NewItem, { waitMs, gone }: Waiting): Promise<Asked> {
  const raised = await asking.raise(item);
  if (!raised.ok) return { how: 'refused', why: raised.error };
  const id = raised.value;
  const over = await waitFor(asking, id, { waitMs, gone });
  if (typeof over === 'string') return { how: over, id };
  await asking.delivered(id);
  return { how: 'ended', item: over };
}

async function waitFor(asking: Asking, id: string, { waitMs, gone }: Waiting): Promise<ItemView | 'late' | 'gone'> {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), waitMs);
  let wake: () => void = () => {};
  let rung = true;
  const ring = () => {
    rung = true;
    wake();
  };
  const stop = asking.onCommit(ring);
  const either = AbortSignal.any([late.signal, gone]);
  either.addEventListener('abort', ring, { once: true });
  try {
    for (;;) {
      if (!rung) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
      rung = false;
      const item = await asking.find(id);
      if (item !== undefined && item.state !== 'open') return item;
      if (gone.aborted) return 'gone';
      if (late.signal.aborted) return 'late';
    }
  } finally {
    clearTimeout(timer);
    stop();
  }
}
