import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { program } from '../harness/program.ts';
import { writeProgram } from '../harness/project.ts';

export type SmallDisk = AsyncDisposable & {
  /** A program that runs `cw` where the folder lies on that disk. */
  readonly program: string;
  /** Runs a line of a shell there. Answers what it prints. */
  readonly sh: (line: string) => string;
  /** Leaves not one byte free, and frees them again. */
  readonly fill: () => void;
  readonly free: () => void;
};

/**
 * Mounts an empty disk of so many bytes over a folder, seen only by what is started through it: a file system in memory
 * with a limit, in a namespace that lives as long as one process.
 * @param programs a folder for the program that is made
 */
export async function smallDisk(folder: string, programs: string, bytes: number): Promise<SmallDisk> {
  const args = ['--dev-bind', '/', '/', '--size', String(bytes), '--tmpfs', folder, 'sh', '-c', 'echo $$; exec cat'];
  const holder: ChildProcess = spawn('bwrap', args, { stdio: ['pipe', 'pipe', 'inherit'] });
  if (holder.stdout === null) throw new Error('no output');
  const [said] = await once(holder.stdout, 'data');
  const enter = ['nsenter', ...namespacesOf(Number(said)), '--'];
  const sh = (line: string) =>
    execFileSync(enter[0] ?? '', [...enter.slice(1), 'sh', '-c', line], { encoding: 'utf8' });
  const filler = join(folder, 'filler');
  return {
    program: await writeProgram(
      join(programs, 'cw-on-disk'),
      `#!/bin/sh\nexec ${enter.join(' ')} '${program()}' "$@"\n`,
    ),
    sh,
    // What is left of a page is filled by bytes, where blocks no longer fit.
    fill: () => void sh(`chmod 700 '${folder}'; cat /dev/zero > '${filler}' 2>/dev/null || true`),
    free: () => void sh(`rm '${filler}'`),
    [Symbol.asyncDispose]: async () => {
      holder.stdin?.end();
      if (holder.exitCode === null && holder.signalCode === null) await once(holder, 'exit');
    },
  };
}

/** An ordinary user is given a namespace of users too, in which alone it may mount. */
function namespacesOf(pid: number): readonly string[] {
  const ownUsers = readlinkSync(`/proc/${pid}/ns/user`) !== readlinkSync('/proc/self/ns/user');
  return ['-t', String(pid), '-m', ...(ownUsers ? ['-U', '--preserve-credentials'] : [])];
}
