import { closeSync, constants, existsSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { readPids } from './identity.ts';
import { carriesRun, readProcess } from './process-table.ts';
import { logFiles } from './wrapper.ts';

/** `gone`: nobody reads the pipe any more. `busy`: the agent read nothing for the whole time, and has none of the line. */
export type SendOutcome = 'sent' | 'gone' | 'busy';

type Pipe = { tail: Promise<unknown>; unfinished: Buffer };
const pipes = new Map<string, Pipe>();

/**
 * Writes one line to a running agent. Lines to one agent go one after the other, since long ones would interleave; only
 * the dispatching process may call this.
 * @param line without its line break
 * @param patienceMs how long to wait for an agent that does not read
 */
export async function sendLine(dir: string, line: string, patienceMs = 10_000): Promise<SendOutcome> {
  const pipe = pipes.get(dir) ?? {
    tail: Promise.resolve(),
    unfinished: Buffer.alloc(0),
  };
  pipes.set(dir, pipe);
  const turn = pipe.tail.then(() => write(dir, pipe, { bytes: Buffer.from(`${line}\n`), patienceMs }));
  const settled = turn.catch(() => undefined);
  pipe.tail = settled;
  void settled.then(() => {
    if (pipe.tail === settled && pipe.unfinished.length === 0) pipes.delete(dir);
  });
  return turn;
}

type Message = { readonly bytes: Buffer; readonly patienceMs: number };

async function write(dir: string, pipe: Pipe, message: Message): Promise<SendOutcome> {
  const deadline = performance.now() + message.patienceMs;
  const fd = await openForWriting(dir, deadline);
  if (typeof fd === 'string') return fd;
  try {
    // Bytes of a line that was broken off come first, or the agent would read two halves as one line.
    const owed = await drain(fd, pipe.unfinished, deadline);
    pipe.unfinished = owed.rest;
    if (owed.outcome !== 'sent') return owed.outcome;
    const own = await drain(fd, message.bytes, deadline);
    if (own.outcome === 'busy' && own.rest.length < message.bytes.length) {
      pipe.unfinished = own.rest;
      return 'sent';
    }
    return own.outcome;
  } finally {
    closeSync(fd);
  }
}

async function openForWriting(dir: string, deadline: number): Promise<number | 'gone' | 'busy'> {
  for (;;) {
    try {
      const fd = openSync(join(dir, logFiles.pipe), constants.O_WRONLY | constants.O_NONBLOCK);
      if (existsSync(join(dir, logFiles.firstSent))) return fd;
      closeSync(fd);
    } catch (error) {
      if (hasCode(error, 'ENXIO', 'ENOENT')) return 'gone';
      throw error;
    }
    if (performance.now() > deadline) return 'busy';
    await pause(10);
  }
}

async function drain(fd: number, bytes: Buffer, deadline: number): Promise<{ outcome: SendOutcome; rest: Buffer }> {
  let rest = bytes;
  for (let wait = 2; rest.length > 0; ) {
    const written = tryWrite(fd, rest);
    if (written === 'gone') return { outcome: 'gone', rest };
    rest = rest.subarray(written);
    if (written > 0) wait = 2;
    else if (performance.now() > deadline) return { outcome: 'busy', rest };
    else {
      await pause(wait);
      wait = Math.min(wait * 2, 100);
    }
  }
  return { outcome: 'sent', rest };
}

function tryWrite(fd: number, bytes: Buffer): number | 'gone' {
  try {
    return writeSync(fd, bytes);
  } catch (error) {
    if (hasCode(error, 'EAGAIN')) return 0;
    if (hasCode(error, 'EPIPE')) return 'gone';
    throw error;
  }
}

function hasCode(error: unknown, ...codes: string[]): boolean {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' && codes.includes(error.code);
}

/** Ends the agent's input once what was sent is read: an agent that waits for another message then finishes. */
export function closeInput(dir: string, runId: string): void {
  const holder = readPids(dir)?.holder ?? 0;
  const facts = holder > 0 ? readProcess(holder) : undefined;
  if (!facts || facts.zombie || !carriesRun(holder, runId)) return;
  try {
    process.kill(holder, 'SIGTERM');
  } catch (error) {
    // It ends by itself when the agent does.
    if (!hasCode(error, 'ESRCH')) throw error;
  }
}
