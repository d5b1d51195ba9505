import { createHash, randomBytes } from 'node:crypto';
import { err, ok, type Result } from '@cw/kernel';
import type { RunStore } from '../adapters/run-store.ts';
import type { RunFailure } from '../model/run-failure.ts';

const tokenBytes = 32;

/**
 * A new token for a run's own tools, 43 characters. Only its hash is kept; it works until the run ends or is given another.
 */
export async function issueToken(
  store: RunStore,
  input: { readonly runId: string },
): Promise<Result<string, RunFailure>> {
  const found = await store.find(input.runId);
  if (!found.ok) return found;
  const { id, outcome, endedAt } = found.value;
  if (endedAt !== null) return err({ kind: 'run.ended', runId: id, outcome: outcome ?? 'ended' });
  const token = randomBytes(tokenBytes).toString('base64url');
  await store.change(id, { tokenHash: hashToken(token) });
  return ok(token);
}

export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
