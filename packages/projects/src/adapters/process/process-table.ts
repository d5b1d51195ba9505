import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';

export type ProcessRow = {
  readonly pid: number;
  readonly parent: number;
  readonly group: number;
  readonly zombie: boolean;
};

/** Every process there is now, as far as this user may see it. */
export function listProcesses(): Promise<readonly ProcessRow[]> {
  return new Promise((resolve, reject) => {
    execFile('ps', ['-A', '-o', 'pid=,ppid=,pgid=,stat='], { maxBuffer: 1 << 24 }, (error, stdout) => {
      if (error) reject(error);
      else resolve(stdout.split('\n').flatMap(rowOf));
    });
  });
}

function rowOf(line: string): readonly ProcessRow[] {
  const [pid, parent, group, stat] = line.trim().split(/\s+/);
  if (pid === undefined || parent === undefined || group === undefined || stat === undefined) return [];
  return [{ pid: Number(pid), parent: Number(parent), group: Number(group), zombie: stat.startsWith('Z') }];
}

/** The processes whose environment carries a line; only where the system tells (Linux), else none. */
export async function processesMarked(line: string): Promise<readonly number[]> {
  if (!existsSync('/proc/self/environ')) return [];
  const found: number[] = [];
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    // A process may end, or belong to another user, between the listing and the look.
    const environment = await readFile(`/proc/${name}/environ`, 'latin1').catch(() => '');
    if (environment.split('\0').includes(line)) found.push(Number(name));
  }
  return found;
}

/** A process's descendants, itself included. */
export function treeOf(root: number, rows: readonly ProcessRow[]): ReadonlySet<number> {
  const tree = new Set([root]);
  for (let grew = true; grew; ) {
    grew = false;
    for (const row of rows) {
      if (!tree.has(row.pid) && tree.has(row.parent)) {
        tree.add(row.pid);
        grew = true;
      }
    }
  }
  return tree;
}
