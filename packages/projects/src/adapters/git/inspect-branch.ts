import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type FindingReason, sayFinding } from '../../model/file-reason.ts';
import { isImpossiblePath } from '../../model/impossible-path.ts';
import { holdsMergeMarkers, secretByContent, secretByName } from '../../model/secret-shape.ts';
import { leadsOut, lfsObjectOf } from '../../model/stray-content.ts';
import { listPreparedFiles } from '../copy-files.ts';
import { type Blob, blobSizes, mostBytes, partsOf, type RunGit, readBlobs, scannedBytes } from './blobs.ts';
import { bringsOnlyClean } from './known-commits.ts';
import { type FileAt, isMoved } from './moved-files.ts';
import { asBytes, asText } from './path-bytes.ts';
import { findCommit } from './refs.ts';
import { git, gitLine } from './run-git.ts';

export type BranchInspection = {
  readonly clone: string;
  /** Tip of the branch. */
  readonly head: string;
  /** What it is to be merged into. Commits that this has, or that the user has made, are not looked at. */
  readonly target: string;
  /** Folder of the files that the set-up hook copies. */
  readonly filesDir: string;
};

/** Something that a branch would bring and should not. */
export type BranchFinding = { readonly path: string; readonly commit: string; readonly reason: FindingReason };

/** A file as one commit of the branch leaves it. Paths are bytes as latin1. */
type Change = {
  readonly commit: string;
  readonly path: string;
  readonly before: string;
  readonly blob: string;
  readonly mode: string;
  readonly isNew: boolean;
};

const [link, submodule] = ['120000', '160000'];

const batchBytes = 16 << 20;

/**
 * Looks through every commit of a branch, since each of them would be merged: for files that the set-up hook copied, for
 * secrets by name and by shape, for merge markers that are still there at its tip, and for what the tip has only in name: repositories
 * that are no submodule, links that lead out, and pointers of Git LFS without their files.
 */
export async function inspectBranch(inspection: BranchInspection): Promise<readonly BranchFinding[]> {
  if (bringsOnlyClean(inspection.head, inspection.target)) return [];
  const changes = await changesOf(inspection);
  if (changes.length === 0) return [];
  const prepared = new Set((await listPreparedFiles(inspection.filesDir)).files.map((file) => asBytes(file.path)));
  const found: Found[] = [];
  const toRead: Change[] = [];
  for (const change of changes) {
    const reason =
      byPath(change, prepared) ?? (change.mode === submodule ? await byModules(inspection, change) : undefined);
    if (reason !== undefined) found.push({ change, reason });
    else if (change.mode !== submodule) toRead.push(change);
  }
  const news = await withoutMoved(inspection, [...found, ...(await byContent(inspection, toRead))]);
  return distinct(news.map(findingOf));
}

type Found = { readonly change: Change; readonly reason: FindingReason };

/** Found because of its content or name, which it may have had at another path. */
const ofContent: ReadonlySet<FindingReason['code']> = new Set<FindingReason['code']>([
  'finding.secret-name',
  'finding.secret',
  'finding.too-large',
  'finding.merge-markers',
  'finding.link-out',
  'finding.lfs-missing',
]);

/** Leaves out what the branch only moved: the target holds it already, and loses it at its old path. */
async function withoutMoved(inspection: BranchInspection, found: readonly Found[]): Promise<readonly Found[]> {
  if (!found.some(({ reason }) => ofContent.has(reason.code))) return found;
  const wasAt = await goneFrom(inspection);
  if (wasAt.length === 0) return found;
  const targets = await readBlobs(
    (args, options) => git(inspection.clone, args, options),
    found.filter(({ change }) => change.mode === link).map(({ change }) => change.blob),
  );
  return found.filter(
    ({ change, reason }) =>
      !ofContent.has(reason.code) || !isMoved(change, wasAt, () => targets.get(change.blob)?.text),
  );
}

