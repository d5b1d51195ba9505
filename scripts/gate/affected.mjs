import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../files.mjs';

/** The workspace's packages: folder → folders of the packages that it needs, for its tests too. */
export function packageNeeds() {
  const folders = ['apps', 'packages'].flatMap((group) =>
    readdirSync(join(root, group)).map((name) => `${group}/${name}`),
  );
  const manifests = folders.map((folder) => ({
    folder,
    ...JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')),
  }));
  const folderOf = new Map(manifests.map(({ folder, name }) => [name, folder]));
  return new Map(
    manifests.map(({ folder, dependencies, devDependencies }) => [
      folder,
      Object.keys({ ...dependencies, ...devDependencies }).flatMap((name) => folderOf.get(name) ?? []),
    ]),
  );
}

/** Paths that differ from a commit, new and untracked files included. @throws Error when git does not know it */
export function changedSince(commit) {
  const lines = (...args) => {
    const { status, stdout, stderr } = spawnSync('git', args, { cwd: root, encoding: 'utf8' });
    if (status !== 0) throw new Error(stderr.trim());
    return stdout.split('\0').filter(Boolean);
  };
  return [
    ...lines('diff', '--name-only', '-z', '--end-of-options', commit),
    ...lines('ls-files', '--others', '--exclude-standard', '-z'),
  ];
}

const isTest = (file) => /\.test\.tsx?$/.test(file);
const isProse = (file) => file.endsWith('.md');
const packageOf = (file) => /^(?:apps|packages)\/[^/]+/.exec(file)?.[0];

/**
 * What changed files can affect.
 * @param needs as `packageNeeds` answers it
 * @returns `everything` when a file of the whole workspace changed; `files`, tests that changed themselves; `packages`,
 *   in which something else changed, and those that need one of them; `docs` when prose changed
 */
export function affectedBy(changed, needs) {
  const files = changed.filter(isTest);
  const others = changed.filter((file) => !isTest(file));
  const sources = others.filter((file) => !isProse(file));
  const everything = sources.some((file) => packageOf(file) === undefined);
  const packages = new Set(sources.flatMap((file) => packageOf(file) ?? []));
  for (let before = -1; before !== packages.size; ) {
    before = packages.size;
    for (const [folder, needed] of needs) if (needed.some((one) => packages.has(one))) packages.add(folder);
  }
  return { everything, files, packages: [...packages].sort(), docs: others.some(isProse) };
}
