import { findRun, type RunFailure, type RunRecord, type RunRow, toRunRow } from '@cw/agents';
import { err, ok, type Result } from '@cw/kernel';
import { type ChangedFile, type Changes, changesBetween, projectPaths } from '@cw/projects';
import type { ReadDb } from '@cw/storage';
import type { RetryFailure } from '../model/retry.ts';

/** One of two runs that are compared. */
export type ComparedRun = RunRow & {
  readonly resumes: string | null;
  readonly summary: string | null;
  /** Milliseconds from its start to its end; null while it runs or when it never began. */
  readonly durationMs: number | null;
  /** What it made of the commit it began at; null where that is not in the clone any more. */
  readonly changes: Changes | null;
};

export type Comparison = {
  readonly runs: readonly [ComparedRun, ComparedRun];
  /** Of the files that one of them changed, those which the second left otherwise; null where that cannot be told. */
  readonly files: readonly ChangedFile[] | null;
};

type CompareDeps = { readonly read: ReadDb; readonly home: string };

/** Two runs side by side, named by id or start of it: how they went, what they cost, and how what they left differs. */
export async function compareRuns(
  { read, home }: CompareDeps,
  ...named: readonly [string, string]
): Promise<Result<Comparison, RunFailure | RetryFailure>> {
  const [first, second] = [await findRun(read, named[0]), await findRun(read, named[1])];
  if (!first.ok) return first;
  if (!second.ok) return second;
  const cloneOf = (projectId: string) => projectPaths(home, projectId).clone;
  const [a, b] = [first.value, second.value];
  if (a.id === b.id) return err({ kind: 'compare.same-run', runId: a.id });
  const sides = [await sideOf(a, cloneOf), await sideOf(b, cloneOf)] as const;
  const clone = a.projectId === b.projectId ? cloneOf(a.projectId) : undefined;
  const comparable = clone !== undefined && a.headSha !== null && b.headSha !== null;
  const between = comparable ? await changesBetween(clone, a.headSha, b.headSha) : undefined;
  return ok({ runs: sides, files: between ? ofTheirs(between.files, sides) : null });
}

/** Only files that one of the two has changed: they may have begun at different commits, between which others merged. */
function ofTheirs(files: readonly ChangedFile[], sides: Comparison['runs']): readonly ChangedFile[] {
  if (sides.some(({ changes }) => changes === null)) return files;
  const theirs = new Set(sides.flatMap(({ changes }) => changes?.files.map(({ path }) => path) ?? []));
  return files.filter(({ path }) => theirs.has(path));
}

async function sideOf(run: RunRecord, cloneOf: (projectId: string) => string): Promise<ComparedRun> {
  const { baseSha, headSha, startedAt, endedAt } = run;
  const placed = baseSha !== null && headSha !== null;
  const changes = placed ? await changesBetween(cloneOf(run.projectId), baseSha, headSha) : undefined;
  const durationMs = startedAt === null || endedAt === null ? null : endedAt - startedAt;
  const { resumes, summary } = run;
  return { ...toRunRow(run), resumes, summary, durationMs, changes: changes ?? null };
}
