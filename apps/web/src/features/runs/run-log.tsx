import { Button, cx, EmptyState, FailedPanel, Skeleton } from '@cw/ui';
import { ArrowDown, Files } from '@cw/ui/icons';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { EntryLine } from './entry-line.tsx';
import type { LogItem } from './log-items.ts';
import { LogLine, ShowRaw } from './log-line.tsx';
import { type LogParts, partOf } from './log-parts.ts';
import { type LogRow, rowOfKey, rowsOf } from './log-rows.ts';
import { LogSearch } from './log-search.tsx';
import { OutputBlock } from './output-block.tsx';
import { RawLines } from './raw-lines.tsx';
import { ToolLine, toolStartsOpen } from './tool-line.tsx';
import { useLogScroll } from './use-log-scroll.ts';
import type { RunLog } from './use-run-log.ts';

const lineHeight = 28;
/** Browsers draw no box that is much higher than this, times two. */
const highest = 8_000_000;

type ItemProps = {
  readonly item: LogItem;
  readonly live: boolean;
  readonly worktree: string | null;
  readonly open: boolean;
  readonly onToggle: () => void;
};

function LogItemLine({ item, live, worktree, open, onToggle }: ItemProps) {
  if (item.kind === 'tool')
    return <ToolLine item={item} live={live} worktree={worktree} open={open} onToggle={onToggle} />;
  if (item.kind === 'entry') return <EntryLine entry={item.entry} open={open} onToggle={onToggle} />;
  return (
    <LogLine keys={[item.key]} at={item.at} icon={null} open onToggle={onToggle} detail={undefined}>
      <span className="min-w-0 flex-1">
        <OutputBlock label={item.stream === 'stderr' ? 'Error output' : 'Output'} text={item.text} fromEnd />
      </span>
    </LogLine>
  );
}

function LogSkeleton() {
  return (
    <div role="status" aria-label="Loading the log" className="flex flex-1 flex-col gap-4 px-5 py-4">
      {['w-72', 'w-56', 'w-96', 'w-64', 'w-80'].map((width) => (
        <Skeleton key={width} className={width} />
      ))}
    </div>
  );
}

/** In the place of lines that are being fetched; stays in sight however high the place is. */
function Gap({ height }: { readonly height: number }) {
  return (
    <div style={{ height }} aria-hidden="true">
      <div className="sticky top-4 flex flex-col gap-5 px-5 py-2">
        {['w-72', 'w-56', 'w-96', 'w-64', 'w-80', 'w-44', 'w-88'].map((width) => (
          <Skeleton key={width} className={width} />
        ))}
      </div>
    </div>
  );
}

/** How high a part may be, from the first ones that came; it does not change any more, so that nothing jumps. */
function usePartHeight(rows: readonly LogRow[], { parts, count }: LogParts): number {
  const first = useRef<number>(undefined);
  if (first.current === undefined && parts.size > 0)
    first.current = Math.min(20_000, Math.max(200, (rows.length / parts.size) * lineHeight));
  return Math.min(first.current ?? 3000, highest / Math.max(1, count));
}

function startsOpen(item: LogItem): boolean {
  return item.kind === 'tool' && toolStartsOpen(item);
}

type RunLogViewProps = {
  readonly runId: string;
  readonly runLog: RunLog;
  readonly running: boolean;
  readonly worktree: string | null;
};

