import { Button, FailedPanel, Skeleton } from '@cw/ui';
import { ArrowDown } from '@cw/ui/icons';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useLayoutEffect, useRef, useState } from 'react';
import { EntryLine } from './entry-line.tsx';
import type { LogItem } from './log-items.ts';
import { LogLine } from './log-line.tsx';
import { OutputBlock } from './output-block.tsx';
import { ToolLine, toolStartsOpen } from './tool-line.tsx';
import type { RunLog } from './use-run-log.ts';

const endSlack = 48;

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
    <LogLine at={item.at} icon={null} open onToggle={onToggle} detail={undefined}>
      <span className="min-w-0 flex-1">
        <OutputBlock label={item.stream === 'stderr' ? 'Error output' : 'Output'} text={item.text} fromEnd />
      </span>
    </LogLine>
  );
}

/** Keeps the end in sight as long as a person has not scrolled away from it. */
function useFollow(items: readonly LogItem[], height: number) {
  const scroller = useRef<HTMLDivElement>(null);
  const [following, setFollowing] = useState(true);
  const followingNow = useRef(true);
  const setFollow = useCallback((next: boolean) => {
    followingNow.current = next;
    setFollowing(next);
  }, []);
  const toEnd = useCallback(() => {
    const element = scroller.current;
    if (element) element.scrollTop = element.scrollHeight;
    setFollow(true);
  }, [setFollow]);
  const attach = useCallback((element: HTMLDivElement) => {
    scroller.current = element;
    const resized = new ResizeObserver(() => {
      if (followingNow.current) element.scrollTop = element.scrollHeight;
    });
    resized.observe(element);
    return () => {
      resized.disconnect();
      scroller.current = null;
    };
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs after whatever may have made the log longer
  useLayoutEffect(() => {
    if (followingNow.current && scroller.current) scroller.current.scrollTop = scroller.current.scrollHeight;
  }, [items, height]);
  const lastTop = useRef(0);
  const onScroll = () => {
    const element = scroller.current;
    if (!element) return;
    const atEnd = element.scrollHeight - element.scrollTop - element.clientHeight < endSlack;
    if (atEnd) setFollow(true);
    else if (element.scrollTop < lastTop.current - 1) setFollow(false);
    lastTop.current = element.scrollTop;
  };
  return { scroller, attach, following, toEnd, onScroll };
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

type RunLogViewProps = { readonly runLog: RunLog; readonly running: boolean; readonly worktree: string | null };

/** The log of a run: opens at its end, and follows only while it is there. */
export function RunLogView({ runLog, running, worktree }: RunLogViewProps) {
  const { items } = runLog.log;
  const [toggled, setToggled] = useState<ReadonlyMap<string, boolean>>(new Map());
  const sizer = useRef<HTMLDivElement>(null);
  const scrollElement = useRef<() => HTMLDivElement | null>(() => null);
  const virtualizer = useVirtualizer({
    count: items.length,
    getScrollElement: () => scrollElement.current(),
    estimateSize: (index) => {
      const item = items[index];
      return item && (item.kind === 'output' || (item.kind === 'tool' && toolStartsOpen(item))) ? 160 : 26;
    },
    getItemKey: (index) => items[index]?.key ?? index,
    overscan: 16,
  });
  const total = virtualizer.getTotalSize();
  const { scroller, attach, following, toEnd, onScroll } = useFollow(items, total);
  scrollElement.current = () => scroller.current;
  const [seenCount, setSeenCount] = useState(0);
  const fresh = following ? 0 : items.length - seenCount;
  if (following && seenCount !== items.length) setSeenCount(items.length);
  if (runLog.error && items.length === 0) {
    return <FailedPanel title="The log could not be loaded." detail={runLog.error} onRetry={runLog.retry} />;
  }
  if (!runLog.caughtUp) return <LogSkeleton />;
  return (
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
        {items.length === 0 && (
          <p className="px-5 py-2 text-fg-3">
            {running ? 'The agent has not written anything yet.' : 'Nothing was written.'}
          </p>
        )}
        <div ref={sizer} className="relative w-full" style={{ height: total }}>
          {virtualizer.getVirtualItems().map((virtual) => {
            const item = items[virtual.index];
            if (!item) return null;
            const open = toggled.get(item.key) ?? (item.kind === 'tool' && toolStartsOpen(item));
            return (
              <div
                key={virtual.key}
                ref={virtualizer.measureElement}
                data-index={virtual.index}
                className="absolute inset-x-0 top-0"
                style={{ transform: `translateY(${virtual.start}px)` }}
              >
                <LogItemLine
                  item={item}
                  live={running}
                  worktree={worktree}
                  open={open}
                  onToggle={() => setToggled((map) => new Map(map).set(item.key, !open))}
                />
              </div>
            );
          })}
        </div>
      </div>
      {runLog.error && (
        <FailedPanel title="The log could not be read on." detail={runLog.error} onRetry={runLog.retry} />
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
  );
}
