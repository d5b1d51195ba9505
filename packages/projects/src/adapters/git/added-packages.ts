import { declaredPackages, declaresPackages } from '../../model/declared-packages.ts';
import { blobSizes, type RunGit, readBlobs, scannedBytes } from './blobs.ts';
import { hasSameManifests } from './known-commits.ts';
import { git } from './run-git.ts';

/** A package that a file asks for and none asked for before. */
export type AddedPackage = { readonly name: string; readonly version: string; readonly path: string };

type Manifest = { readonly path: string; readonly before: string; readonly after: string };

/** More files than these that say so are not read. */
const mostManifests = 500;

export type AddedPackages = {
  readonly packages: readonly AddedPackage[];
  /** Paths of files that say so and were not read: too many, or too large. What they add is not known. */
  readonly unread: readonly string[];
};

/**
 * Packages that a project depends on by one commit and did not by another, by the files in which it says so.
 * @param from sha of a commit that the clone has, as `to` is
 */
export async function addedPackages(clone: string, from: string, to: string): Promise<AddedPackages> {
  if (hasSameManifests(to, from)) return { packages: [], unread: [] };
  const { stdout } = await git(clone, ['diff-tree', '-r', '-z', '--no-renames', from, to]);
  const all = [...manifestsIn(stdout)];
  const changed = all.slice(0, mostManifests);
  if (changed.length === 0) return { packages: [], unread: [] };
  const run: RunGit = (args, options) => git(clone, args, options);
  const blobs = changed.flatMap(({ before, after }) => [before, after]);
  const sizes = await blobSizes(run, blobs);
  const read = await readBlobs(
    run,
    blobs.filter((blob) => (sizes.get(blob) ?? Number.POSITIVE_INFINITY) <= scannedBytes),
  );
  const asksFor = (path: string, blob: string) => declaredPackages(path, read.get(blob)?.text ?? '');
  const known = new Set(changed.flatMap(({ path, before }) => [...asksFor(path, before).keys()]));
  const added = new Map<string, AddedPackage>();
  for (const { path, after } of changed) {
    for (const [name, version] of asksFor(path, after)) {
      if (!known.has(name) && !added.has(name)) added.set(name, { name, version, path });
    }
  }
  const isUnread = ({ after }: Manifest) => !/^0+$/.test(after) && !read.has(after);
  const unread = [...changed.filter(isUnread), ...all.slice(mostManifests)].map(({ path }) => path);
  return { packages: [...added.values()], unread };
}

/** Files among the raw differences that say what the project depends on. */
function* manifestsIn(raw: string): Generator<Manifest> {
  for (const match of raw.matchAll(/:\d+ (\d+) ([0-9a-f]+) ([0-9a-f]+) [A-Z]\0([^\0]+)\0/g)) {
    const [, mode = '', before = '', after = '', path = ''] = match;
    if (mode.startsWith('100') && declaresPackages(path)) yield { path, before, after };
  }
}
