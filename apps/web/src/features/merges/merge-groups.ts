import type { MergeRequestView } from '../../data/api-types.ts';
import { mergeIsMoving, mergeIsStuck } from '../../entities/merge/merge-state.ts';

export type MergeGroup = {
  readonly name: string;
  readonly merges: readonly MergeRequestView[];
  /** True where the order says whose turn is next. */
  readonly ordered: boolean;
};

function byTurn(a: MergeRequestView, b: MergeRequestView): number {
  const waits = ({ state }: MergeRequestView) => (state === 'held' ? 2 : state === 'queued' ? 1 : 0);
  return waits(a) - waits(b) || a.priority.localeCompare(b.priority) || a.createdAt.localeCompare(b.createdAt);
}

function newestFirst(a: MergeRequestView, b: MergeRequestView): number {
  return (b.endedAt ?? b.createdAt).localeCompare(a.endedAt ?? a.createdAt);
}

/** The queue as a person reads it: whose turn it is by priority and age, what needs a look, what is through. */
export function groupMerges(merges: readonly MergeRequestView[]): readonly MergeGroup[] {
  const moving = merges.filter((merge) => mergeIsMoving(merge.state));
  const over = (merge: MergeRequestView) => merge.state === 'merged' || merge.state === 'cancelled';
  const stuck = merges.filter((merge) => mergeIsStuck(merge.state));
  const groups: readonly MergeGroup[] = [
    { name: 'In the queue', merges: moving.sort(byTurn), ordered: true },
    { name: 'Needs you', merges: stuck.sort(newestFirst), ordered: false },
    { name: 'Merged', merges: merges.filter(over).sort(newestFirst), ordered: false },
  ];
  return groups.filter((group) => group.merges.length > 0);
}
