type Shown = { readonly items: readonly unknown[]; readonly total: number; readonly nextCursor: string | null };

/** What is said of a page that is not all of its list. */
export function moreNote({ items, total, nextCursor }: Shown, what = ''): string | undefined {
  if (nextCursor === null) return undefined;
  return `${items.length} of ${total}${what} shown; use --limit for more, --cursor ${nextCursor} for the next ones.`;
}
