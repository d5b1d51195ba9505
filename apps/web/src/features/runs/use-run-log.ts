import { useCallback, useEffect, useRef, useState } from 'react';
import { api, refusalText } from '../../shared/api.ts';
import { onRunActivity } from '../../shared/live.ts';
import { appendEntries, emptyLog, type Log } from './log-items.ts';

export type RunLog = {
  readonly log: Log;
  /** True once everything written so far was read. */
  readonly caughtUp: boolean;
  readonly complete: boolean;
  readonly error: string | undefined;
  readonly retry: () => void;
};

type State = Omit<RunLog, 'retry'>;

const nothing: State = { log: emptyLog, caughtUp: false, complete: false, error: undefined };

/** Reads on from where it stands until nothing new comes. Shown in one step, so that a long log opens at its end. */
async function readOn(id: string, from: number, log: Log, signal: AbortSignal) {
  let [offset, grown, complete] = [from, log, false];
  for (;;) {
    const page = await api.runs.log.query({ run: id, offset }, { signal });
    grown = appendEntries(grown, page.entries);
    complete = page.complete;
    if (complete || page.offset <= offset) return { offset: Math.max(offset, page.offset), log: grown, complete };
    offset = page.offset;
  }
}

/** A run's log, which grows while the run writes: each hint of the live connection asks for the bytes that are new. */
export function useRunLog(runId: string): RunLog {
  const [state, setState] = useState<State>(nothing);
  const place = useRef({ offset: 0, log: emptyLog, complete: false });
  const reading = useRef({ active: false, again: false });
  const abort = useRef<AbortController>(undefined);
  const read = useCallback(async () => {
    const mine = abort.current;
    if (!mine) return;
    if (reading.current.active) {
      reading.current.again = true;
      return;
    }
    reading.current.active = true;
    try {
      do {
        reading.current.again = false;
        place.current = await readOn(runId, place.current.offset, place.current.log, mine.signal);
        const { log, complete } = place.current;
        setState({ log, complete, caughtUp: true, error: undefined });
      } while (reading.current.again);
    } catch (error) {
      if (!mine.signal.aborted) setState((previous) => ({ ...previous, error: refusalText(error) }));
    } finally {
      if (abort.current === mine) reading.current.active = false;
    }
  }, [runId]);
  useEffect(() => {
    abort.current = new AbortController();
    place.current = { offset: 0, log: emptyLog, complete: false };
    reading.current = { active: false, again: false };
    setState(nothing);
    void read();
    const stop = onRunActivity(runId, () => void read());
    return () => {
      stop();
      abort.current?.abort();
      abort.current = undefined;
    };
  }, [runId, read]);
  return { ...state, retry: () => void read() };
}
