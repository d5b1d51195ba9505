import { readAddress } from '../../data/search-params.ts';

/** What of the queue is shown: what is on its way, what needs a person, or how it ended. */
export const mergeShows = ['open', 'unmerged', 'merged', 'unchanged', 'cancelled'] as const;
export type MergeShow = (typeof mergeShows)[number];

export type MergesSearch = {
  readonly show?: MergeShow | undefined;
  /** Words in the title, the branch, the agent or the project. */
  readonly q?: string | undefined;
};

/**
 * What an address asks for of the merge queue.
 * @throws RefusedAddress where a word of it means nothing
 */
export function readMergesSearch(raw: Record<string, unknown>): MergesSearch {
  return readAddress(raw, ({ word, text }) => ({ show: word('show', mergeShows), q: text('q') }));
}
