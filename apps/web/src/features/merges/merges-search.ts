import { readText, readWord } from '../../data/search-params.ts';

/** What of the queue is shown: what is on its way, what needs a person, or how it ended. */
export const mergeShows = ['open', 'unmerged', 'merged', 'unchanged', 'cancelled'] as const;
export type MergeShow = (typeof mergeShows)[number];

export type MergesSearch = {
  readonly show?: MergeShow | undefined;
  /** Words in the title, the branch, the agent or the project. */
  readonly q?: string | undefined;
};

/** The search parameters of the merge queue; what makes no sense is as if it were not there. */
export function readMergesSearch(raw: Record<string, unknown>): MergesSearch {
  return { show: readWord(raw.show, mergeShows), q: readText(raw.q) };
}
