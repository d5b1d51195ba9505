import { readText } from '../../data/search-params.ts';

export type SettingsSearch = { q?: string | undefined };

/** Which settings the URL asks for. */
export function readSettingsSearch(raw: Record<string, unknown>): SettingsSearch {
  return { q: readText(raw.q) };
}
