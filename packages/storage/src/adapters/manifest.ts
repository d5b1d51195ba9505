import { readFileSync } from 'node:fs';
import type { IsoTime } from '@cw/kernel';

/** What is written beside a backup, as `<file>.json`. */
export type BackupManifest = {
  readonly format: 'cw-backup-1';
  readonly createdAt: IsoTime;
  /** Why it was made: `asked`, `before-repair`, `before-restore`. */
  readonly reason: string;
  /** Version of the program that made it. */
  readonly program: string;
  readonly schemaVersion: number;
  readonly logId: string;
  /** The workspace it is of. */
  readonly home: string;
  readonly bytes: number;
  readonly sha256: string;
};

export function manifestPath(backup: string): string {
  return `${backup}.json`;
}

/** The manifest beside a backup, or undefined where there is none that can be read. */
export function readManifest(backup: string): BackupManifest | undefined {
  try {
    const found: unknown = JSON.parse(readFileSync(manifestPath(backup), 'utf8'));
    return isManifest(found) ? found : undefined;
  } catch (error) {
    if (error instanceof SyntaxError || (error instanceof Error && 'code' in error)) return undefined;
    throw error;
  }
}

function isManifest(value: unknown): value is BackupManifest {
  if (typeof value !== 'object' || value === null) return false;
  const fields = new Map(Object.entries(value));
  const texts = ['createdAt', 'reason', 'program', 'logId', 'home', 'sha256'];
  return (
    fields.get('format') === 'cw-backup-1' &&
    texts.every((name) => typeof fields.get(name) === 'string') &&
    Number.isSafeInteger(fields.get('schemaVersion'))
  );
}
