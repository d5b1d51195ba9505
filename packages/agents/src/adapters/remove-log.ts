import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { IsoTime } from '@cw/kernel';
import { agentLogDir } from './agent-log-dir.ts';
import { isOwnFile } from './own-file.ts';
import { logFiles } from './process/wrapper.ts';

/** Runs of a workspace whose files are there. */
export function listLogs(home: string): readonly string[] {
  const root = agentLogDir(home, '');
  return existsSync(root) ? readdirSync(root).filter((runId) => logRemovedAt(join(root, runId)) === null) : [];
}

/** Bytes of the files of a run. */
export function logSize(home: string, runId: string): number {
  return readdirSync(agentLogDir(home, runId), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);
}

/** Removes the files of a run that has ended, but for a note that says so. Safe to repeat. */
export function removeLog(home: string, runId: string, at: IsoTime): void {
  const dir = agentLogDir(home, runId);
  writeFileSync(join(dir, logFiles.removed), `${at}\n`, { mode: 0o600 });
  for (const name of readdirSync(dir)) {
    if (name !== logFiles.removed) rmSync(join(dir, name), { recursive: true, force: true });
  }
}

/** When the files of a run were removed; null while they are there. */
export function logRemovedAt(dir: string): IsoTime | null {
  const path = join(dir, logFiles.removed);
  return existsSync(path) ? readFileSync(path, 'utf8').trim() : null;
}

/** Path of what a run wrote and somebody else has deleted; undefined while all is there. */
export function lostFile(dir: string, started: boolean, ended: boolean): string | undefined {
  if (!started) return undefined;
  if (!existsSync(dir)) return dir;
  const output = join(dir, logFiles.output);
  return ended && !isOwnFile(output) ? output : undefined;
}
