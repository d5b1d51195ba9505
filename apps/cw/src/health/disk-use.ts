import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { freeBytes } from '@cw/storage';
import type { DiskUse, Size } from './health-report.ts';

/** How much of one folder is looked at: things in it, and milliseconds. */
const most = 20_000;
const patience = 1_000;

/** What a workspace's folders take up, as far as a moment's look tells. */
export async function diskUse(home: string): Promise<DiskUse> {
  const [agentLogs, checkLogs, worktrees, clones, backups] = await Promise.all(
    ['agent-logs', 'check-logs', 'worktrees', 'projects', 'backups'].map((name) => folderSize(join(home, name))),
  );
  const nothing: Size = { bytes: 0, whole: true };
  return {
    freeBytes: freeBytes(home),
    logs: sum(agentLogs ?? nothing, checkLogs ?? nothing),
    worktrees: worktrees ?? nothing,
    clones: clones ?? nothing,
    backups: backups ?? nothing,
  };
}

function sum(left: Size, right: Size): Size {
  return { bytes: left.bytes + right.bytes, whole: left.whole && right.whole };
}

/** The bytes that a folder takes up on the disk; links are not followed, and what vanishes meanwhile is passed over. */
export async function folderSize(path: string): Promise<Size> {
  const until = performance.now() + patience;
  const folders = [path];
  let bytes = 0;
  let seen = 0;
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    for (const entry of await entriesOf(folder)) {
      if (seen >= most || performance.now() > until) return { bytes, whole: false };
      seen += 1;
      const inside = join(folder, entry.name);
      if (entry.isDirectory()) folders.push(inside);
      else bytes += await bytesOf(inside);
    }
  }
  return { bytes, whole: true };
}

async function entriesOf(folder: string) {
  try {
    return await readdir(folder, { withFileTypes: true });
  } catch (error) {
    if (hasCode(error)) return [];
    throw error;
  }
}

async function bytesOf(path: string): Promise<number> {
  try {
    return (await lstat(path)).blocks * 512;
  } catch (error) {
    if (hasCode(error)) return 0;
    throw error;
  }
}

function hasCode(error: unknown): boolean {
  return error instanceof Error && 'code' in error;
}
