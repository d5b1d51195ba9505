import type { Page } from 'playwright-core';
import { afterEach, expect } from 'vitest';
import { isLive, type TestBrowser, testBrowser, type Visit } from '../../e2e/harness/browser.ts';
import { type Answers, type ScriptedLink, scriptLink, type Told } from './scripted-link.ts';

export type ScriptedPages = Pick<TestBrowser, 'allow'> & {
  /** A page of the dashboard, signed in and live, whose server answers what is written here. */
  readonly open: (answers: Answers, visit?: Visit) => Promise<Page>;
  /** Has all of them hear of something. */
  readonly tell: (message: Told) => void;
  /** Cuts all of them off from the server, once. */
  readonly cut: () => void;
};

/** Pages for the tests of a file; a test fails when one asked for something that no answer is written for. */
export function scriptedPages(): ScriptedPages {
  const browser = testBrowser();
  const links: ScriptedLink[] = [];
  afterEach(() => {
    expect(links.splice(0).flatMap((link) => link.unanswered())).toEqual([]);
  });
  return {
    allow: browser.allow,
    tell: (message) => {
      for (const link of links) link.tell(message);
    },
    cut: () => {
      for (const link of links) link.cut();
    },
    open: async (answers, { path = '/', ...look } = {}) => {
      const page = await browser.stranger(look);
      const link = await scriptLink(page.context(), answers);
      links.push(link);
      await page.context().addInitScript(() => localStorage.setItem('cw.key', 'scripted'));
      await page.goto(`${link.origin}${path}`);
      await page.evaluate(dropWhatIsSentTooLate);
      await isLive(page, look);
      return page;
    },
  };
}

/** The websocket in the place of the browser's throws where that drops what is sent after its end, as a late ping is. */
function dropWhatIsSentTooLate(): void {
  const { send } = WebSocket.prototype;
  WebSocket.prototype.send = function (data) {
    if (this.readyState < WebSocket.CLOSING) send.call(this, data);
  };
}
