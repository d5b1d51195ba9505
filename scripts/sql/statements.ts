import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A statement that was run, and the place in the source that ran it. */
export type Recorded = {
  readonly sql: string;
  /** `packages/tasks/src/x.ts:12`. */
  readonly at: string;
  /** The place of the room for which storage ran it; the same where storage did not. */
  readonly by: string;
};

/** What `record-statements.ts` wrote, each once for a place. @throws Error where nothing was recorded */
export function readRecorded(folder: string | undefined): readonly Recorded[] {
  if (folder === undefined) throw new Error('Statements are recorded with CW_SQL_LOG: run scripts/test unit int sql.');
  const lines = readdirSync(folder).flatMap((name) => readFileSync(join(folder, name), 'utf8').split('\n'));
  return [...new Set(lines)].filter((line) => line !== '').map((line): Recorded => JSON.parse(line));
}

/** Whether it is about the connection or the file, and no table. */
export function isOfConnection({ sql }: Recorded): boolean {
  return /^\s*(?:PRAGMA|BEGIN|COMMIT|ROLLBACK|SAVEPOINT|RELEASE|VACUUM|ATTACH|DETACH)\b/i.test(sql);
}
