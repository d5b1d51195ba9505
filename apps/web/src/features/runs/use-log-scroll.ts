import type { Virtualizer } from '@tanstack/react-virtual';
import { useCallback, useLayoutEffect, useRef, useState } from 'react';
import { type LogParts, partOf } from './log-parts.ts';
import type { LogRow } from './log-rows.ts';

const endSlack = 48;

/** What stands at the upper edge of what is seen. */
type Anchor = { readonly key: string; readonly below: number } | { readonly part: number };

type Scrolled = {
  readonly rows: readonly LogRow[];
  readonly log: LogParts;
  readonly partHeight: number;
  readonly virtualizer: Virtualizer<HTMLDivElement, Element>;
};

function anchorAt(top: number, { rows, virtualizer, partHeight }: Scrolled): Anchor | undefined {
  const first = virtualizer.getVirtualItemForOffset(top);
  const row = first && rows[first.index];
  if (!row) return undefined;
  if (row.kind === 'gap') return { part: row.first + (top - first.start) / partHeight };
  return { key: row.key, below: top - first.start };
}

/** Where the anchor stands now; undefined when nothing of it is there. */
function placeOf(anchor: Anchor, { rows, log, virtualizer, partHeight }: Scrolled): number | undefined {
  const startOf = (index: number) => virtualizer.measurementsCache[index]?.start;
  if ('key' in anchor) {
    const index = rows.findIndex((row) => row.key === anchor.key);
    const start = startOf(index);
    return start === undefined ? undefined : start + anchor.below;
  }
  const part = Math.floor(anchor.part);
  const index = rows.findIndex((row) =>
    row.kind === 'gap' ? row.first + row.count > anchor.part : partOf(row.key, log) >= part,
  );
  const [row, start] = [rows[index], startOf(index)];
  if (row === undefined || start === undefined) return undefined;
  return row.kind === 'gap' ? start + (anchor.part - row.first) * partHeight : start;
}

/** Keeps the end in sight as long as a person has not scrolled away from it, and else what is seen where it is. */
export function useLogScroll(scroller: { readonly current: HTMLDivElement | null }, scrolled: Scrolled) {
  const [following, setFollowing] = useState(true);
  const followingNow = useRef(true);
  const anchor = useRef<Anchor>(undefined);
  const lastTop = useRef(0);
  const setFollow = useCallback((next: boolean) => {
    followingNow.current = next;
    setFollowing(next);
  }, []);
  const stay = useCallback(() => {
    const element = scroller.current;
    if (element && followingNow.current) element.scrollTop = element.scrollHeight;
  }, [scroller]);
  const { rows } = scrolled;
  const total = scrolled.virtualizer.getTotalSize();
  const rowsBefore = useRef(rows);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs after whatever may have made the log longer
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return;
    // Somebody is on the way elsewhere, of which the event is still to come: what was seen before is of no concern.
    const isMoving = Math.abs(element.scrollTop - lastTop.current) > 1;
    if (followingNow.current) stay();
    else if (rowsBefore.current !== rows && anchor.current && !isMoving) {
      const place = placeOf(anchor.current, scrolled);
      if (place !== undefined && Math.abs(place - element.scrollTop) > 1) element.scrollTop = place;
      lastTop.current = element.scrollTop;
    }
    rowsBefore.current = rows;
  }, [rows, total]);
  const onScroll = () => {
    const element = scroller.current;
    if (!element) return;
    const atEnd = element.scrollHeight - element.scrollTop - element.clientHeight < endSlack;
    if (atEnd) setFollow(true);
    else if (element.scrollTop < lastTop.current - 1) setFollow(false);
    lastTop.current = element.scrollTop;
    anchor.current = anchorAt(element.scrollTop, scrolled);
  };
  const toEnd = () => {
    setFollow(true);
    stay();
  };
  return { following, setFollow, stay, toEnd, onScroll };
}
