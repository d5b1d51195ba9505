const known = new Map<string, Set<string>>();
const room = 10_000;
const objectId = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;

/** Remembers that commits are reached from another: its parents, or what git answered. Names that may move are not kept. */
export function noteAncestors(of: string, ancestors: readonly string[]): void {
  if (!objectId.test(of)) return;
  if (known.size >= room) known.clear();
  const noted = known.get(of) ?? new Set();
  for (const ancestor of ancestors) if (objectId.test(ancestor)) noted.add(ancestor);
  known.set(of, noted);
}

/** True when what was noted says that one commit is reached from another, or is it. False says nothing. */
export function descends(of: string, ancestor: string): boolean {
  const seen = new Set([of]);
  for (const commit of seen) {
    if (commit === ancestor) return true;
    for (const next of known.get(commit) ?? []) seen.add(next);
  }
  return false;
}