/** The log of a run: opens at its end, and follows only while it is there. Only what is looked at is fetched. */
export function RunLogView({ runId, runLog, running, worktree }: RunLogViewProps) {
  const { log, want } = runLog;
  const rows = useMemo(() => rowsOf(log), [log]);
  const partHeight = usePartHeight(rows, log);
  const [toggled, setToggled] = useState<ReadonlyMap<string, boolean>>(new Map());
  const [target, setTarget] = useState<string>();
  const [marked, setMarked] = useState<string>();
  const [raw, setRaw] = useState<readonly string[]>();
  const scroller = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer<HTMLDivElement, Element>({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => {
      const row = rows[index];
      if (row?.kind === 'gap') return row.count * partHeight;
      return row && (row.kind === 'output' || startsOpen(row)) ? 160 : lineHeight;
    },
    getItemKey: (index) => rows[index]?.key ?? index,
    overscan: 12,
  });
  const { following, setFollow, settle, toEnd, onScroll } = useLogScroll(scroller, {
    rows,
    log,
    partHeight,
    virtualizer,
  });
  const attach = useCallback(
    (element: HTMLDivElement) => {
      scroller.current = element;
      const resized = new ResizeObserver(settle);
      resized.observe(element);
      return () => {
        resized.disconnect();
        scroller.current = null;
      };
    },
    [settle],
  );
  const items = virtualizer.getVirtualItems();
  useEffect(() => {
    const element = scroller.current;
    if (!element || runLog.error || target !== undefined) return;
    const [top, bottom] = [element.scrollTop, element.scrollTop + element.clientHeight];
    const seen = items
      .filter((each) => each.end > top && each.start < bottom)
      .flatMap(({ index, start }) => {
        const row = rows[index];
        if (!row) return [];
        if (row.kind !== 'gap') return [partOf(row.key, log)];
        const within = (y: number) => Math.min(row.count - 1, Math.max(0, Math.floor((y - start) / partHeight)));
        return [row.first + within(top), row.first + within(bottom)];
      });
    if (seen.length === 0) return;
    const first = Math.max(0, Math.min(...seen) - 1);
    want(first, Math.min(log.count - 1, Math.max(...seen) + 1) - first + 1);
  });
  const goTo = useCallback((key: string | undefined) => {
    setMarked(undefined);
    setTarget(key);
  }, []);
  useEffect(() => {
    if (target === undefined) return;
    const index = rowOfKey(rows, target, log);
    const row = rows[index];
    if (!row) return want(Math.max(0, partOf(target, log) - 1), 3);
    setFollow(false);
    setMarked(row.key);
    setToggled((map) => new Map(map).set(row.key, true));
    setTarget(undefined);
    virtualizer.scrollToIndex(index, { align: 'center' });
  }, [target, rows, log, want, setFollow, virtualizer]);
  const [seenCount, setSeenCount] = useState(0);
  const fresh = following ? 0 : log.followed - seenCount;
  if (following && seenCount !== log.followed) setSeenCount(log.followed);
  if (runLog.gone && rows.length === 0) {
    return (
      <EmptyState icon={<Files />} title="The log is gone">
        {runLog.error}
      </EmptyState>
    );
  }
  if (runLog.error && rows.length === 0) {
    return <FailedPanel title="The log could not be loaded." detail={runLog.error} onRetry={runLog.retry} />;
  }
  if (!runLog.caughtUp) return <LogSkeleton />;
  return (
    <ShowRaw.Provider value={setRaw}>
      <LogSearch runId={runId} onHit={goTo} />
      <div className="relative flex min-h-0 flex-1 flex-col">
        <div
          ref={attach}
          role="log"
          aria-label="Run log"
          aria-live="off"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keys
          tabIndex={0}
          onScroll={onScroll}
          className="min-h-0 flex-1 overflow-y-auto py-2 [overflow-anchor:none] focus-visible:outline-offset-[-2px]"
        >
          {rows.length === 0 && (
            <p className="px-5 py-2 text-fg-3">
              {running ? 'The agent has not written anything yet.' : 'Nothing was written.'}
            </p>
          )}
          <div className="relative w-full" style={{ height: virtualizer.getTotalSize() }}>
            {items.map((virtual) => {
              const row = rows[virtual.index];
              if (!row) return null;
              const open = row.kind !== 'gap' && (toggled.get(row.key) ?? startsOpen(row));
              return (
                <div
                  key={virtual.key}
                  ref={row.kind === 'gap' ? undefined : virtualizer.measureElement}
                  data-index={virtual.index}
                  className={cx(
                    'absolute inset-x-0 top-0',
                    marked === row.key && 'bg-selected shadow-[inset_2px_0_0_var(--accent)]',
                  )}
                  style={{ transform: `translateY(${virtual.start}px)` }}
                >
                  {row.kind === 'gap' ? (
                    <Gap height={virtual.size} />
                  ) : (
                    <LogItemLine
                      item={row}
                      live={running}
                      worktree={worktree}
                      open={open}
                      onToggle={() => setToggled((map) => new Map(map).set(row.key, !open))}
                    />
                  )}
                </div>
              );
            })}
          </div>
        </div>
        {runLog.error && (
          <FailedPanel title="More of the log could not be loaded." detail={runLog.error} onRetry={runLog.retry} />
        )}
        {!following && (
          <Button
            icon={<ArrowDown aria-hidden="true" size={13} />}
            className="absolute bottom-3 left-1/2 -translate-x-1/2 rounded-full shadow-float"
            onClick={toEnd}
          >
            {fresh > 0 ? `${fresh.toLocaleString('en-US')} new ${fresh === 1 ? 'line' : 'lines'}` : 'To the end'}
          </Button>
        )}
      </div>
      {raw && <RawLines runId={runId} keys={raw} onClose={() => setRaw(undefined)} />}
    </ShowRaw.Provider>
  );
}
