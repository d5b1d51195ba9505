import { findRun, type RunFailure } from '@cw/agents';
import { ok, type Result } from '@cw/kernel';
import { type Changes, changesBetween, projectPaths } from '@cw/projects';
import type { ReadDb } from '@cw/storage';

/** What a run made of the commit it began at; null where that is not in the clone any more, or it made no commit. */
export type RunChanges = { readonly runId: string; readonly changes: Changes | null };

/** The files that a run, named by id or start of it, has changed, with the lines it added and removed. */
export async function runChanges(
  { read, home }: { readonly read: ReadDb; readonly home: string },
  named: string,
): Promise<Result<RunChanges, RunFailure>> {
  const found = await findRun(read, named);
  if (!found.ok) return found;
  const { id: runId, projectId, baseSha, headSha } = found.value;
  const isPlaced = baseSha !== null && headSha !== null;
  const changes = isPlaced ? await changesBetween(projectPaths(home, projectId).clone, baseSha, headSha) : undefined;
  return ok({ runId, changes: changes ?? null });
}
