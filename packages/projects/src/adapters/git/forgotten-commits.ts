import { join } from 'node:path';
import { git } from './run-git.ts';
import { readIfThere } from './worktree-state.ts';

/** Commits that HEAD of a working tree once stood on and that no ref reaches any more: their tips, and how many. */
export async function findForgottenCommits(
  worktree: string,
  gitDir: string,
  /** Commits that something else is known to hold. */
  held: readonly (string | undefined)[],
): Promise<{ readonly tips: readonly string[]; readonly count: number }> {
  const log = (await readIfThere(join(gitDir, 'logs', 'HEAD'))) ?? '';
  const visited = new Set(
    [...log.matchAll(/^[0-9a-f]+ ([0-9a-f]*[1-9a-f][0-9a-f]*) /gm)].flatMap(([, id]) => id ?? []),
  );
  for (const commit of held) if (commit !== undefined) visited.delete(commit);
  if (visited.size === 0) return { tips: [], count: 0 };
  const args = ['rev-list', '--parents', '--ignore-missing', '--stdin', '--not', '--all'];
  const input = `${[...visited].join('\n')}\n`;
  const lines = (await git(worktree, args, { input })).stdout.split('\n').filter((line) => line !== '');
  const commits = lines.map((line) => line.split(' '));
  const parents = new Set(commits.flatMap((ids) => ids.slice(1)));
  const tips = commits.flatMap(([id]) => (id !== undefined && !parents.has(id) ? [id] : []));
  return { tips, count: commits.length };
}
