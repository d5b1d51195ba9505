import { lstatSync } from 'node:fs';
import { holdsMergeMarkers, secretByContent, secretByName } from '../../model/secret-shape.ts';
import { type Blob, blobSizes, readBlobs, scannedBytes } from './blobs.ts';
import type { CopiedIndex } from './copied-index.ts';

export type LeftoverLimits = {
  /**
   * Bytes one file may have to be committed.
   * @defaultValue 5 MiB
   */
  readonly fileBytes: number;
  /**
   * Bytes all of it may have.
   * @defaultValue 50 MiB
   */
  readonly totalBytes: number;
};

export const defaultLimits: LeftoverLimits = { fileBytes: 5 << 20, totalBytes: 50 << 20 };

/** One path that a commit of the index would change. Paths are bytes as latin1. */
export type IndexChange = {
  readonly path: string;
  readonly before: { readonly mode: string; readonly blob: string };
  readonly after: { readonly mode: string; readonly blob: string };
};

export type HeldBack = { readonly change: IndexChange; readonly reason: string };

/** What a look through staged changes gave. */
type Looked = {
  readonly held: readonly HeldBack[];
  /** True when a file that is not held back has merge markers that it had not before. */
  readonly hasMarkers: boolean;
};

const gone = '000000';
const submodule = '160000';
const batchBytes = 16 << 20;

/** What is staged in an index against a commit. */
export async function stagedChanges(index: CopiedIndex, against: string): Promise<readonly IndexChange[]> {
  const args = [
    'diff-index',
    '--cached',
    '--raw',
    '-z',
    '--no-renames',
    '--no-abbrev',
    '--ignore-submodules=none',
    against,
  ];
  const fields = (await index.git(args, { bytes: true })).stdout.split('\0');
  const changes: IndexChange[] = [];
  for (let at = 0; at + 1 < fields.length; at += 2) {
    const match = /^:(\d+) (\d+) ([0-9a-f]+) ([0-9a-f]+) /.exec(fields[at] ?? '');
    const [, oldMode, newMode, oldBlob, newBlob] = match ?? [];
    const path = fields[at + 1];
    if (path && oldMode && newMode && oldBlob && newBlob) {
      changes.push({ path, before: { mode: oldMode, blob: oldBlob }, after: { mode: newMode, blob: newBlob } });
    }
  }
  return changes;
}

/** Which staged changes must not be committed on the branch, and why; the smallest files first fill the total. */
export async function findHeldBack(
  index: CopiedIndex,
  changes: readonly IndexChange[],
  limits: LeftoverLimits,
): Promise<Looked> {
  const files = changes.filter((change) => change.after.mode !== gone && change.after.mode !== submodule);
  // Few small files are read at once, which answers their sizes too.
  const read = isSmallOnDisk(index.worktree, files) ? await readBoth(index, files) : undefined;
  const sizes = read ?? (await blobSizes(index.git, files.map(blobOf)));
  const sizeOf = (change: IndexChange) => {
    const found = sizes.get(blobOf(change));
    return typeof found === 'object' ? found.size : (found ?? 0);
  };
  const held: HeldBack[] = [];
  const toScan: IndexChange[] = [];
  let total = 0;
  for (const change of [...files].sort((a, b) => sizeOf(a) - sizeOf(b))) {
    const named = change.before.mode === gone ? secretByName(change.path) : undefined;
    const size = sizeOf(change);
    total += size;
    if (named !== undefined) held.push({ change, reason: `looks like a secret: ${named}` });
    else if (size > limits.fileBytes) held.push({ change, reason: `too large: ${size} bytes` });
    else if (total > limits.totalBytes) held.push({ change, reason: 'too large: all changes together' });
    else if (size <= scannedBytes) toScan.push(change);
  }
  let hasMarkers = false;
  for (const batch of batchesOf(toScan, sizeOf)) {
    const looked = scan(batch, read ?? (await readBoth(index, batch)));
    held.push(...looked.held);
    hasMarkers ||= looked.hasMarkers;
  }
  return { held, hasMarkers };
}

/** True when all the files together are small where they lie; one that is not there is not. */
function isSmallOnDisk(worktree: string, files: readonly IndexChange[]): boolean {
  let bytes = 0;
  for (const { path } of files) {
    const found = lstatSync(Buffer.from(`${Buffer.from(worktree).toString('latin1')}/${path}`, 'latin1'), {
      throwIfNoEntry: false,
    });
    bytes += found?.size ?? Number.POSITIVE_INFINITY;
    if (bytes > scannedBytes) return false;
  }
  return true;
}

function blobOf({ after }: IndexChange): string {
  return after.blob;
}

function readBoth(index: CopiedIndex, changes: readonly IndexChange[]): Promise<ReadonlyMap<string, Blob>> {
  return readBlobs(
    index.git,
    changes.flatMap((change) => [change.after.blob, change.before.blob]),
  );
}

function* batchesOf(
  changes: readonly IndexChange[],
  sizeOf: (change: IndexChange) => number,
): Generator<readonly IndexChange[]> {
  let batch: IndexChange[] = [];
  let bytes = 0;
  for (const change of changes) {
    batch.push(change);
    bytes += sizeOf(change);
    if (bytes <= batchBytes) continue;
    yield batch;
    batch = [];
    bytes = 0;
  }
  if (batch.length > 0) yield batch;
}

function scan(changes: readonly IndexChange[], blobs: ReadonlyMap<string, Blob>): Looked {
  const held: HeldBack[] = [];
  let hasMarkers = false;
  for (const change of changes) {
    const textOf = ({ blob }: { readonly blob: string }) => blobs.get(blob)?.text ?? '';
    const [now, before] = [textOf(change.after), textOf(change.before)];
    const found = secretByContent(now);
    // What the repository has in it already is not kept out for saying it again.
    if (found !== undefined && found !== secretByContent(before))
      held.push({ change, reason: `looks like a secret: it holds ${found}` });
    else hasMarkers ||= holdsMergeMarkers(now) && !holdsMergeMarkers(before);
  }
  return { held, hasMarkers };
}

/** Puts paths of an index back to what the commit has. */
export async function unstage(index: CopiedIndex, held: readonly HeldBack[]): Promise<void> {
  if (held.length === 0) return;
  const lines = held.map(({ change: { path, before } }) =>
    before.mode === gone ? `0 ${before.blob}\t${path}` : `${before.mode} ${before.blob}\t${path}`,
  );
  const input = Buffer.from(`${lines.join('\0')}\0`, 'latin1');
  await index.git(['update-index', '-z', '--index-info'], { input });
}
