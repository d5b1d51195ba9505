import { rescueRef } from '../../model/branch-names.ts';
import type { CopiedIndex } from './copied-index.ts';
import { addEmbeddedFiles } from './embedded-repositories.ts';
import type { HeldBack } from './leftover-changes.ts';
import { writeCommit } from './merge.ts';
import { bufferOf } from './path-bytes.ts';
import { listRefs } from './refs.ts';
import { gitLine } from './run-git.ts';
import { keepRef } from './task-worktree.ts';

export type RescueRequest = {
  readonly worktree: string;
  readonly runId: string;
  /** Holds what goes on the branch; gets what is rescued besides. */
  readonly index: CopiedIndex;
  readonly held: readonly HeldBack[];
  readonly embedded: readonly string[];
  readonly parents: readonly string[];
  /** Lines that say what is in it and why. */
  readonly note: readonly string[];
};

/**
 * Keeps the whole of a working tree under `refs/cw/rescue/<run>`: what is committed, what was held back, and the files
 * of embedded repositories. The ref is never pushed. Doing it again for the same content answers the same ref.
 */
export async function rescue(request: RescueRequest): Promise<string> {
  const { index, worktree, runId } = request;
  if (request.held.length > 0) {
    const lines = request.held.map(({ change: { path, after } }) => `${after.mode} ${after.blob}\t${path}`);
    const input = bufferOf(`${lines.join('\0')}\0`);
    await index.git(['update-index', '-z', '--index-info'], { input });
  }
  for (const path of request.embedded) await addEmbeddedFiles(index, worktree, path);
  const tree = await index.writeTree();
  const existing = await findRescue(worktree, runId, [tree, ...request.parents]);
  if (existing !== undefined) return existing;
  const message = `cw rescue ${runId}\n\n${request.note.join('\n')}\n`;
  const commit = await writeCommit(worktree, { tree, parents: request.parents, message });
  return keepRef(worktree, rescueRef(runId), commit);
}

async function findRescue(worktree: string, runId: string, identity: readonly string[]): Promise<string | undefined> {
  for (const [ref, commit] of await listRefs(worktree, 'refs/cw/rescue')) {
    if (ref !== rescueRef(runId) && !ref.startsWith(`${rescueRef(runId)}-`)) continue;
    const kept = await gitLine(worktree, ['show', '--no-patch', '--format=%T %P', commit]);
    if (kept.trimEnd() === identity.join(' ')) return ref;
  }
  return undefined;
}
