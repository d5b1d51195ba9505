import { createHash } from 'node:crypto';
import { lstatSync, readFileSync, readlinkSync } from 'node:fs';
import type { HeldBackReason } from '../../model/file-reason.ts';
import { holdsMergeMarkers, secretByContent, secretByName } from '../../model/secret-shape.ts';
import { leadsOut, lfsObjectOf } from '../../model/stray-content.ts';
import { type Blob, blobSizes, readBlobs, scannedBytes } from './blobs.ts';
import type { CopiedIndex } from './copied-index.ts';
import { isMoved } from './moved-files.ts';
import { asBytes, bufferOf } from './path-bytes.ts';

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

export type HeldBack = { readonly change: IndexChange; readonly reason: HeldBackReason };

/** What a look through staged changes gave. */
type Looked = {
  readonly held: readonly HeldBack[];
  /** True when a file that is not held back has merge markers that it had not before, or is a pointer of Git LFS. */
  readonly isSuspect: boolean;
};

const link = '120000';
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

/**
 * Which staged changes must not be committed on the branch, and why; the smallest files first fill the total. What the commit has
 * already, and loses at another path by the same changes, is only moved.
 */
export async function findHeldBack(
  index: CopiedIndex,
  changes: readonly IndexChange[],
  limits: LeftoverLimits,
): Promise<Looked> {
  const from = changes.filter(({ after }) => after.mode === gone);
  const wasAt = from.map(({ path, before }) => ({ path, ...before }));
  const files = changes.filter(
    (change) =>
      change.after.mode !== gone &&
      change.after.mode !== submodule &&
      !isMoved({ path: change.path, ...change.after }, wasAt, () => targetOf(placeOf(index.worktree, change))),
  );
  // Few small files are read at once, which answers their sizes too.
  const read = isSmallOnDisk(index.worktree, files) ? await readSmall(index, files) : undefined;
  const sizes = read ?? (await blobSizes(index.git, files.map(blobOf)));
  const sizeOf = (change: IndexChange) => {
    const found = sizes.get(blobOf(change));
    return typeof found === 'object' ? found.size : (found ?? 0);
  };
  const held: HeldBack[] = [];
  const toScan: IndexChange[] = [];
  let total = 0;
  for (const change of [...files].sort((a, b) => sizeOf(a) - sizeOf(b))) {
    const size = sizeOf(change);
    total += size;
    const reason = byLooks(index.worktree, change) ?? bySize(size, total, limits);
    if (reason !== undefined) held.push({ change, reason });
    else if (size <= scannedBytes) toScan.push(change);
  }
  let isSuspect = false;
  for (const batch of batchesOf(toScan, sizeOf)) {
    const looked = await scan(index, batch, read ?? (await readBlobs(index.git, batch.map(blobOf))));
    held.push(...looked.held);
    isSuspect ||= looked.isSuspect;
  }
  return { held, isSuspect };
}

function byLooks(worktree: string, change: IndexChange): HeldBackReason | undefined {
  const name = change.before.mode === gone ? secretByName(change.path) : undefined;
  if (name !== undefined) return { code: 'held-back.secret-name', name };
  const target = change.after.mode === link ? targetOf(placeOf(worktree, change)) : undefined;
  return target !== undefined && leadsOut(change.path, target) ? { code: 'held-back.link-out', target } : undefined;
}

function bySize(size: number, total: number, limits: LeftoverLimits): HeldBackReason | undefined {
  if (size > limits.fileBytes) return { code: 'held-back.too-large', bytes: size };
  return total > limits.totalBytes ? { code: 'held-back.too-large', bytes: null } : undefined;
}

/** True when all the files together are small where they lie; one that is not there is not. */
function isSmallOnDisk(worktree: string, files: readonly IndexChange[]): boolean {
  let bytes = 0;
  for (const file of files) {
    bytes += lstatSync(placeOf(worktree, file), { throwIfNoEntry: false })?.size ?? Number.POSITIVE_INFINITY;
    if (bytes > scannedBytes) return false;
  }
  return true;
}

function placeOf(worktree: string, { path }: IndexChange): Buffer {
  return bufferOf(`${asBytes(worktree)}/${path}`);
}

/** Undefined where there is no link any more. */
function targetOf(place: Buffer): string | undefined {
  return lstatSync(place, { throwIfNoEntry: false })?.isSymbolicLink() ? readlinkSync(place) : undefined;
}

function blobOf({ after }: IndexChange): string {
  return after.blob;
}

/** The blobs of files, read where these lie; by git, where it changed them on their way in. */
async function readSmall(index: CopiedIndex, files: readonly IndexChange[]): Promise<ReadonlyMap<string, Blob>> {
  const lying = new Map(files.flatMap((file) => readLying(index.worktree, file)));
  const others = files.map(blobOf).filter((blob) => !lying.has(blob));
  return others.length === 0 ? lying : new Map([...lying, ...(await readBlobs(index.git, others))]);
}

function readLying(worktree: string, file: IndexChange): readonly (readonly [string, Blob])[] {
  const place = placeOf(worktree, file);
  if (!lstatSync(place, { throwIfNoEntry: false })?.isFile()) return [];
  const bytes = readFileSync(place);
  const blob = blobOf(file);
  const hash = createHash(blob.length === 40 ? 'sha1' : 'sha256').update(`blob ${bytes.length}\0`);
  if (hash.update(bytes).digest('hex') !== blob) return [];
  return [[blob, { text: bytes.toString('latin1'), size: bytes.length }]];
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

/** @param blobs those that the changes lead to */
async function scan(
  index: CopiedIndex,
  changes: readonly IndexChange[],
  blobs: ReadonlyMap<string, Blob>,
): Promise<Looked> {
  const suspects = changes.flatMap((change) => {
    const now = blobs.get(blobOf(change))?.text ?? '';
    const [secret, hasMarkers] = [secretByContent(now), holdsMergeMarkers(now)];
    const isPointer = lfsObjectOf(now) !== undefined;
    return secret === undefined && !hasMarkers && !isPointer ? [] : [{ change, secret, hasMarkers, isPointer }];
  });
  // What the repository has in it already is not kept out for saying it again.
  const earlier = await readBlobs(
    index.git,
    suspects.map(({ change }) => change.before.blob),
  );
  const held: HeldBack[] = [];
  let isSuspect = false;
  for (const { change, secret, hasMarkers, isPointer } of suspects) {
    const before = earlier.get(change.before.blob)?.text ?? '';
    if (secret !== undefined && secret !== secretByContent(before))
      held.push({ change, reason: { code: 'held-back.secret', secret } });
    else isSuspect ||= isPointer || (hasMarkers && !holdsMergeMarkers(before));
  }
  return { held, isSuspect };
}

/** Puts paths of an index back to what the commit has. */
export async function unstage(index: CopiedIndex, held: readonly Pick<HeldBack, 'change'>[]): Promise<void> {
  if (held.length === 0) return;
  const lines = held.map(({ change: { path, before } }) =>
    before.mode === gone ? `0 ${before.blob}\t${path}` : `${before.mode} ${before.blob}\t${path}`,
  );
  const input = bufferOf(`${lines.join('\0')}\0`);
  await index.git(['update-index', '-z', '--index-info'], { input });
}
