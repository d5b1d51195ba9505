import { useEffect, useState } from 'react';
import { alone, api } from '../../data/api.ts';
import { onRunActivity } from '../../data/live.ts';
import { type Edits, noEdits, withEdits } from './edited-files.ts';

/** The edits of files that a run's log tells of, so far; read on at each hint that the run wrote. */
export function useRunEdits(runId: string): Edits {
  const [edits, setEdits] = useState(noEdits);
  useEffect(() => {
    const abort = new AbortController();
    let from = 0;
    let [again, all] = [false, noEdits];
    let reading: Promise<void> | undefined;
    const readAll = async () => {
      for (let complete = false; !complete; ) {
        const found = await api.runs.logEdits.query({ run: runId, from }, { ...alone, signal: abort.signal });
        complete = found.complete || found.offset <= from;
        from = found.offset;
        if (found.edits.length > 0 || found.failed.length > 0) all = withEdits(all, found);
      }
      setEdits(all);
    };
    const readAgain = async () => {
      // What cannot be read is said where the log is; the next hint asks again.
      while (again && !abort.signal.aborted) {
        again = false;
        await readAll().catch(() => undefined);
      }
    };
    // One at a time, and none for ever: every request has a limit.
    const read = () => {
      again = true;
      reading ??= readAgain().finally(() => {
        reading = undefined;
      });
      return reading;
    };
    setEdits(noEdits);
    void read();
    const stop = onRunActivity(runId, read);
    return () => {
      stop();
      abort.abort();
    };
  }, [runId]);
  return edits;
}
