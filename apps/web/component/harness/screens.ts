import type { Page } from 'playwright-core';

/** Path and search of the page's address. */
export function addressOf(page: Page): string {
  const { pathname, search } = new URL(page.url());
  return pathname + search;
}
