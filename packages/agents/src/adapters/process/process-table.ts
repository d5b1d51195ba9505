import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** What tells one process from every other that had or will have its number. */
export type ProcessFacts = {
  readonly pid: number;
  readonly parent: number;
  /** What it calls itself, its program's name at first; at most 15 bytes. */
  readonly name: string;
  readonly group: number;
  /** Clock ticks since boot. */
  readonly startTime: number;
  /** Processor time that it and its children which have ended took, in clock ticks (hundredths of a second). */
  readonly cpuTime: number;
  /** A zombie has ended: only its parent has not asked yet. */
  readonly zombie: boolean;
};

function readOrUndefined(path: string): string | undefined {
  try {
    return readFileSync(path, 'latin1');
  } catch (error) {
    if (isGone(error)) return undefined;
    throw error;
  }
}

function linkOrUndefined(path: string): string | undefined {
  try {
    return readlinkSync(path);
  } catch (error) {
    if (isGone(error)) return undefined;
    throw error;
  }
}

/** A process may end while it is looked at, and others' are not ours to read. */
function isGone(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return code === 'ENOENT' || code === 'ESRCH' || code === 'EACCES' || code === 'EPERM';
}

let boot: string | undefined;

/** Changes with every start of the machine, so that process numbers of an earlier one are known to be stale. */
export function bootId(): string {
  boot ??= readOrUndefined('/proc/sys/kernel/random/boot_id')?.trim();
  return boot ?? 'unknown';
}

/** Facts of a process, or undefined when there is none of that number. */
export function readProcess(pid: number): ProcessFacts | undefined {
  const stat = readOrUndefined(`/proc/${pid}/stat`);
  if (stat === undefined) return undefined;
  // The second field is the program's name and may hold spaces and brackets: only what follows the last one is regular.
  const end = stat.lastIndexOf(')');
  const fields = stat.slice(end + 2).split(' ');
  return {
    pid,
    name: stat.slice(stat.indexOf('(') + 1, end),
    zombie: fields[0] === 'Z' || fields[0] === 'X',
    parent: Number(fields[1]),
    group: Number(fields[2]),
    startTime: Number(fields[19]),
    cpuTime: fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0),
  };
}

/**
 * Bytes that a process has written, to files, pipes and sockets, and read from a disk, also for its children that have ended.
 * What it reads from elsewhere does not count: programs that only wait for something look again and again.
 * @returns undefined where that is not ours to read
 */
export function movedBytes(pid: number): number | undefined {
  const counters = readOrUndefined(`/proc/${pid}/io`);
  if (counters === undefined) return undefined;
  const of = (name: string) => Number(new RegExp(`^${name}: (\\d+)$`, 'm').exec(counters)?.[1] ?? 0);
  return of('wchar') + of('read_bytes');
}

/** True when the environment the process was started with holds exactly `CW_RUN=<runId>`. */
export function carriesRun(pid: number, runId: string): boolean {
  const environ = readOrUndefined(`/proc/${pid}/environ`);
  return environ?.split('\0').includes(`CW_RUN=${runId}`) ?? false;
}

/** True when the process writes what it says or its errors into one of these files, by their real paths. */
export function writesInto(pid: number, paths: readonly string[]): boolean {
  return (
    paths.length > 0 && [1, 2].some((stream) => paths.includes(linkOrUndefined(`/proc/${pid}/fd/${stream}`) ?? ''))
  );
}

/** Every living process of the machine that can be seen. */
export function listProcesses(): ProcessFacts[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => readProcess(Number(name)) ?? [])
    .filter((facts) => !facts.zombie);
}
