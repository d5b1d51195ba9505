import type { ReadDb } from '@cw/storage';
import { hashToken } from './commands/issue-token.ts';
import type { RunRecord } from './model/run.ts';
import { findRunByTokenHash } from './queries/find-runs.ts';

/** The living run that a token of its own tools was given to. It needs nothing else of this room, so that those start soon. */
export function findRunByToken(db: ReadDb, token: string): Promise<RunRecord | undefined> {
  return findRunByTokenHash(db, hashToken(token));
}
