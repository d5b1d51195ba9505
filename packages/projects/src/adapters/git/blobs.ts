import { setImmediate } from 'node:timers/promises';
import type { GitAnswer, GitOptions } from './run-git.ts';

/** Runs git where the blobs are. */
export type RunGit = (args: readonly string[], options: GitOptions) => Promise<GitAnswer>;

/** Bytes of one blob that are read with others. */
export const scannedBytes = 1 << 20;

/** Bytes of a blob that is looked through by itself; of a larger one nothing can be said. */
export const mostBytes = 128 << 20;

/** Bytes by which the parts of a large blob overlap, so that nothing is missed where one ends. */
const overlap = 1 << 14;

/** Sizes of blobs, without reading them. */
export async function blobSizes(run: RunGit, blobs: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const sizes = new Map<string, number>();
  if (blobs.length === 0) return sizes;
  const answer = await run(['cat-file', '--batch-check'], { input: `${blobs.join('\n')}\n` });
  for (const match of answer.stdout.matchAll(/^([0-9a-f]+) blob (\d+)$/gm)) {
    if (match[1] && match[2]) sizes.set(match[1], Number(match[2]));
  }
  return sizes;
}

/** What a blob holds, as latin1 and cut off at `scannedBytes`, and how many bytes it has. */
export type Blob = { readonly text: string; readonly size: number };

/** Reads blobs; those that there are not, such as the blob of a file that is new, are left out. */
export async function readBlobs(run: RunGit, blobs: readonly string[]): Promise<ReadonlyMap<string, Blob>> {
  const read = new Map<string, Blob>();
  const wanted = blobs.filter((blob) => !/^0+$/.test(blob));
  if (wanted.length === 0) return read;
  const { stdout } = await run(['cat-file', '--batch'], { input: `${wanted.join('\n')}\n`, bytes: true });
  for (let at = 0; at < stdout.length; ) {
    const line = stdout.slice(at, stdout.indexOf('\n', at));
    const [blob, type, size] = line.split(' ');
    at += line.length + 1;
    if (blob === undefined || type === 'missing' || size === undefined) continue;
    read.set(blob, { text: stdout.slice(at, at + Math.min(Number(size), scannedBytes)), size: Number(size) });
    at += Number(size) + 1;
  }
  return read;
}

/** The content of a large blob in parts, as latin1. Others get their turn between them. */
export async function* partsOf(run: RunGit, blob: string): AsyncGenerator<string> {
  const { stdout } = await run(['cat-file', 'blob', blob], { bytes: true });
  for (let at = 0; at < stdout.length; at += scannedBytes) {
    yield stdout.slice(at, at + scannedBytes + overlap);
    await setImmediate();
  }
}
