import type { Virtualizer } from '@tanstack/react-virtual';
import { useCallback, useLayoutEffect, useRef, useState } from 'react';
import { type LogParts, offsetOf } from './log-parts.ts';
import { type LogRow, rowOfKey } from './log-rows.ts';

/** So near to the end, who scrolls down means the end; pixels. */
const endSlack = 48;

/** What stands at the upper edge of what is seen: a row and what of it is above the edge, or a place between parts. */
type Anchor = { readonly part: number; readonly key?: string; readonly above?: number };

type Scrolled = {
  readonly rows: readonly LogRow[];
  readonly log: LogParts;
  readonly partHeight: number;
  readonly virtualizer: Virtualizer<HTMLDivElement, Element>;
};

function anchorAt(top: number, { rows, log, virtualizer, partHeight }: Scrolled): Anchor | undefined {
  const first = virtualizer.getVirtualItemForOffset(top);
  const row = first && rows[first.index];
  if (!row) return undefined;
  if (row.kind === 'gap') return { part: row.first + (top - first.start) / partHeight };
  return { part: Math.min(offsetOf(row.key) / log.partBytes, log.count), key: row.key, above: top - first.start };
}

/** Where the anchor stands now; undefined when nothing of it is there. */
function placeOf(anchor: Anchor, { rows, log, virtualizer, partHeight }: Scrolled): number | undefined {
  const startOf = (index: number) => virtualizer.measurementsCache[index]?.start;
  const held = anchor.key === undefined ? undefined : startOf(rowOfKey(rows, anchor.key, log));
  if (held !== undefined) return held + (anchor.above ?? 0);
  const index = rows.findIndex((row) =>
    row.kind === 'gap'
      ? row.first + row.count > anchor.part
      : offsetOf(row.key) / log.partBytes >= Math.floor(anchor.part),
  );
  const [row, start] = [rows[index], startOf(index)];
  if (row === undefined || start === undefined) return undefined;
  return row.kind === 'gap' ? start + Math.max(0, anchor.part - row.first) * partHeight : start;
}

function leftBelow(element: HTMLElement): number {
  return element.scrollHeight - element.scrollTop - element.clientHeight;
}

/**
 * Keeps the end in sight as long as a person has not scrolled away from it, and else what is seen where it is, whatever
 * comes, goes or is measured above it. It alone moves the box, so what has moved besides, a person has moved: also where
 * the event that tells of it is still to come.
 */
export function useLogScroll(scroller: { readonly current: HTMLDivElement | null }, scrolled: Scrolled) {
  const [following, setFollowing] = useState(true);
  const followingNow = useRef(true);
  const anchor = useRef<Anchor>(undefined);
  const lastTop = useRef(0);
  const newest = useRef(scrolled);
  newest.current = scrolled;
  scrolled.virtualizer.shouldAdjustScrollPositionOnItemSizeChange = never;
  const setFollow = useCallback((next: boolean) => {
    followingNow.current = next;
    setFollowing(next);
  }, []);
  /** Takes up what a person did since the last time, and answers how far they went; pixels. */
  const notice = useCallback(
    (element: HTMLDivElement) => {
      const moved = element.scrollTop - lastTop.current;
      // A box whose content became shorter is moved up by the browser, to its very end.
      if (moved < -1 && leftBelow(element) > 1) setFollow(false);
      else if (moved > 1 && leftBelow(element) < endSlack) setFollow(true);
      return moved;
    },
    [setFollow],
  );
  const put = useCallback((element: HTMLDivElement, top: number) => {
    if (Math.abs(top - element.scrollTop) > 1) element.scrollTop = top;
    lastTop.current = element.scrollTop;
  }, []);
  const settle = useCallback(() => {
    const element = scroller.current;
    if (!element) return;
    const moved = notice(element);
    const now = newest.current;
    if (followingNow.current) put(element, element.scrollHeight);
    else {
      const place = anchor.current && placeOf(anchor.current, now);
      // Who leaps is on the way elsewhere: what was seen before is of no concern.
      const leaps = Math.abs(moved) > 2 * element.clientHeight;
      put(element, place === undefined || leaps ? element.scrollTop : place + moved);
    }
    if (followingNow.current || Math.abs(moved) > 1 || !anchor.current) anchor.current = anchorAt(lastTop.current, now);
  }, [scroller, notice, put]);
  useLayoutEffect(settle);
  const onScroll = () => {
    const element = scroller.current;
    if (!element) return;
    const moved = notice(element);
    lastTop.current = element.scrollTop;
    if (Math.abs(moved) > 1 || !anchor.current) anchor.current = anchorAt(lastTop.current, newest.current);
  };
  const toEnd = () => {
    setFollow(true);
    settle();
  };
  return { following, setFollow, settle, toEnd, onScroll };
}

/** The list would move the box by where it last heard that it was, and so undo what a person did since. */
function never(): boolean {
  return false;
}
