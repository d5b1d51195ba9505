import { useCallback, useEffect, useRef, useState } from 'react';
import { alone, api, refusalOf, refusalText } from '../../data/api.ts';
import { onRunActivity } from '../../data/live.ts';
import { dropFrom, followParts, keepNear, type LogParts, noParts, putParts } from './log-parts.ts';

export type RunLog = {
  readonly log: LogParts;
  /** True once its end was read. */
  readonly caughtUp: boolean;
  readonly error: string | undefined;
  /** True when it is not kept any more: there is nothing to be tried again. */
  readonly gone: boolean;
  readonly retry: () => void;
  /** Asks for parts that are looked at; of several calls the last one counts. */
  readonly want: (first: number, count: number) => void;
};

/** Parts that are kept at hand, about 3 MB of what the program wrote. */
const mostParts = 48;
const mostWanted = 4;
const openedParts = 3;
/** Further behind than this, the end is read anew instead of all before it; bytes. */
const farBehind = 512 * 1024;

/** Reads one run's log: its end, what comes behind that, and parts that are asked for. Tells of each change. */
function createReader(run: string, tell: (log: LogParts, error?: unknown) => void) {
  const abort = new AbortController();
  const { signal } = abort;
  let log = noParts;
  let offset: number | undefined;
  let looked = 0;
  let wanted: { readonly first: number; readonly count: number } | undefined;
  let [again, complete, failed] = [false, false, false];
  let reading: Promise<void> | undefined;

  const set = (next: LogParts) => {
    log = keepNear(next, looked, mostParts);
    failed = false;
    tell(log);
  };
  const openEnd = async () => {
    const end = await api.runs.logWindow.query({ run, first: -openedParts, count: 16 }, { ...alone, signal });
    if (offset === undefined) looked = end.first;
    offset = end.offset;
    complete = end.complete;
    set(putParts(log, end, 16));
  };
  const readOn = async (from: number) => {
    const page = await api.runs.log.query({ run, offset: from }, { ...alone, signal });
    if (page.size - page.offset > farBehind) {
      log = dropFrom(log, from);
      return openEnd();
    }
    offset = page.offset;
    complete = page.complete;
    if (page.entries.length > 0) set(followParts(log, page.entries, page.size));
    if (!complete && page.offset > from) again = true;
  };
  const readWanted = async () => {
    if (!wanted) return;
    const { first, count } = wanted;
    wanted = undefined;
    set(putParts(log, await api.runs.logWindow.query({ run, first, count }, { ...alone, signal }), count));
  };
  const readOnce = async () => {
    try {
      await readWanted();
      if (offset === undefined) await openEnd();
      else if (!complete) await readOn(offset);
      if (failed) set(log);
    } catch (error) {
      if (signal.aborted) return;
      failed = true;
      tell(log, error);
    }
  };
  const readAll = async () => {
    while ((again || wanted) && !signal.aborted) {
      again = false;
      await readOnce();
    }
  };
  // One at a time, and none for ever: every request has a limit, and a lost connection ends it at once.
  const read = () => {
    again = true;
    reading ??= readAll().finally(() => {
      reading = undefined;
    });
    return reading;
  };
  return {
    read,
    want: (first: number, count: number) => {
      looked = first + Math.floor(count / 2);
      const missing = Array.from({ length: count }, (_, index) => first + index).filter((part) => !log.parts.has(part));
      const [start] = missing;
      if (start === undefined) return;
      wanted = { first: start, count: Math.min(mostWanted, (missing.at(-1) ?? start) - start + 1) };
      void read();
    },
    stop: () => abort.abort(),
  };
}

type State = Pick<RunLog, 'log' | 'caughtUp' | 'error' | 'gone'> & { readonly of: string };

const nothing: State = { of: '', log: noParts, caughtUp: false, error: undefined, gone: false };
/** What says that the files of a run are gone. */
const goneCodes = ['run.log-missing', 'run.log-removed'];

/**
 * A run's log. It opens at its end and grows while the run writes: each hint of the live connection asks for what is new.
 * Of a long one only what is looked at is fetched and kept.
 */
export function useRunLog(runId: string): RunLog {
  const [state, setState] = useState<State>(nothing);
  const reader = useRef<ReturnType<typeof createReader>>(undefined);
  useEffect(() => {
    const mine = createReader(runId, (log, error) =>
      setState((before) => ({
        of: runId,
        log,
        caughtUp: (before.of === runId && before.caughtUp) || error === undefined,
        error: error === undefined ? undefined : refusalText(error),
        gone: error !== undefined && goneCodes.includes(refusalOf(error).code ?? ''),
      })),
    );
    reader.current = mine;
    void mine.read();
    const stop = onRunActivity(runId, mine.read);
    return () => {
      stop();
      mine.stop();
    };
  }, [runId]);
  const { log, caughtUp, error, gone } = state.of === runId ? state : nothing;
  return {
    log,
    caughtUp,
    error,
    gone,
    retry: useCallback(() => void reader.current?.read(), []),
    want: useCallback((first: number, count: number) => reader.current?.want(first, count), []),
  };
}
