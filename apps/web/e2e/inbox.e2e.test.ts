import { assign, createTask, raiseItems } from '@cw/app/e2e';
import { result, type ScriptedModel, tool } from '@cw/testkit';
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { findingsInBothThemes } from './harness/axe.ts';
import { eventually } from './harness/browser.ts';
import { claudeScene } from './harness/scene.ts';
import { taskPanel } from './harness/screens.ts';

const { scene, model } = claudeScene({ permissions: 'accept-edits' });
const { browser } = scene;

const done = result({ status: 'done', summary: 's' });
const row = (page: Page, title: string | RegExp) =>
  page.getByRole('list', { name: 'Inbox' }).getByRole('link', { name: title });
const panelOf = (page: Page) => page.getByRole('region', { name: 'Item', exact: true });
const button = (at: Locator, name: string) => at.getByRole('button', { name, exact: true });

async function begin(title: string, steps: Parameters<ScriptedModel['when']>[1]) {
  model.when(title, steps);
  const task = await createTask(scene.cw, title);
  await assign(scene.cw, task);
  return task;
}

const fits = async (page: Page) =>
  expect(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)).toBe(false);

test('a command is allowed by keys, and the agent that waits for it goes on', async () => {
  const page = await browser.visit(scene.cw);
  const command = "echo 'a b' > x.txt && git add -A && git commit -qm 'feat: x'";
  const task = await begin('Allowed by keys', [tool('Bash', { command }), done]);
  await eventually(() => page.title()).toMatch(/^\(1\) /);
  await page.keyboard.press('g');
  await page.keyboard.press('i');
  await row(page, /wants to run a command.*echo/).waitFor();
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  const panel = panelOf(page);
  expect(await panel.getByRole('region', { name: 'Command' }).textContent()).toBe(`$ ${command}`);
  expect(await findingsInBothThemes(page, 'inbox-permission')).toEqual([]);
  await page.keyboard.press('1');
  await panel.getByText(/answered on the dashboard: Allow this once/).waitFor();
  await panel.getByText('The agent got the answer').waitFor();
  await scene.cw.until(task.id, ({ status }) => status === 'closed');
  await eventually(() => page.title()).not.toMatch(/^\(/);
});

test('on a phone a command is denied with words, and a failure tried again', async () => {
  let heard = '';
  const denied = await begin('Denied on the phone', [
    tool('Bash', { command: 'npm publish' }),
    ({ lastToolResults }) => {
      heard = lastToolResults.map(({ text }) => text).join('\n');
      return result({ status: 'failed', summary: 'I could not publish it.' });
    },
    done,
  ]);
  const page = await browser.visit(scene.cw, { width: 390 });
  await page.getByRole('navigation', { name: 'Main, narrow' }).getByRole('link', { name: 'Inbox' }).tap();
  await row(page, /wants to run a command.*npm publish/).tap();
  const panel = panelOf(page);
  const deny = button(panel, 'Deny');
  expect((await deny.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  await panel.getByRole('link', { name: /^worker/ }).tap();
  const foot = (await page.getByRole('navigation', { name: 'Main, narrow' }).boundingBox())?.y ?? 0;
  for (const name of ['Allow this once', 'Stop']) {
    const large = button(page.getByRole('main'), name).filter({ visible: true });
    await large.waitFor();
    await eventually(async () => {
      const { y, height } = (await large.boundingBox()) ?? { y: 0, height: 0 };
      return height >= 44 && y + height <= foot;
    }).toBe(true);
  }
  await page.goBack();
  await panel.getByRole('textbox').fill('We publish on Mondays.');
  expect(await button(panel, 'Allow this once').isDisabled()).toBe(true);
  expect(await findingsInBothThemes(page, 'inbox-permission')).toEqual([]);
  await fits(page);
  await deny.tap();
  await panel.getByText('“We publish on Mondays.”').waitFor();
  await scene.cw.until(denied.id, ({ status }) => status === 'blocked');
  expect(heard).toContain('We publish on Mondays.');

  await button(panel, 'Back to the list').tap();
  await row(page, /Failure/)
    .first()
    .tap();
  expect(await findingsInBothThemes(page, 'inbox-failure')).toEqual([]);
  await fits(page);
  await button(panel, 'Go on from where it stopped').tap();
  await panel.getByText(/answered on the dashboard: Go on/).waitFor();
  expect((await scene.cw.until(denied.id, ({ status }) => status === 'closed')).outcome).toBe('done');
});

test('a question is answered where its task is, with an answer that the agent offers', async () => {
  const asked = tool('mcp__cw__ask', { question: 'Red or blue?', options: ['Red', 'Blue'] });
  let heard = '';
  const task = await begin('Ask for a colour', [
    asked,
    ({ lastToolResults }) => {
      heard = lastToolResults.map(({ text }) => text).join('\n');
      return done;
    },
  ]);
  const page = await browser.visit(scene.cw, { path: `/tasks/${task.id}` });
  const item = taskPanel(page).getByRole('region', { name: 'Question that waits for you' });
  await taskPanel(page).getByText('Needs you', { exact: true }).waitFor();
  await button(item, 'Blue').click();
  expect(await item.getByRole('textbox').inputValue()).toBe('Blue');
  expect(await findingsInBothThemes(page, 'inbox-in-task')).toEqual([]);
  await button(item, 'Answer').click();
  await item.waitFor({ state: 'detached' });
  await scene.cw.until(task.id, ({ status }) => status === 'closed');
  expect(heard).toContain('Blue');
});

test('of two who answer at once, one is told what the other said', async () => {
  browser.allow(/the server responded with a status of 409/);
  const [id = ''] = await raiseItems(scene.cw, [{ kind: 'question', title: 'Which of the two?' }]);
  const path = `/inbox/${id}`;
  const pages = [await browser.visit(scene.cw, { path }), await browser.visit(scene.cw, { path })];
  for (const [index, page] of pages.entries()) {
    await panelOf(page)
      .getByRole('textbox')
      .fill(`Number ${index + 1}.`);
  }
  // By the key, which does not wait for a button that the other's answer may have taken away.
  await Promise.all(pages.map((page) => page.keyboard.press('Control+Enter')));
  for (const page of pages)
    await panelOf(page)
      .getByText(/answered on the dashboard: Answer/)
      .waitFor();
  const said = await Promise.all(
    pages.map((page) =>
      panelOf(page)
        .getByText(/^“Number \d.”$/)
        .textContent(),
    ),
  );
  expect(said[0]).toBe(said[1]);
  const unsent = async () => Promise.all(pages.map((page) => page.getByText('Your text was not sent').count()));
  await eventually(async () => (await unsent()).toSorted()).toEqual([0, 1]);
  const answers = (await scene.cw.events()).filter(({ type, entity }) => type === 'inbox.answered' && entity === id);
  expect(answers).toHaveLength(1);
});

test('what an agent writes is shown as text, with nothing hidden in it', async () => {
  const [id = ''] = await raiseItems(scene.cw, [
    {
      kind: 'permission',
      title: 'Run: ls <b>x</b> \u202egnp.exe',
      text: 'See <img src=x onerror=alert(1)> [here](javascript:alert(1)).\n\n```sh\nls \u001b[2K\u202e; rm -rf ~\n```',
    },
  ]);
  const page = await browser.visit(scene.cw, { path: `/inbox/${id}` });
  const panel = panelOf(page);
  await row(page, 'ls <b>x</b> ⟨U+202E⟩gnp.exe').waitFor();
  await panel.getByRole('heading', { name: 'An agent wants to run a command' }).waitFor();
  expect(await panel.getByRole('region', { name: 'Command' }).textContent()).toBe('$ ls ␛[2K⟨U+202E⟩; rm -rf ~');
  expect(await panel.locator('img, a[href^="javascript"]').count()).toBe(0);
  await button(panel, 'Dismiss').click();
  await panel.getByText(/dismissed it on the dashboard/).waitFor();
});

test('a browser that was asked to tells of what waits, once, and leads there', async () => {
  const page = await browser.visit(scene.cw, { path: '/tasks' });
  await page.addInitScript(() => {
    class Told extends EventTarget {
      static permission = 'default';
      static requestPermission = async () => {
        Told.permission = 'granted';
        return 'granted';
      };
      onclick: (() => void) | undefined;
      constructor(readonly title: string) {
        super();
        const told = (Reflect.get(globalThis, 'told') ?? []) as Told[];
        Reflect.set(globalThis, 'told', [...told, this]);
      }
      close() {}
    }
    Reflect.set(globalThis, 'Notification', Told);
    document.hasFocus = () => false;
  });
  await page.reload();
  const titles = () =>
    page.evaluate(() => ((Reflect.get(globalThis, 'told') ?? []) as { title: string }[]).map(({ title }) => title));
  await page.getByRole('navigation').getByRole('link', { name: 'Inbox' }).click();
  await page.getByRole('button', { name: 'Notifications are off' }).click();
  await page.getByRole('menuitem', { name: 'Turn notifications on' }).click();
  await page.getByRole('button', { name: 'Notifications are on' }).waitFor();
  const [id = ''] = await raiseItems(scene.cw, [{ kind: 'question', title: 'Is anybody there?' }]);
  await eventually(titles).toEqual(['Is anybody there?']);
  await page.evaluate(() => (Reflect.get(globalThis, 'told') as { onclick: () => void }[])[0]?.onclick());
  await panelOf(page).getByRole('heading', { name: 'Is anybody there?' }).waitFor();
  expect(page.url()).toContain(id);
});

test('a thousand things are listed with the oldest first, and reached by keys', async () => {
  const many = Array.from({ length: 1000 }, (_, index) => ({
    ...{ kind: index % 3 === 0 ? ('question' as const) : ('permission' as const), title: `Thing ${index + 1}` },
  }));
  await raiseItems(scene.cw, many);
  const page = await browser.visit(scene.cw, { path: '/inbox' });
  await row(page, /^Thing 1\b/)
    .first()
    .waitFor();
  await page.keyboard.press('End');
  await eventually(async () => {
    await page.keyboard.press('End');
    return row(page, /^Thing 1000\b/).count();
  }, 60_000).toBe(1);
  expect(await findingsInBothThemes(page, 'inbox-many')).toEqual([]);
});
