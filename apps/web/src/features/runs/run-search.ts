import { readAddress } from '../../data/search-params.ts';

export const runShows = ['all', 'running', 'waiting', 'failed'] as const;
export type RunShow = (typeof runShows)[number];

export type RunSearch = { show?: RunShow | undefined; agent?: string | undefined };

/**
 * Which runs an address asks for.
 * @throws RefusedAddress where a word of it means nothing
 */
export function readRunSearch(raw: Record<string, unknown>): RunSearch {
  return readAddress(raw, ({ word, text }) => ({ show: word('show', runShows), agent: text('agent') }));
}
