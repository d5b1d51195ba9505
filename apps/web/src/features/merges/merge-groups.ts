import type { MergeRequestView } from '../../data/api-types.ts';
import { mergeIsMoving, mergeIsStuck } from '../../entities/merge/merge-state.ts';
import { nameOfDay } from '../../entities/text/day-name.ts';

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

/**
 * The queue as a person reads it: whose turn it is by priority and age, what needs a look, and what is through, day by day.
 * @param now milliseconds
 */
export function groupMerges(merges: readonly MergeRequestView[], now: number): readonly MergeGroup[] {
  const moving = merges.filter((merge) => mergeIsMoving(merge.state));
  const over = ({ state }: MergeRequestView) => !mergeIsMoving(state) && !mergeIsStuck(state);
  const stuck = merges.filter((merge) => mergeIsStuck(merge.state));
  const groups: readonly MergeGroup[] = [
    { name: 'In the queue', merges: moving.sort(byTurn), ordered: true },
    { name: 'Needs you', merges: stuck.sort(newestFirst), ordered: false },
    ...byDay(merges.filter(over).sort(newestFirst), now),
  ];
  return groups.filter((group) => group.merges.length > 0);
}

/** What is through under heads of the days on which it ended. */
function byDay(merges: readonly MergeRequestView[], now: number): readonly MergeGroup[] {
  const days = new Map<string, MergeRequestView[]>();
  for (const merge of merges) {
    const day = nameOfDay(Date.parse(merge.endedAt ?? merge.createdAt), now);
    days.set(day, [...(days.get(day) ?? []), merge]);
  }
  return [...days].map(([name, of]) => ({ name, merges: of, ordered: false }));
}

/** Those in whose title, branch, agent or project all of the words stand. */
export function matching(merges: readonly MergeRequestView[], words: string | undefined): readonly MergeRequestView[] {
  const wanted = (words ?? '').toLowerCase().split(/\s+/);
  return merges.filter(({ taskTitle, branch, agentName, projectName }) => {
    const text = [taskTitle, branch, agentName ?? '', projectName].join(' ').toLowerCase();
    return wanted.every((word) => text.includes(word));
  });
}
