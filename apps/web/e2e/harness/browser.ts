import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Workspace } from '@cw/app/e2e';
import { repositoryRoot } from '@cw/app/e2e';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { type Complaints, listenForComplaints } from './complaints.ts';

/** Debian's Chromium. Nothing it does by itself reaches the network. */
const program = '/usr/bin/chromium';
const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

const usualPatience = 15_000;

export type Theme = 'light' | 'dark';

export type Look = {
  /** @defaultValue light */
  readonly theme?: Theme;
  /** @defaultValue 1440 */
  readonly width?: 1440 | 390;
  /** Milliseconds the page may take for what a test waits for. @defaultValue 15000 */
  readonly patience?: number;
};

export type Visit = Look & {
  /** Of the dashboard. @defaultValue '/' */
  readonly path?: string;
};

export type TestBrowser = {
  /** A page that nobody has signed in, in a profile of its own. */
  readonly stranger: (look?: Look) => Promise<Page>;
  /** A page of the dashboard in a profile of its own, signed in by a one-time link and live. */
  readonly visit: (workspace: Workspace, visit?: Visit) => Promise<Page>;
  /** What pages may complain about in this test: for what no page can keep a browser from logging. */
  readonly allow: (complaint: RegExp) => void;
};

/**
 * Starts Chromium for the tests of a file. After each test every page is closed; the test fails when one of them logged
 * an error or a warning, and a failed one leaves a picture of each page behind.
 */
export function testBrowser(): TestBrowser {
  let browser: Browser | undefined;
  const contexts: BrowserContext[] = [];
  let complaints: Complaints;

  beforeAll(async () => {
    browser = await chromium.launch({ executablePath: program, args: flags });
  });
  afterAll(async () => {
    await browser?.close();
  });
  afterEach(async ({ task }) => {
    const pages = contexts.flatMap((context) => context.pages());
    if (task.result?.state === 'fail') await picture(pages, task.name);
    for (const context of contexts.splice(0)) await context.close();
    const heard = complaints?.take() ?? [];
    expect(heard, 'what the pages logged').toEqual([]);
  });

  complaints = listenForComplaints();
  const stranger = async (look: Look = {}): Promise<Page> => {
    if (browser === undefined) throw new Error('the browser has not started');
    const context = await browser.newContext(optionsOf(look));
    context.setDefaultTimeout(look.patience ?? usualPatience);
    contexts.push(context);
    const page = await context.newPage();
    complaints.listen(page);
    return page;
  };
  return {
    stranger,
    allow: complaints.allow,
    visit: async (workspace, { path = '/', ...look } = {}) => {
      const page = await stranger(look);
      await page.goto(await linkTo(workspace, path));
      await isLive(page, look);
      return page;
    },
  };
}

/** A fresh one-time link to a path of the running server's dashboard. */
export async function linkTo(workspace: Workspace, path = '/'): Promise<string> {
  const { url } = await workspace.ask<{ url: string }>('open');
  const link = new URL(url);
  return `${link.origin}${path}${link.hash}`;
}

/** Waits until the page follows what happens. On a phone the state is shown only when it does not. */
export async function isLive(page: Page, { width = 1440 }: Look = {}): Promise<void> {
  if (width === 1440) await page.getByRole('navigation').getByRole('status').filter({ hasText: /^Live/ }).waitFor();
  else await page.getByRole('navigation', { name: 'Main, narrow' }).waitFor();
}

function optionsOf({ theme = 'light', width = 1440 }: Look) {
  const phone = width === 390;
  return {
    colorScheme: theme,
    viewport: phone ? { width, height: 844 } : { width, height: 900 },
    ...(phone ? { hasTouch: true, isMobile: true } : {}),
    locale: 'en-GB',
    timezoneId: 'UTC',
    reducedMotion: 'reduce',
  } as const;
}

/** The folder of what a run of the tests leaves behind; git ignores it. */
export function artifacts(...path: readonly string[]): string {
  const folder = join(repositoryRoot, '.e2e-artifacts', ...path);
  mkdirSync(folder, { recursive: true });
  return folder;
}

async function picture(pages: readonly Page[], name: string): Promise<void> {
  const stem = name.replaceAll(/[^a-z0-9]+/gi, '-').slice(0, 80);
  const folder = artifacts('failures');
  for (const [index, page] of pages.entries()) {
    await page.screenshot({ path: join(folder, `${stem}-${index}.png`) }).catch(() => undefined);
  }
}

/** `expect` on a value that may take a while to become what it should be. */
export function eventually<T>(look: () => T | Promise<T>, timeout = usualPatience): ReturnType<typeof expect.poll> {
  return expect.poll(look, { timeout, interval: 50 });
}
