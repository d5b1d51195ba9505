import type { Dependency } from '../../data/api-types.ts';

/** One way in which two tasks can be linked, seen from this one. */
export type DependencyKind = {
  readonly key: string;
  /** Before the other task: `Blocked by …`. */
  readonly name: string;
  readonly type: Dependency['type'];
  /** True where the other task is the one that needs. */
  readonly reverse?: true;
  readonly gate?: 'all' | 'any';
};

/** Those that a person can add; parents are set among the properties. */
export const dependencyKinds: readonly DependencyKind[] = [
  { key: 'blocked-by', name: 'Blocked by', type: 'blocks' },
  { key: 'blocks', name: 'Blocks', type: 'blocks', reverse: true },
  { key: 'related', name: 'Related', type: 'related' },
  { key: 'found-in', name: 'Found in', type: 'discovered-from' },
  { key: 'all-children', name: 'Waits for all children of', type: 'waits-for', gate: 'all' },
  { key: 'any-child', name: 'Waits for any child of', type: 'waits-for', gate: 'any' },
  { key: 'on-failure', name: 'Only if this fails', type: 'on-failure' },
];

const words: Readonly<Record<Dependency['type'], { readonly needs: string; readonly needed: string }>> = {
  blocks: { needs: 'Blocked by', needed: 'Blocks' },
  'parent-child': { needs: 'Part of', needed: 'Parts' },
  related: { needs: 'Related', needed: 'Related' },
  'discovered-from': { needs: 'Found in', needed: 'Led to' },
  'waits-for': { needs: 'Children of', needed: 'Awaited by' },
  'on-failure': { needs: 'If it fails', needed: 'On failure' },
};

export function dependencyName({ type, gate }: Dependency, reverse: boolean): string {
  if (type === 'waits-for' && !reverse && gate === 'any') return 'Any child of';
  return reverse ? words[type].needed : words[type].needs;
}
