import type { Locator, Page } from 'playwright-core';
import { findingsInBothThemes } from '../harness/axe.ts';
import { dialog } from '../harness/screens.ts';

type Look = (page: Page) => Promise<unknown>;

/** What is looked at: where it is, and what must be there before it is looked at, or what is opened there first. */
export type Screen = { readonly name: string; readonly path: string } & (
  | { readonly ready: Look }
  | { readonly opens: Look }
);

export const says = (text: string | RegExp) => (page: Page) => page.getByText(text).first().waitFor();

export async function pressing(page: Page, key: string, title: string): Promise<void> {
  await page.getByRole('main').getByRole('heading', { level: 1 }).first().waitFor();
  await page.keyboard.press(key);
  await dialog(page, title).waitFor();
}

export async function clicking(page: Page, button: string): Promise<void> {
  await page.getByRole('main').getByRole('button', { name: button }).first().click();
  await dialog(page, button).waitFor();
}

/** Switches something of the screen on, and waits for what it shows. */
export async function pressed(page: Page, button: string, shows: Locator): Promise<void> {
  await page.getByRole('main').getByRole('button', { name: button, exact: true }).click();
  await shows.waitFor();
}

/** Goes there within the page, by way of an address at which there is nothing: what is waited for is of the new screen. */
async function goWithin(page: Page, path: string): Promise<void> {
  const go = (to: string) => page.evaluate((address) => history.pushState(null, '', address), to);
  await go('/no/such/screen');
  await says('Page not found')(page);
  await go(path);
}

/**
 * Looks at each screen in both themes, keeps a picture of it, and answers what axe found. Those on which something is
 * opened come last, and the page is loaded afresh for each of them: so no screen shows what was done on another.
 */
export async function lookAt(page: Page, screens: readonly Screen[], kind: string): Promise<readonly string[]> {
  const findings: string[] = [];
  for (const screen of screens.toSorted((a, b) => Number('opens' in a) - Number('opens' in b))) {
    if ('opens' in screen) {
      await page.goto(new URL(screen.path, page.url()).href);
      await screen.opens(page);
    } else {
      await goWithin(page, screen.path);
      await screen.ready(page);
    }
    findings.push(...(await findingsInBothThemes(page, `${screen.name}-${kind}`)));
  }
  return findings;
}
