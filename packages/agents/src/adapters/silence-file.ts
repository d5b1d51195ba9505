import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { logFiles } from './process/wrapper.ts';

/** Keeps in a run's folder that its agent is ended for its silence, so that whoever goes on with the run knows too. */
export function keepSilence(dir: string, silentMs: number): void {
  const path = join(dir, logFiles.silence);
  writeFileSync(`${path}.tmp`, `${Math.round(silentMs)}\n`, { mode: 0o600 });
  renameSync(`${path}.tmp`, path);
}

/** How long the agent of a run had been silent when that was decided; null when it never was. */
export function keptSilence(dir: string): number | null {
  const path = join(dir, logFiles.silence);
  return existsSync(path) ? Number(readFileSync(path, 'utf8')) : null;
}
