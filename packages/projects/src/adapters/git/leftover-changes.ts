import { secretByContent, secretByName } from '../../model/secret-shape.ts';
import { blobSizes, blobTexts, scannedBytes } from './blobs.ts';
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
): Promise<readonly HeldBack[]> {
  const files = changes.filter((change) => change.after.mode !== gone && change.after.mode !== submodule);
  const sizes = await blobSizes(
    index.git,
    files.map((change) => change.after.blob),
  );
  const sizeOf = (change: IndexChange) => sizes.get(change.after.blob) ?? 0;
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
  return [...held, ...(await secretsIn(index, toScan, sizeOf))];
}

async function secretsIn(
  index: CopiedIndex,
  changes: readonly IndexChange[],
  sizeOf: (change: IndexChange) => number,
): Promise<readonly HeldBack[]> {
  const held: HeldBack[] = [];
  let batch: IndexChange[] = [];
  let bytes = 0;
  const scan = async () => {
    const texts = await blobTexts(
      index.git,
      batch.flatMap((change) => [change.after.blob, change.before.blob]),
    );
    for (const change of batch) {
      const found = secretByContent(texts.get(change.after.blob) ?? '');
      // What the repository has in it already is not kept out for saying it again.
      const known = secretByContent(texts.get(change.before.blob) ?? '');
      if (found !== undefined && found !== known)
        held.push({ change, reason: `looks like a secret: it holds ${found}` });
    }
    batch = [];
    bytes = 0;
  };
  for (const change of changes) {
    batch.push(change);
    bytes += sizeOf(change);
    if (bytes > batchBytes) await scan();
  }
  await scan();
  return held;
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
