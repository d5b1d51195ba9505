import { WifiOff } from '@cw/ui/icons';
import { useEffect, useState } from 'react';
import { useCell } from '../data/cell.ts';
import { live, retryLive } from '../data/live.ts';
import { outage } from '../data/missed.ts';
import { formatClock } from '../entities/text/format.ts';

const patienceMs = 1500;

/** True once connecting at the start has taken longer than it should. */
function useImpatience(connecting: boolean): boolean {
  const [impatient, setImpatient] = useState(false);
  useEffect(() => {
    if (!connecting) return;
    const timer = setTimeout(() => setImpatient(true), patienceMs);
    return () => {
      clearTimeout(timer);
      setImpatient(false);
    };
  }, [connecting]);
  return impatient;
}

/** Says plainly that the page no longer follows what happens, and of when its data is. */
export function LiveBanner() {
  const { status, seq, asOf } = useCell(live);
  const why = useCell(outage);
  const impatient = useImpatience(status === 'connecting');
  if (status === 'live' || (status === 'connecting' && !impatient)) return null;
  return (
    <div
      role="status"
      className="fade-in flex min-h-8 shrink-0 items-center gap-2 bg-pill-needs px-4 py-1 text-pill-needs-fg"
    >
      <WifiOff aria-hidden="true" size={14} className="shrink-0" />
      <span>
        <strong className="font-semibold">Not live.</strong> {why}{' '}
        {seq === undefined ? 'Trying again.' : `Showing data of ${formatClock(asOf)}; trying again.`}
      </span>
      <button
        type="button"
        className="ml-auto shrink-0 rounded-control px-2 font-medium hover:underline"
        onClick={retryLive}
      >
        Retry now
      </button>
    </div>
  );
}
