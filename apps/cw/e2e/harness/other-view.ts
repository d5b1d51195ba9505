import { readdirSync, readlinkSync } from 'node:fs';
import type { RunOptions } from './run-cw.ts';

type Asked = {
  readonly run: (args: readonly string[], options?: Partial<RunOptions>) => Promise<{ readonly stdout: string }>;
  readonly home: string;
  readonly pids: readonly number[];
};

/**
 * For a test that waits in vain: what a process of its own sees happen last, and which files of the database this process and
 * others have open. Where that is not what the test sees, it is the test, or a lock, that is to be looked at.
 */
export async function otherView({ run, home, pids }: Asked): Promise<readonly string[]> {
  const { stdout } = await run(['events', '--limit', '5']);
  const open = [process.pid, ...pids].map((pid) => `${pid} has open: ${filesOf(pid, home).join(' ')}`);
  return ['seen by another process:', ...stdout.trim().split('\n'), ...open];
}

function filesOf(pid: number, home: string): readonly string[] {
  try {
    const links = readdirSync(`/proc/${pid}/fd`).map((fd) => linkOf(`/proc/${pid}/fd/${fd}`));
    return links.filter((link) => link.startsWith(`${home}/cw.db`)).map((link) => link.slice(home.length + 1));
  } catch {
    return ['nothing: it is gone'];
  }
}

function linkOf(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    return '';
  }
}
