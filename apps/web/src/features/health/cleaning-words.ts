import type { Cleaning } from '../../data/api-types.ts';
import { formatBytes } from '../../entities/text/format.ts';

export type GoneKind = Cleaning['removed'][number]['kind'];

const nouns: Readonly<Record<GoneKind, readonly [string, string]>> = {
  worktree: ['worktree', 'worktrees'],
  branch: ['branch', 'branches'],
  log: ['log', 'logs'],
  ref: ['ref', 'refs'],
  crash: ['crash report', 'crash reports'],
  'set-aside': ['thing set aside', 'things set aside'],
  clone: ['unfinished clone', 'unfinished clones'],
};
const kinds = Object.keys(nouns) as GoneKind[];

/** `1 branch`, `2 branches`. */
export function countedKind(count: number, kind: GoneKind): string {
  const [one, many] = nouns[kind];
  return `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`;
}

/** What goes, by kind: `2 worktrees, 12 logs (118 MB)`; `nothing` where nothing does. */
export function goneWords({ removed, bytes }: Pick<Cleaning, 'removed' | 'bytes'>): string {
  if (removed.length === 0) return 'nothing';
  const counts = kinds
    .map((kind) => ({ kind, count: removed.filter((thing) => thing.kind === kind).length }))
    .filter(({ count }) => count > 0)
    .map(({ kind, count }) => countedKind(count, kind));
  return `${counts.join(', ')}${bytes > 0 ? ` (${formatBytes(bytes)})` : ''}`;
}

/** The end of a path, which tells one thing from another. */
export function shortThing(thing: string): string {
  return thing.startsWith('/') ? thing.split('/').slice(-2).join('/') : thing;
}
