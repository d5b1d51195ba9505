import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Workspace } from '@cw/app/e2e';
import { repositoryRoot } from '@cw/app/e2e';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { afterEach, expect } from 'vitest';
import { listenForComplaints } from './complaints.ts';

/**
 * Debian's Chromium without a window system: the same engine, for a third of the work that the whole browser does for a
 * page. Nothing it does by itself reaches the network.
 */
const program = '/usr/bin/chromium-headless-shell';
const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** One for all files that this worker runs; it ends with the worker. */
let browser: Promise<Browser> | undefined;

function theBrowser(): Promise<Browser> {
  browser ??= chromium.launch({ executablePath: program, args: flags });
  return browser;
}

const usualPatience = 30_000;

export type Theme = 'light' | 'dark';

export type Look = {
  /** @defaultValue light */
  readonly theme?: Theme;
  /** @defaultValue 1440 */
  readonly width?: 1440 | 390;
  /** Milliseconds the page may take for what a test waits for. @defaultValue 30000 */
  readonly patience?: number;
  /** The proxy over which the page reaches everything. @defaultValue none */
  readonly proxy?: string;
};

export type Visit = Look & {
  /** Of the dashboard. @defaultValue '/' */
  readonly path?: string;
};

export type TestBrowser = {
  /** A page that nobody has signed in, in a profile of its own. */
  readonly stranger: (look?: Look) => Promise<Page>;
  /** A page of the dashboard in a profile of its own, signed in and live. */
  readonly visit: (workspace: Workspace, visit?: Visit) => Promise<Page>;
  /** What pages may complain about in this test: for what no page can keep a browser from logging. */
  readonly allow: (complaint: RegExp) => void;
};

/**
 * Pages for the tests of a file. After each test every page is closed; the test fails when one of them logged an error
 * or a warning, and a failed one leaves a picture of each page behind.
 */
export function testBrowser(): TestBrowser {
  const contexts: BrowserContext[] = [];
  const complaints = listenForComplaints();

  afterEach(async ({ task }) => {
    const pages = contexts.flatMap((context) => context.pages());
    if (task.result?.state === 'fail') await picture(pages, task.name);
    for (const context of contexts.splice(0)) await context.close();
    expect(complaints.take(), 'what the pages logged').toEqual([]);
  });

  const open = async (look: Look, session?: Session): Promise<Page> => {
    const context = await (await theBrowser()).newContext(optionsOf(look));
    if (session !== undefined) await bring(context, session);
    context.setDefaultTimeout(look.patience ?? usualPatience);
    contexts.push(context);
    const page = await context.newPage();
    complaints.listen(page);
    return page;
  };
  return {
    stranger: (look = {}) => open(look),
    allow: complaints.allow,
    visit: async (workspace, { path = '/', ...look } = {}) => {
      const origin = originOf(workspace);
      const known = sessions.get(workspace)?.get(origin);
      const page = await open(look, known);
      await page.goto(known === undefined ? await linkTo(workspace, path) : `${origin}${path}`);
      await isLive(page, look);
      if (known === undefined) keepSession(workspace, origin, await sessionIn(page));
      return page;
    },
  };
}

/** What a browser that was let in by a link keeps of that. */
type Session = { readonly cookies: Awaited<ReturnType<BrowserContext['cookies']>>; readonly key: string };

/** Sessions of each workspace by origin: the first visit signs in by a link, those after it come with what that kept. */
const sessions = new WeakMap<Workspace, Map<string, Session>>();

function keepSession(workspace: Workspace, origin: string, session: Session): void {
  const known = sessions.get(workspace) ?? new Map<string, Session>();
  sessions.set(workspace, known.set(origin, session));
}

async function sessionIn(page: Page): Promise<Session> {
  const key = await page.evaluate(() => localStorage.getItem('cw.key') ?? '');
  return { cookies: await page.context().cookies(), key };
}

/** Gives a context a session, once: a page that signs out stays signed out. */
async function bring(context: BrowserContext, { cookies, key }: Session): Promise<void> {
  await context.addCookies(cookies);
  await context.addInitScript((value) => {
    if (localStorage.getItem('test.signed-in') !== null) return;
    localStorage.setItem('test.signed-in', '');
    localStorage.setItem('cw.key', value);
  }, key);
}

/** Where the workspace's server listens. */
function originOf(workspace: Workspace): string {
  const { url }: { url: string } = JSON.parse(readFileSync(join(workspace.home, 'server.json'), 'utf8'));
  return url;
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

function optionsOf({ theme = 'light', width = 1440, proxy }: Look) {
  const phone = width === 390;
  return {
    colorScheme: theme,
    viewport: phone ? { width, height: 844 } : { width, height: 900 },
    ...(phone ? { hasTouch: true, isMobile: true } : {}),
    locale: 'en-GB',
    timezoneId: 'UTC',
    reducedMotion: 'reduce',
    ...(proxy === undefined ? {} : { proxy: { server: proxy } }),
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
