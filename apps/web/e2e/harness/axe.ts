import { join } from 'node:path';
import axe, { type AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';
import { artifacts } from './browser.ts';

/** The rules of axe that look at colours, which is all that a theme changes. */
const ofColour = ['color-contrast', 'link-in-text-block'] as const;

/** Serious and critical findings of axe on the page as it is: what is wrong, and where. */
async function axeFindings(page: Page, rules?: readonly string[]): Promise<readonly string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source);
  // Nothing is preloaded: only a rule that is off by default reads style sheets.
  const options = JSON.stringify({ resultTypes: ['violations'], preload: false, ...(rules && { runOnly: rules }) });
  const { violations } = await page.evaluate<AxeResults>(`axe.run(document, ${options})`);
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, help, nodes }) =>
      nodes.map(({ target, html }) => `${id}: ${help}: ${target} ${html.slice(0, 200)}`),
    );
}

/** Pictures are for people, and taking them costs as much as what axe does: they are taken when they are asked for. */
const takesPictures = process.env.CW_PICTURES === '1';

/** Answers what axe finds in each theme: in the second, of the colours. Keeps a picture of each with `CW_PICTURES=1`. */
export async function findingsInBothThemes(page: Page, name: string): Promise<readonly string[]> {
  const found: string[] = [];
  for (const [colorScheme, rules] of [['light'], ['dark', ofColour]] as const) {
    await page.emulateMedia({ colorScheme });
    const look = `${name}-${page.viewportSize()?.width}-${colorScheme}`;
    if (takesPictures) await page.screenshot({ path: join(artifacts('screens'), `${look}.png`) });
    found.push(...(await axeFindings(page, rules)).map((finding) => `${look}: ${finding}`));
  }
  return found;
}
