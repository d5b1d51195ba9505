import { existsSync } from 'node:fs';
import { changesBetween, forkPoint, projectPaths, tipRef } from '@cw/projects';
import type { Storage } from '@cw/storage';
import type { MergeRequestView, MergeSize } from '../model/merge-view.ts';
import { findMerge } from '../queries/find-merge.ts';

/**
 * What merge requests bring, in files and lines: of one that was merged what the merge changed, of others what their branch has
 * over what it is to be merged into. One whose commits are gone is left out.
 */
export async function countChanges(
  { home, storage }: { readonly home: string; readonly storage: Pick<Storage, 'read'> },
  ids: readonly string[],
): Promise<readonly MergeSize[]> {
  const counted: MergeSize[] = [];
  for (const id of ids) {
    const merge = await findMerge(storage.read, id);
    const changes = merge.ok ? await changesOf(home, merge.value) : undefined;
    if (changes !== undefined) counted.push(changes);
  }
  return counted;
}

async function changesOf(home: string, merge: MergeRequestView): Promise<MergeSize | undefined> {
  const { id, projectId, headSha, mergeSha, targetBranch } = merge;
  const { clone } = projectPaths(home, projectId);
  if (!existsSync(clone)) return undefined;
  const [from, to] =
    mergeSha === null ? [await forkPoint(clone, tipRef(targetBranch), headSha), headSha] : [`${mergeSha}^1`, mergeSha];
  const changes = from === undefined ? undefined : await changesBetween(clone, from, to);
  if (changes === undefined) return undefined;
  const sum = (lines: readonly (number | null)[]) => lines.reduce<number>((total, count) => total + (count ?? 0), 0);
  return {
    id,
    files: changes.files.length,
    added: sum(changes.files.map(({ added }) => added)),
    removed: sum(changes.files.map(({ removed }) => removed)),
  };
}
