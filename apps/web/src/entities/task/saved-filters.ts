/** A filter of tasks under a name; the address says all of it: what is filtered, how it is grouped, sorted and shown. */
export type SavedFilter = { readonly name: string; readonly address: string };

/** What was stored, as far as it makes sense. */
export function readSaved(text: string | undefined): readonly SavedFilter[] {
  if (text === undefined) return [];
  try {
    const list: unknown = JSON.parse(text);
    return Array.isArray(list) ? list.filter(isSaved) : [];
  } catch {
    return [];
  }
}

function isSaved(raw: unknown): raw is SavedFilter {
  if (typeof raw !== 'object' || raw === null || !('name' in raw) || !('address' in raw)) return false;
  const { name, address } = raw;
  return typeof name === 'string' && typeof address === 'string' && /^\/tasks(\?|$)/.test(address);
}
