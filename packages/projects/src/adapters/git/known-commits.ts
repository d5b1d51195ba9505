/** What is known of a commit without asking git: it holds for ever, since a commit never changes. */
type Known = {
  readonly ancestors: Set<string>;
  tree?: string;
  isClean?: boolean;
  sameManifestsAs?: string;
};

const known = new Map<string, Known>();
const room = 10_000;
const objectId = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;

/** Remembers that commits are reached from another: its parents, or what git answered. Names that may move are not kept. */
export function noteAncestors(of: string, ancestors: readonly string[]): void {
  const noted = entryOf(of);
  for (const ancestor of ancestors) if (objectId.test(ancestor)) noted?.ancestors.add(ancestor);
}

/** True when what was noted says that one commit is reached from another, or is it. False says nothing. */
export function descends(of: string, ancestor: string): boolean {
  const seen = new Set([of]);
  for (const commit of seen) {
    if (commit === ancestor) return true;
    for (const next of known.get(commit)?.ancestors ?? []) seen.add(next);
  }
  return false;
}

/** Remembers a commit that was just written. */
export function noteCommit(commit: string, { tree, parents }: NotedCommit): void {
  noteAncestors(commit, parents);
  const noted = entryOf(commit);
  if (noted !== undefined) noted.tree = tree;
}

type NotedCommit = { readonly tree: string; readonly parents: readonly string[] };

/** The tree of a commit that was noted when it was written. */
export function knownTree(commit: string): string | undefined {
  return known.get(commit)?.tree;
}

/** Remembers of a commit that was written here that all it changes was looked through, and nothing was found. */
export function noteClean(commit: string): void {
  const noted = known.get(commit);
  if (noted !== undefined) noted.isClean = true;
}

/** True of a commit that was found clean and whose parents another is known to have: it brings that one nothing else. */
export function bringsOnlyClean(commit: string, to: string): boolean {
  const noted = known.get(commit);
  if (noted?.isClean !== true || noted.ancestors.size === 0) return false;
  return [...noted.ancestors].every((ancestor) => descends(to, ancestor));
}

/** Remembers that a commit leaves the files in which a project says what it depends on as they are in another. */
export function noteSameManifests(commit: string, as: string): void {
  const noted = known.get(commit);
  if (noted !== undefined) noted.sameManifestsAs = as;
}

/** False says nothing. */
export function hasSameManifests(commit: string, as: string): boolean {
  return known.get(commit)?.sameManifestsAs === as;
}

function entryOf(commit: string): Known | undefined {
  if (!objectId.test(commit)) return undefined;
  if (known.size >= room) known.clear();
  const noted = known.get(commit) ?? { ancestors: new Set<string>() };
  known.set(commit, noted);
  return noted;
}