/** Files that the branch has taken away since it left its target. */
async function goneFrom({ clone, head, target }: BranchInspection): Promise<readonly FileAt[]> {
  const shown = ['--raw', '-z', '--no-renames', '--no-abbrev', '--diff-filter=D', '--no-ext-diff'];
  const { stdout, exitCode } = await git(clone, ['diff', ...shown, `${target}...${head}`], {
    bytes: true,
    accept: [128],
  });
  if (exitCode !== 0) return [];
  const fields = stdout.split('\0');
  return fields.flatMap((field, at) => {
    const [, mode, blob] = /^:(\d+) \d+ ([0-9a-f]+) /.exec(field) ?? [];
    const path = fields[at + 1];
    return mode === undefined || blob === undefined || path === undefined ? [] : [{ path, mode, blob }];
  });
}

function byPath({ path, isNew }: Change, prepared: ReadonlySet<string>): FindingReason | undefined {
  if (isImpossiblePath(path)) return { code: 'finding.impossible-path' };
  if (prepared.has(path)) return { code: 'finding.prepared-file' };
  const name = isNew ? secretByName(path) : undefined;
  return name === undefined ? undefined : { code: 'finding.secret-name', name };
}

/** Of a repository inside the tree that git knows only by its commit, unless it is a submodule. */
async function byModules({ clone, head }: BranchInspection, change: Change): Promise<FindingReason | undefined> {
  if (!(await isAtTip({ clone, head }, change))) return undefined;
  const args = ['config', '--blob', `${head}:.gitmodules`, '--null', '--get-regexp', '^submodule\\..*\\.path$'];
  const { stdout } = await git(clone, args, { accept: [1, 128], bytes: true });
  const named = stdout.split('\0').map((entry) => entry.slice(entry.indexOf('\n') + 1));
  return named.includes(change.path) ? undefined : { code: 'finding.repository' };
}

async function byContent(inspection: BranchInspection, changes: readonly Change[]): Promise<readonly Found[]> {
  const run: RunGit = (args, options) => git(inspection.clone, args, options);
  const sizes = await blobSizes(
    run,
    changes.map(({ blob }) => blob),
  );
  const found: Found[] = [];
  for (const batch of inBatches(changes, (change) => sizes.get(change.blob) ?? Number.POSITIVE_INFINITY)) {
    const blobs = await readBlobs(
      run,
      batch.flatMap(({ blob, before }) => [blob, before]),
    );
    for (const change of batch) {
      const reason = await inText(inspection, change, blobs);
      if (reason !== undefined) found.push({ change, reason });
    }
  }
  for (const change of changes) {
    const size = sizes.get(change.blob) ?? 0;
    const reason = size > scannedBytes ? await inLarge(run, change, size) : undefined;
    if (reason !== undefined) found.push({ change, reason });
  }
  return found;
}

/** Of a file that is too large to be read with others: a secret may stand anywhere in it. */
async function inLarge(run: RunGit, { blob, before, isNew }: Change, size: number): Promise<FindingReason | undefined> {
  if (size > mostBytes) return { code: 'finding.too-large', bytes: size };
  const secret = await secretInParts(run, blob);
  if (secret === undefined) return undefined;
  return !isNew && secret === (await secretInParts(run, before)) ? undefined : { code: 'finding.secret', secret };
}

async function secretInParts(run: RunGit, blob: string): Promise<string | undefined> {
  for await (const part of partsOf(run, blob)) {
    const secret = secretByContent(part);
    if (secret !== undefined) return secret;
  }
  return undefined;
}

async function inText(
  inspection: BranchInspection,
  change: Change,
  blobs: ReadonlyMap<string, Blob>,
): Promise<FindingReason | undefined> {
  const { path, blob, before, mode } = change;
  const [text, earlier] = [blobs.get(blob)?.text ?? '', blobs.get(before)?.text ?? ''];
  const secret = secretByContent(text);
  // What the repository has in it already is not kept out for saying it again.
  if (secret !== undefined && secret !== secretByContent(earlier)) {
    return { code: 'finding.secret', secret };
  }
  const reason = mode === link ? ofLink(path, text) : ofText(inspection.clone, text, earlier);
  return reason !== undefined && (await isAtTip(inspection, change)) ? reason : undefined;
}

