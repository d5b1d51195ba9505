import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { WorkReport } from '@cw/projects';

const ownerOnly = { mode: 0o600 };

/** Keeps in a run's log folder what became of its uncommitted work, in one piece. */
export function keepLeftoverReport(logDir: string, report: WorkReport): void {
  const path = leftoverPath(logDir);
  mkdirSync(logDir, { recursive: true, mode: 0o700 });
  writeFileSync(`${path}.new`, JSON.stringify(report), { ...ownerOnly, flush: true });
  renameSync(`${path}.new`, path);
}

/** What was kept there, if anything was. */
export function findLeftoverReport(logDir: string): WorkReport | undefined {
  return existsSync(leftoverPath(logDir)) ? readLeftoverReport(logDir) : undefined;
}

/** What was kept there. */
export function readLeftoverReport(logDir: string): WorkReport {
  return JSON.parse(readFileSync(leftoverPath(logDir), 'utf8'));
}

/** Puts the token of a run's tools into a file that only the user can read; answers its path. */
export function keepToken(logDir: string, token: string): string {
  const path = join(logDir, 'mcp-token');
  writeFileSync(path, token, ownerOnly);
  return path;
}

/** True of a worktree that lies on disk. */
export function isThere(worktree: string | null | undefined): boolean {
  return existsSync(worktree ?? '');
}

function leftoverPath(logDir: string): string {
  return join(logDir, 'leftovers.json');
}
