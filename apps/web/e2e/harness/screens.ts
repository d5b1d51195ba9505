import type { Locator, Page } from 'playwright-core';

/** The row of a task in the list. */
export function taskRow(page: Page, title: string): Locator {
  return page.getByRole('row', { name: title, exact: true });
}

/** The open task, beside the list or as a page. */
export function taskPanel(page: Page): Locator {
  return page.getByRole('region', { name: 'Task', exact: true });
}

export function runLog(page: Page): Locator {
  return page.getByRole('log', { name: 'Run log' });
}

/** The window that lies over the page. */
export function dialog(page: Page, title: string): Locator {
  return page.getByRole('dialog', { name: title });
}

/** Marks the page, so that a test can tell whether it was loaded anew. */
export async function mark(page: Page): Promise<() => Promise<boolean>> {
  await page.evaluate(() => Reflect.set(globalThis, 'markedByTest', true));
  return () => page.evaluate(() => Reflect.get(globalThis, 'markedByTest') === true);
}

/** Titles of the rows that are drawn, from top to bottom: all read at one moment, since rows come and go. */
export async function titles(page: Page): Promise<readonly string[]> {
  const names = await page.getByRole('row').evaluateAll((rows) => rows.map((row) => row.getAttribute('aria-label')));
  return names.filter((name) => name !== null);
}
