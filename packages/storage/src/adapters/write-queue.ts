import { existsSync, mkdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { namesIn } from '../names-in.ts';

/**
 * Who waits to write, in the order of arrival: a folder of tickets beside the database, one file for each that waits. It
 * says whose turn it is and nothing more. What keeps writers apart is SQLite's lock, so a ticket that is lost, or left by
 * a process that was killed, costs a moment and never a change.
 */
export type WriteQueue = {
  /** Whether anybody has a ticket. One look at the disk. */
  somebodyWaits(): boolean;
  take(): Ticket;
};

export type Ticket = {
  /** How many wait before this one; 0 is the one whose turn it is. Takes away what the dead have left. */
  place(): number;
  /** When a waiting writer was let in last, in milliseconds of the clock; 0 where none was yet. */
  lastLetIn(): number;
  /** Gives the ticket back: let in, or having given up. */
  leave(letIn: boolean): void;
};

/** How often a ticket shows that its owner lives, and from when on one that does not is passed over, in milliseconds. */
const signEvery = 500;
const silentAfter = 5_000;

/** The file whose time says when somebody was let in last. */
const letInName = 'let-in';
const ticketName = /^\d{18}-(\d+)-\d+$/;

let taken = 0;

/** @param folder of the tickets; made with the first one, only for its owner */
export function writeQueue(folder: string): WriteQueue {
  return {
    somebodyWaits: () => existsSync(folder) && tickets(folder).length > 0,
    take: () => takeTicket(folder),
  };
}

/** Where all waiters go first: when no ticket can be written, because the disk is full for example, nobody has an order. */
const noOrder: Ticket = { place: () => 0, lastLetIn: () => 0, leave: () => {} };

function takeTicket(folder: string): Ticket {
  taken += 1;
  // Of the whole machine and never set back, so that processes can compare it; in microseconds.
  const arrived = String(process.hrtime.bigint() / 1000n).padStart(18, '0');
  const name = `${arrived}-${process.pid}-${taken}`;
  const file = join(folder, name);
  let shown = Date.now();
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    writeFileSync(file, '', { mode: 0o600 });
  } catch {
    return noOrder;
  }
  return {
    place: () => {
      const now = Date.now();
      if (Math.abs(now - shown) > signEvery) {
        touch(file);
        shown = now;
      }
      return placeOf(folder, name);
    },
    lastLetIn: () => statSync(join(folder, letInName), { throwIfNoEntry: false })?.mtimeMs ?? 0,
    leave: (letIn) => {
      if (letIn) touch(join(folder, letInName));
      rmSync(file, { force: true });
    },
  };
}

function placeOf(folder: string, name: string): number {
  const all = tickets(folder);
  if (!all.includes(name)) touch(join(folder, name));
  let dead = 0;
  for (const other of all) {
    if (other >= name) return 0;
    if (!isDead(folder, other)) break;
    rmSync(join(folder, other), { force: true });
    dead += 1;
  }
  return all.filter((other) => other < name).length - dead;
}

function tickets(folder: string): string[] {
  return namesIn(folder)
    .filter((name) => ticketName.test(name))
    .sort();
}

/** Of a process that is gone, or that stands still: it takes its place again if it ever goes on. */
function isDead(folder: string, name: string): boolean {
  const pid = Number(ticketName.exec(name)?.[1]);
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ESRCH') return true;
  }
  const found = statSync(join(folder, name), { throwIfNoEntry: false });
  return found === undefined || Math.abs(Date.now() - found.mtimeMs) > silentAfter;
}

/** Sets a file's time to now and makes it where it is missing; a disk that refuses only costs the order. */
function touch(file: string): void {
  const now = new Date();
  try {
    utimesSync(file, now, now);
  } catch {
    try {
      writeFileSync(file, '', { mode: 0o600 });
    } catch {}
  }
}
