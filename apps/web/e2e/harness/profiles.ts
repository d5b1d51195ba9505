import type { Browser, BrowserContext, CDPSession, Page } from 'playwright-core';
import type { Look } from './browser.ts';

/** A page in a profile of its own: no cookie, nothing stored. */
type Profile = {
  readonly look: Required<Pick<Look, 'theme' | 'width'>>;
  readonly context: BrowserContext;
  readonly page: Page;
  readonly devtools: CDPSession;
  /** Where the page has been. */
  readonly origins: Set<string>;
  /** Whether the test put into the page what nothing takes out again. */
  isSpent: boolean;
};

/** Lends pages to tests. One that comes back is emptied and lent again, as a new one takes half a second of processor. */
export type Profiles = {
  readonly lend: (browser: Browser, look: Look) => Promise<Page>;
  /** Every page that is lent. */
  readonly lent: () => readonly Page[];
  /** Takes back what is lent; it is kept for the next test where `again` says so. */
  readonly takeBack: (again: boolean) => Promise<void>;
};

/** @param onNew called with each page that is made */
export function profiles(onNew: (page: Page) => void): Profiles {
  const kept = new Map<string, Profile>();
  const lent: Profile[] = [];
  return {
    lend: async (browser, look) => {
      const { theme = 'light', width = 1440 } = look;
      const key = keyOf({ theme, width });
      const profile = kept.get(key) ?? (await openProfile(browser, { theme, width }, onNew));
      kept.delete(key);
      lent.push(profile);
      return profile.page;
    },
    lent: () => lent.flatMap(({ context }) => context.pages()),
    takeBack: async (again) => {
      for (const profile of lent.splice(0)) {
        const key = keyOf(profile.look);
        const isKept = again && !profile.isSpent && !kept.has(key) && (await isEmptied(profile));
        if (isKept) kept.set(key, profile);
        else await profile.context.close();
      }
    },
  };
}

const keyOf = ({ theme, width }: Profile['look']) => `${theme} ${width}`;

async function openProfile(browser: Browser, look: Profile['look'], onNew: (page: Page) => void): Promise<Profile> {
  const context = await browser.newContext(optionsOf(look));
  const page = await context.newPage();
  onNew(page);
  const devtools = await context.newCDPSession(page);
  const profile: Profile = { look, context, page, devtools, origins: new Set(), isSpent: false };
  page.on('framenavigated', (frame) => {
    if (frame.url().startsWith('http')) profile.origins.add(new URL(frame.url()).origin);
  });
  const addInitScript = page.addInitScript.bind(page);
  page.addInitScript = (...args) => {
    profile.isSpent = true;
    return addInitScript(...args);
  };
  return profile;
}

function optionsOf({ theme, width }: Profile['look']) {
  const phone = width === 390;
  return {
    colorScheme: theme,
    viewport: sizeOf(width),
    ...(phone ? { hasTouch: true, isMobile: true } : {}),
    locale: 'en-GB',
    timezoneId: 'UTC',
    reducedMotion: 'reduce',
  } as const;
}

const sizeOf = (width: Profile['look']['width']) => ({ width, height: width === 390 ? 844 : 900 });

/** Leaves what is shown, and removes all that is left of it. Answers false where that cannot be done. */
async function isEmptied({ context, page, devtools, origins, look }: Profile): Promise<boolean> {
  if (context.pages().length !== 1 || page.isClosed()) return false;
  try {
    await page.unrouteAll();
    await page.evaluate(() => sessionStorage.clear());
    await page.goto('about:blank');
    await devtools.send('Page.resetNavigationHistory');
    await page.mouse.move(-1, -1);
    await page.emulateMedia({ colorScheme: look.theme });
    await page.setViewportSize(sizeOf(look.width));
    await context.clearCookies();
    for (const origin of origins) await devtools.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
    origins.clear();
    return true;
  } catch {
    return false;
  }
}
