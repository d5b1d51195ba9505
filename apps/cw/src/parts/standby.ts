import { type Clock, Fault, type Instant, toIso } from '@cw/kernel';
import { type DispatcherHolder, dispatcherLockPath } from '@cw/storage';
import type { WatchdogView } from '@cw/upkeep';
import { type SilentServer, saySilence } from '../health/say-silence.ts';
import { holdsOpen, isServer, isStopped } from '../health/server-process.ts';
import { isAlive, startAt } from '../http/server-file.ts';

export type Standby = {
  /** To be called every second or so while another process dispatches. Answers true once, when that has become silent. */
  look(): Promise<boolean>;
  /** The one that dispatches, when it has been silent for too long; null otherwise. */
  silent(): SilentServer | null;
};

export type StandbyOptions = {
  readonly home: string;
  readonly clock: Clock;
  readonly findDispatcher: () => Promise<DispatcherHolder | undefined>;
  readonly readWatchdog: () => Promise<Watched>;
  /** Told once when the one that dispatches has become silent, and when it was ended for that. */
  readonly report: (error: Error, where: string) => void;
};

type Watched = Pick<WatchdogView, 'mode' | 'afterSeconds' | 'last'>;

const longestSilence = 10_000;
/** What its own watchdog is given to end it first, in milliseconds. */
const grace = 2_000;

const holderShape = /^the server at (\S+)$/;

/** How others are told who dispatches. */
export function holderAt(url: string): string {
  return `the server at ${url}`;
}

/**
 * Watches the server that dispatches for one that waits to take over. Whoever holds the right and does not use it keeps
 * it: two at work at once could do a thing twice. So the silence is told, and the silent one is ended, which is as safe as
 * any crash, only where its own watchdog saw its loop hang, or where it is to be ended by the setting `server.watchdog`.
 * Only time for which this process was itself at work counts, so that a machine that slept is not taken for silence.
 */
export function createStandby(options: StandbyOptions): Standby {
  const { home, clock, report } = options;
  let last = performance.now();
  let next = 0;
  let quiet: { readonly pid: number; readonly since: Instant; readonly ms: number } | undefined;
  let silent: SilentServer | null = null;
  const look = async () => {
    const now = performance.now();
    if (now < next) return false;
    const watchdog = await options.readWatchdog();
    const patience = Math.min(longestSilence, watchdog.afterSeconds * 1_000);
    const passed = now - last;
    last = now;
    next = now + patience / 2;
    const dispatcher = await findOther();
    if (dispatcher === undefined || (await startAt(dispatcher.url)) !== undefined) {
      [quiet, silent] = [undefined, null];
      return false;
    }
    const { pid, url } = dispatcher;
    const wasAwake = passed < 2 * patience + grace;
    quiet = quiet?.pid === pid && wasAwake ? { ...quiet, ms: quiet.ms + passed } : { pid, since: clock.now(), ms: 0 };
    if (quiet.ms < patience) return false;
    const isNew = silent === null;
    silent = { pid, url, since: toIso(quiet.since), stopped: isStopped(pid) };
    if (isNew) tell(silent);
    if (isToEnd(watchdog, dispatcher, quiet.ms)) end(silent);
    return isNew;
  };
  const findOther = async () => {
    const found = await options.findDispatcher();
    const url = found && holderShape.exec(found.holder)?.[1];
    const isOther = found !== undefined && found.pid !== process.pid && isAlive(found.pid);
    return isOther && url !== undefined ? { ...found, url } : undefined;
  };
  const tell = (server: SilentServer) => {
    const { message, hint } = saySilence(server);
    report(new Fault({ code: 'server.silent', message: `${message} ${hint}` }), 'dispatching');
  };
  const isToEnd = ({ mode, afterSeconds, last: seen }: Watched, holder: DispatcherHolder, silentMs: number) => {
    const { pid, acquiredAt } = holder;
    const hangs = seen?.pid === pid && seen.overAt === null && Date.parse(seen.noticedAt) >= acquiredAt;
    const asked = mode === 'end' && silentMs >= afterSeconds * 1_000 + grace;
    return mode !== 'off' && (hangs || asked) && isServer(pid) && holdsOpen(pid, dispatcherLockPath(home));
  };
  const end = ({ pid, url }: SilentServer) => {
    const message = `The server at ${url} (pid ${pid}) was ended because it was blocked; agents continue, and this server takes over.`;
    report(new Fault({ code: 'server.ended', message }), 'dispatching');
    process.kill(pid, 'SIGKILL');
    [quiet, silent] = [undefined, null];
  };
  return { look, silent: () => silent };
}
