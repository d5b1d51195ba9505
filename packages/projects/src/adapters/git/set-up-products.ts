import { lstatSync } from 'node:fs';
import { type CopiedIndex, copyIndex } from './copied-index.ts';
import { type HeadState, readHeadState } from './head-state.ts';
import { type IndexChange, stagedChanges } from './leftover-changes.ts';
import { fingerprintOf, isFilledAt } from './nested-files.ts';
import { asBytes, asText, bufferOf } from './path-bytes.ts';
import { git } from './run-git.ts';
import { stageAll } from './stage-all.ts';
import { excludesOption, gitDirOf, type Product, readCopied, readProducts, writeProducts } from './worktree-state.ts';

/** How things are that differ from HEAD, by path, which is bytes as latin1 and ends in a slash for a repository. */
export type FilesAsTheyAre = ReadonlyMap<string, string>;

/** How files are before a set-up command runs. */
export async function filesAsTheyAre(worktree: string): Promise<FilesAsTheyAre> {
  return new Map([...(await lookAt(worktree))].map(([path, { left }]) => [path, left]));
}

/**
 * Notes what a set-up command made or changed. It is not the work of the task for as long as it stays as the command left it. What an earlier
 * command made that was killed is among it where this one has written it again; else nobody knows who made it, and it is work.
 * @param before how files were when the command began
 * @param since when that was, in milliseconds since 1970
 */
export async function noteProducts(worktree: string, before: FilesAsTheyAre, since: number): Promise<void> {
  const gitDir = await gitDirOf(worktree);
  const known = await readProducts(gitDir);
  const after = await lookAt(worktree);
  const isMade = (path: string, now: Product) =>
    before.get(path) !== now.left || isStill(known.get(path), now) || isWritten(worktree, path, since);
  const made = new Map([...after].filter(([path, now]) => isMade(path, now)));
  if (made.size > 0 || known.size > 0) await writeProducts(gitDir, made);
}

/** The clock of files may be this much behind, in milliseconds. */
const tick = 20;

/** A repository is compared by what is in it. */
function isWritten(worktree: string, path: string, since: number): boolean {
  if (path.endsWith('/')) return false;
  const found = lstatSync(bufferOf(`${asBytes(worktree)}/${path}`), { throwIfNoEntry: false });
  return found !== undefined && found.ctimeMs >= since - tick;
}

async function lookAt(worktree: string): Promise<ReadonlyMap<string, Product>> {
  const head = await readHeadState(worktree);
  const index = await copyIndex(worktree, head.gitDir);
  try {
    const staged = await stagedPaths(index, head);
    const { changes, embedded, submodules } = await stageAll(index, head);
    const found = changes.map((change): [string, Product] => [
      change.path,
      { ...asItIs(change), staged: staged.has(change.path) },
    ]);
    for (const path of [...embedded, ...submodules.filter((at) => isFilledAt(worktree, at))]) {
      found.push([`${path}/`, { left: await fingerprintOf(worktree, path), head: '', staged: false }]);
    }
    return new Map(found);
  } finally {
    await index.remove();
  }
}

/** What a working tree has that its HEAD has not. Paths are bytes as latin1. */
export type Sorted = {
  readonly work: readonly IndexChange[];
  /** What was copied in, and what the set-up command made or changed and nobody has changed or staged since. */
  readonly ofSetUp: readonly IndexChange[];
  /** Repositories that lie in the tree without being part of it, but for those of the set-up. */
  readonly embedded: readonly string[];
  readonly embeddedOfSetUp: readonly string[];
};

/** Stages all that lies in a working tree in a copy of its index, and tells the work of its task from what is the set-up's. */
export async function stageAndSort(index: CopiedIndex, head: HeadState): Promise<Sorted> {
  const products = await readProducts(head.gitDir);
  const staged = products.size === 0 ? new Set() : await stagedPaths(index, head);
  const { changes, embedded } = await stageAll(index, head);
  const copied = new Set((await readCopied(head.gitDir)).map(asBytes));
  const isOfSetUp = (change: IndexChange) => {
    if (copied.has(change.path)) return true;
    const product = products.get(change.path);
    // What somebody has staged since is there on purpose.
    return isStill(product, asItIs(change)) && (product?.staged === true || !staged.has(change.path));
  };
  const isInTheWay = inTheWayOf(changes.filter((change) => !isOfSetUp(change)));
  const ofSetUp = changes.filter((change) => isOfSetUp(change) && !isInTheWay(change));
  const untouched = await untouchedAmong(index.worktree, embedded, products);
  return {
    work: changes.filter((change) => !ofSetUp.includes(change)),
    ofSetUp,
    embedded: embedded.filter((path) => !untouched.has(path)),
    embeddedOfSetUp: [...untouched],
  };
}

