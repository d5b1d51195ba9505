import { readText, readWord } from '../../data/search-params.ts';

export const runShows = ['all', 'running', 'waiting', 'failed'] as const;
export type RunShow = (typeof runShows)[number];

export type RunSearch = { show?: RunShow | undefined; agent?: string | undefined };

/** Which runs the URL asks for. */
export function readRunSearch(raw: Record<string, unknown>): RunSearch {
  return { show: readWord(raw.show, runShows), agent: readText(raw.agent) };
}