function ofLink(path: string, target: string): FindingReason | undefined {
  return leadsOut(path, target) ? { code: 'finding.link-out', target: asText(target) } : undefined;
}

function ofText(clone: string, text: string, earlier: string): FindingReason | undefined {
  const object = lfsObjectOf(text);
  if (object !== undefined) return hasLfsObject(clone, object) ? undefined : { code: 'finding.lfs-missing' };
  return holdsMergeMarkers(text) && !holdsMergeMarkers(earlier) ? { code: 'finding.merge-markers' } : undefined;
}

/** Where Git LFS keeps what was added in any working tree of a clone. */
function hasLfsObject(clone: string, object: string): boolean {
  return existsSync(join(clone, 'lfs/objects', object.slice(0, 2), object.slice(2, 4), object));
}

/** Whether the branch still has a file as one of its commits left it. */
async function isAtTip(
  { clone, head }: Pick<BranchInspection, 'clone' | 'head'>,
  { path, blob }: Change,
): Promise<boolean> {
  const args = ['rev-parse', '--verify', '--quiet', `${head}:${asText(path)}`];
  return (await gitLine(clone, args, { accept: [1, 128] })) === blob;
}

function* inBatches(changes: readonly Change[], sizeOf: (change: Change) => number): Generator<readonly Change[]> {
  let batch: Change[] = [];
  let bytes = 0;
  for (const change of changes) {
    const size = sizeOf(change);
    if (size > scannedBytes) continue;
    batch.push(change);
    bytes += size;
    if (bytes < batchBytes) continue;
    yield batch;
    batch = [];
    bytes = 0;
  }
  if (batch.length > 0) yield batch;
}

/** What the commits of the branch make of files; of a merge only what is in neither of the sides. */
async function changesOf({ clone, head, target }: BranchInspection): Promise<readonly Change[]> {
  if ((await findCommit(clone, head)) === undefined) return [];
  const shown = ['--format=%H', '--no-show-signature', '--raw', '-c', '-z', '--no-renames', '--no-abbrev'];
  const args = ['log', ...shown, head, '--not', target, '--remotes=origin'];
  const fields = (await git(clone, args, { bytes: true })).stdout.split('\0').map((field) => field.replace(/^\n/, ''));
  const changes: Change[] = [];
  let commit = '';
  for (let at = 0; at < fields.length; at += 1) {
    const field = fields[at] ?? '';
    if (!field.startsWith(':')) {
      if (field !== '') commit = field;
      continue;
    }
    at += 1;
    const change = changeOf(field, { commit, path: fields[at] ?? '' });
    if (change !== undefined) changes.push(change);
  }
  return changes;
}

/** Reads `:mode… mode blob… blob status`, with a mode and a blob for each parent and then those of the commit. */
function changeOf(raw: string, of: { readonly commit: string; readonly path: string }): Change | undefined {
  const parts = raw.replace(/^:+/, '').split(' ');
  const parents = raw.length - raw.replace(/^:+/, '').length;
  const [firstMode, mode] = [parts[0], parts[parents]];
  const [before, blob] = [parts[parents + 1], parts[2 * parents + 1]];
  if (before === undefined || blob === undefined || mode === undefined || mode === '000000') return undefined;
  if (mode === submodule && firstMode === submodule) return undefined;
  return { ...of, before, blob, mode, isNew: firstMode === '000000' };
}

function findingOf({ change: { commit, path }, reason }: Found): BranchFinding {
  return { path: asText(path), commit, reason };
}

/** Each file once for each reason: in the newest commit that has it. */
function distinct(findings: readonly BranchFinding[]): readonly BranchFinding[] {
  const seen = new Set<string>();
  return findings.filter(({ path, reason }) => {
    const key = `${path}\0${sayFinding(reason, String)}`;
    return !seen.has(key) && seen.add(key);
  });
}
