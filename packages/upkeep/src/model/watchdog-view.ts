import type { IsoTime } from '@cw/kernel';

/** What the watchdog does when the loop that looks after agents stands still. */
export const watchdogModes = ['report', 'end', 'off'] as const;
export type WatchdogMode = (typeof watchdogModes)[number];

/** A time for which the loop that looks after agents stood still. */
export type Standstill = {
  /** The process it happened in. */
  readonly pid: number;
  /** When it was noticed, and for how long nothing had moved by then. */
  readonly noticedAt: IsoTime;
  readonly seconds: number;
  /** When it moved again; null while it has not, or when the process ended first. */
  readonly overAt: IsoTime | null;
  /** Whether the watchdog ended the process. */
  readonly ended: boolean;
};

export type WatchdogView = {
  readonly mode: WatchdogMode;
  /** Whether it watches at this moment; it does while something is at work. */
  readonly watching: boolean;
  readonly afterSeconds: number;
  /** The last one in this workspace, of whichever process. */
  readonly last: Standstill | null;
};
