import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { EndedSilence } from '../model/stall.ts';
import { logFiles } from './process/wrapper.ts';

/** Keeps in a run's folder that its agent is ended for its silence, so that whoever goes on with the run knows too. */
export function keepSilence(dir: string, { ms, seen }: EndedSilence): void {
  const path = join(dir, logFiles.silence);
  writeFileSync(`${path}.tmp`, `${JSON.stringify({ ms: Math.round(ms), seen })}\n`, { mode: 0o600 });
  renameSync(`${path}.tmp`, path);
}

/** How long the agent of a run had been silent when that was decided, and what was seen; null when it never was. */
export function keptSilence(dir: string): EndedSilence | null {
  const path = join(dir, logFiles.silence);
  if (!existsSync(path)) return null;
  const kept: unknown = JSON.parse(readFileSync(path, 'utf8'));
  // An older version wrote the milliseconds alone.
  return typeof kept === 'number' ? { ms: kept, seen: null } : (kept as EndedSilence);
}
