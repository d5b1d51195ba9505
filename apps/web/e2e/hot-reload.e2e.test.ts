import { readFile, writeFile } from 'node:fs/promises';
import { openWorkspace, type Server, startServer, type Workspace } from '@cw/app/e2e';
import { waitFor } from '@cw/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testBrowser } from './harness/browser.ts';
import { mark, taskRow } from './harness/screens.ts';
import { copySource, type SourceCopy } from './harness/source-copy.ts';

const browser = testBrowser();
let cw: Workspace;
let copy: SourceCopy;
let server: Server;

beforeAll(async () => {
  [cw, copy] = await Promise.all([openWorkspace(), copySource()]);
  server = await startServer({ ...cw, program: copy.program, flags: ['--dev'] });
  for (const path of ['src/main.tsx', 'src/styles.css']) {
    const isServed = async () => (await fetch(`${server.url}/${path}`)).ok;
    await waitFor(isServed, { timeout: 90_000, what: `the dev server's first ${path}` });
  }
});

afterAll(async () => {
  await server.stop();
  await cw[Symbol.asyncDispose]();
  await copy.remove();
});

test('an edit of the source shows in the open page without a reload', async () => {
  // Asked for once before the page has signed in, and refused; the page then loads itself again.
  browser.allow(/@vite\/client/);
  const page = await browser.visit(cw, { path: '/tasks', patience: 60_000 });
  await page.getByText('No tasks yet').waitFor();
  const isSamePage = await mark(page);
  const screen = copy.source('features/tasks/tasks-screen.tsx');
  const source = await readFile(screen, 'utf8');
  await writeFile(screen, source.replace('No tasks yet', 'Nothing to do yet'));
  await page.getByText('Nothing to do yet').waitFor();
  expect(await isSamePage()).toBe(true);

  await cw.ask('task', 'create', 'Written while developing');
  await taskRow(page, 'Written while developing').waitFor();
  expect(await isSamePage()).toBe(true);
});