/**
 * What the set-up took away comes back when it is left out of a commit. That cannot be where work lies by now, below it or in the
 * place of a folder around it: then it is part of the work.
 */
function inTheWayOf(work: readonly IndexChange[]): (change: IndexChange) => boolean {
  const paths = work.filter(({ after }) => after.mode !== gone).map(({ path }) => path);
  const [files, folders] = [new Set(paths), new Set(paths.flatMap(foldersOf))];
  return ({ path, before }) =>
    before.mode !== gone && (folders.has(path) || foldersOf(path).some((folder) => files.has(folder)));
}

function foldersOf(path: string): readonly string[] {
  return [...path.matchAll(/\//g)].map(({ index }) => path.slice(0, index));
}

const gone = '000000';

/**
 * What of a working tree is neither in its HEAD nor the set-up's, by path. Nothing is changed.
 * @param which `tracked`: only of files that are in HEAD or staged
 */
export async function uncommittedWork(worktree: string, which: 'all' | 'tracked' = 'all'): Promise<readonly string[]> {
  const gitDir = await gitDirOf(worktree);
  const copied = new Set((await readCopied(gitDir)).map(asBytes));
  const listed = which === 'all' ? '-uall' : '-uno';
  const args = ['status', '--porcelain', '-z', '--no-renames', listed, '--ignore-submodules=dirty'];
  const { stdout } = await git(worktree, [...excludesOption(gitDir), ...args], { bytes: true });
  const lines = stdout.split('\0').filter((line) => line !== '');
  const dirty = lines.map((line) => line.slice(3)).filter((path) => !copied.has(path));
  if (dirty.length === 0 || (await readProducts(gitDir)).size === 0) return dirty.map(asText);
  const head = await readHeadState(worktree);
  const index = await copyIndex(worktree, gitDir);
  try {
    const { ofSetUp, embeddedOfSetUp } = await stageAndSort(index, head);
    const made = new Set([...ofSetUp.map(({ path }) => path), ...embeddedOfSetUp.map((path) => `${path}/`)]);
    return dirty.filter((path) => !made.has(path)).map(asText);
  } finally {
    await index.remove();
  }
}

/** Which of some repositories inside a working tree, as paths in bytes, are as the set-up command left them. */
export async function untouchedRepositories(worktree: string, paths: readonly string[]): Promise<ReadonlySet<string>> {
  return untouchedAmong(worktree, paths, await readProducts(await gitDirOf(worktree)));
}

async function untouchedAmong(
  worktree: string,
  paths: readonly string[],
  products: ReadonlyMap<string, Product>,
): Promise<ReadonlySet<string>> {
  const untouched = new Set<string>();
  for (const path of paths) {
    const noted = products.get(`${path}/`);
    if (noted !== undefined && noted.left === (await fingerprintOf(worktree, path))) untouched.add(path);
  }
  return untouched;
}

/** Whether a file is as the set-up command left it, in HEAD as well: else what is there came about since. */
function isStill(product: Product | undefined, now: Pick<Product, 'left' | 'head'>): boolean {
  return product?.left === now.left && (product.head === undefined || product.head === now.head);
}

function asItIs({ before, after }: IndexChange): { readonly left: string; readonly head: string } {
  return { left: `${after.mode} ${after.blob}`, head: `${before.mode} ${before.blob}` };
}

async function stagedPaths(index: CopiedIndex, head: HeadState): Promise<ReadonlySet<string>> {
  if (head.commit === undefined) return new Set();
  return new Set((await stagedChanges(index, head.commit)).map(({ path }) => path));
}
