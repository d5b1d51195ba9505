import type { Page } from 'playwright-core';

/** Path and search of the page's address. */
export function addressOf(page: Page): string {
  const { pathname, search } = new URL(page.url());
  return pathname + search;
}

/** Titles of the rows that are drawn, from top to bottom. */
export async function titles(page: Page): Promise<readonly string[]> {
  const rows = await page.getByRole('row').all();
  const names = await Promise.all(rows.map((row) => row.getAttribute('aria-label')));
  return names.filter((name) => name !== null);
}
