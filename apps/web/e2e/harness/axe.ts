import axe, { type AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';

/** Serious and critical findings of axe on the page as it is: what is wrong, and where. */
export async function axeFindings(page: Page): Promise<readonly string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source);
  const { violations } = await page.evaluate<AxeResults>("axe.run(document, { resultTypes: ['violations'] })");
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, help, nodes }) =>
      nodes.map(({ target, html }) => `${id}: ${help}: ${target} ${html.slice(0, 200)}`),
    );
}
