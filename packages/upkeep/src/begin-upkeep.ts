import type { Workspace } from '@cw/entry';
import type { Act } from '@cw/kernel';
import { LockLost, type ReadDb, type Transact } from '@cw/storage';
import { commandSink } from './adapters/command-sink.ts';
import { createWatchdog } from './adapters/watchdog.ts';
import { webhookSink } from './adapters/webhook-sink.ts';
import { cleanUp } from './cleaning/clean-up.ts';
import { keepClean } from './cleaning/keep-clean.ts';
import { tellSinks } from './sinks/tell-sinks.ts';
import { readWatchdog } from './watchdog/read-watchdog.ts';
import { supervise } from './watchdog/supervision.ts';

/** The process that dispatches, as upkeep needs it. */
export type UpkeepDeps = Pick<Workspace, 'home' | 'clock'> & {
  readonly read: ReadDb;
  /** Writes only while this process may dispatch. */
  readonly transact: Transact;
  /** Aborted when it stops. */
  readonly signal: AbortSignal;
  /** In whose name things are done. */
  readonly act: Act;
  readonly onError: (error: unknown) => void;
};

/** What goes on beside the loop for as long as this process dispatches. */
export type Beside = {
  /** Carries out a round of the loop; one that never comes to an end is no sign that the loop moves. */
  round<T>(work: () => Promise<T>): Promise<T>;
  /** Whether agents or merges are at work, which is when the loop is watched. */
  working(isWorking: boolean): void;
  isWatching(): boolean;
  /** Looks whether somebody is to be told that something waits for people; answers at once. */
  tell(): void;
  /** Something was finished, so that there may be something to clean; answers at once. */
  clean(): void;
  end(): Promise<void>;
};

export async function beginUpkeep(deps: UpkeepDeps): Promise<Beside> {
  const { home, read, act, onError } = deps;
  const { mode, afterSeconds } = await readWatchdog(read, home, false);
  const watchdog = createWatchdog({ home, mode, afterMs: afterSeconds * 1000, onError });
  const supervision = supervise(watchdog);
  const cleaning = keepClean(async () => {
    await cleanUp(deps, { dryRun: false }, act).catch((error: unknown) => {
      if (!(error instanceof LockLost)) throw error;
    });
  }, onError);
  const telling = tellSinks(deps, [webhookSink(home), commandSink()]);
  return {
    round: supervision.round,
    working: supervision.working,
    isWatching: watchdog.isWatching,
    tell: telling.wake,
    clean: cleaning.wake,
    end: async () => {
      await supervision.end();
      await cleaning.end();
      await telling.end();
    },
  };
}
