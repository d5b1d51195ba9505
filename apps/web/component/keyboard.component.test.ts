import { gate } from '@cw/testkit';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { eventually } from '../e2e/harness/browser.ts';
import { dialog, taskPanel, taskRow } from '../e2e/harness/screens.ts';
import type { ItemView } from '../src/data/api-types.ts';
import { buildTask } from '../src/data/testing.ts';
import { answersWith } from './harness/sample-answers.ts';
import { buildItem } from './harness/scripted-items.ts';
import { scriptedPages } from './harness/scripted-pages.ts';

const pages = scriptedPages();

const tasks = [
  buildTask({ id: 'tk_alpha0000000', title: 'Alpha' }),
  buildTask({ id: 'tk_beta00000000', title: 'Beta' }),
];

const question = buildItem();

/** An inbox of one question, and what was done with it. */
function inbox() {
  const done: string[] = [];
  let item = question;
  const end = (what: string, state: ItemView['state']) => () => {
    done.push(what);
    item = { ...item, state };
    return item;
  };
  return {
    done,
    answers: answersWith(tasks, {
      inbox: {
        list: () => ({ items: item.state === 'open' ? [item] : [], total: 1, nextCursor: null }),
        count: () => ({ open: 1 }),
        show: () => item,
        dismiss: end('dismissed', 'dismissed'),
        restore: end('restored', 'open'),
      },
    }),
  };
}

/** Presses keys one after the other, without waiting for what any of them does. */
async function pressAll(page: Page, keys: readonly string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key);
}

const itemPanel = (page: Page) => page.getByRole('region', { name: 'Item', exact: true });

test('what is typed right after a key that opens a window goes there, and to no shortcut', async () => {
  const { answers, done } = inbox();
  const page = await pages.open(answers, { path: `/inbox/${question.id}` });
  await itemPanel(page).getByRole('heading', { name: 'Which port?' }).waitFor();
  await pressAll(page, ['Control+k', 'e', '1', 'j', 'c']);
  const palette = dialog(page, 'Search and commands');
  await eventually(() => palette.getByRole('combobox').inputValue()).toBe('e1jc');
  await page.keyboard.press('Escape');
  await palette.waitFor({ state: 'detached' });
  await pressAll(page, ['c', 'e', 'x', 'e']);
  await eventually(() => dialog(page, 'New task').getByLabel('Title').inputValue()).toBe('exe');
  expect(done).toEqual([]);
});

test('a window that is still being fetched has the keyboard already, and Escape gives it up', async () => {
  const { answers, done } = inbox();
  const page = await pages.open(answers, { path: `/inbox/${question.id}` });
  await itemPanel(page).getByRole('heading', { name: 'Which port?' }).waitFor();
  const there = gate();
  await page.route('**/add-account-dialog*.js', async (route) => {
    await there.opened;
    await route.fallback();
  });
  const ask = async () => {
    await page.keyboard.press('Control+k');
    await page.keyboard.type('add account');
    await dialog(page, 'Search and commands').getByRole('option', { name: 'Add account', exact: true }).waitFor();
    await page.keyboard.press('Enter');
    await dialog(page, 'Search and commands').waitFor({ state: 'detached' });
  };
  await ask();
  await pressAll(page, ['e', 'Escape']);
  await ask();
  await pressAll(page, ['e', 'd', 'a', 'x', 'Backspace']);
  there.open();
  await eventually(() => dialog(page, 'Add account').getByLabel('Name').inputValue()).toBe('eda');
  expect(done).toEqual([]);
});

test('a key that is pressed before the palette has lost the focus goes to the window it opened', async () => {
  const { answers } = inbox();
  const page = await pages.open(answers, { path: `/inbox/${question.id}` });
  const there = gate();
  await page.route('**/add-account-dialog*.js', async (route) => {
    await there.opened;
    await route.fallback();
  });
  await page.keyboard.press('Control+k');
  await page.keyboard.type('add account');
  await dialog(page, 'Search and commands').getByRole('option', { name: 'Add account', exact: true }).waitFor();
  await page.evaluate(async () => {
    const field = document.activeElement;
    const press = (key: string) =>
      field?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
    press('Enter');
    while (field?.checkVisibility()) await Promise.resolve();
    press('e');
  });
  there.open();
  await eventually(() => dialog(page, 'Add account').getByLabel('Name').inputValue()).toBe('e');
});

test('on the way to another screen keys wait for that screen', async () => {
  const { answers, done } = inbox();
  const page = await pages.open(answers, { path: `/inbox/${question.id}` });
  await itemPanel(page).getByRole('heading', { name: 'Which port?' }).waitFor();
  const there = gate();
  await page.route('**/accounts-*.js', async (route) => {
    await there.opened;
    await route.fallback();
  });
  await pressAll(page, ['g', 'a', 'e', '1', 'c', 'e', 'x']);
  there.open();
  await page.getByRole('heading', { name: 'Accounts' }).waitFor();
  await eventually(() => dialog(page, 'New task').getByLabel('Title').inputValue()).toBe('ex');
  expect(done).toEqual([]);
});

test('a shortcut with Ctrl on the way to another screen waits for it too, and what is typed after it goes where it leads', async () => {
  const page = await pages.open(answersWith(tasks));
  await taskRow(page, 'Alpha').waitFor();
  const there = gate();
  await page.route('**/accounts-*.js', async (route) => {
    await there.opened;
    await route.fallback();
  });
  await pressAll(page, ['g', 'a', 'Control+k', 'b', 'e', 't', 'a']);
  there.open();
  await page.getByRole('heading', { name: 'Accounts' }).waitFor();
  const palette = dialog(page, 'Search and commands');
  await eventually(() => palette.getByRole('combobox').inputValue()).toBe('beta');
});

test('a dismissal is taken back by its message, and by the key that undoes', async () => {
  const { answers, done } = inbox();
  const page = await pages.open(answers, { path: `/inbox/${question.id}` });
  await itemPanel(page).getByRole('heading', { name: 'Which port?' }).waitFor();
  await page.keyboard.press('e');
  await page.getByText('Dismissed: Which port?').waitFor();
  await page.keyboard.press('Control+z');
  await itemPanel(page).getByRole('button', { name: 'Dismiss' }).waitFor();
  expect(done).toEqual(['dismissed', 'restored']);
});

test('keys act on the open task as on a row, beside the list and as a page', async () => {
  const page = await pages.open(answersWith(tasks));
  await taskRow(page, 'Beta').click();
  await taskPanel(page).getByRole('heading', { name: 'Beta' }).waitFor();
  for (const as of ['panel', 'page']) {
    if (as === 'page') await page.keyboard.press('v');
    for (const [key, title] of [
      ['p', 'Set the priority'],
      ['s', 'Set the state'],
      ['l', 'Add or remove labels'],
    ] as const) {
      await page.keyboard.press(key);
      await dialog(page, title).getByText('“Beta”').waitFor();
      await page.keyboard.press('Escape');
      await dialog(page, title).waitFor({ state: 'detached' });
    }
  }
});

test('a form that lacks something says so at the first field that lacks it, wherever it is sent from', async () => {
  const sent: unknown[] = [];
  const page = await pages.open(
    answersWith(tasks, {
      projects: {
        list: () => ({ items: [], total: 0, nextCursor: null }),
      },
      tasks: {
        create: (input) => {
          sent.push(input);
          return buildTask({ title: input.title });
        },
      },
      config: { set: (input) => void sent.push(input) as never },
    }),
  );
  await taskRow(page, 'Alpha').waitFor();
  await page.keyboard.press('c');
  const form = dialog(page, 'New task');
  await form.getByLabel('Due').fill('tomorrow');
  await form.getByLabel('Acceptance').fill('It is green.');
  await form.getByLabel('Model').fill('opus');
  // From a button outside the form too.
  await form.getByRole('button', { name: 'Close' }).focus();
  await page.keyboard.press('Control+Enter');
  await form.getByRole('alert').getByText('Give it a title.').waitFor();
  expect(await form.getByLabel('Title').evaluate((field) => field === document.activeElement)).toBe(true);
  await page.keyboard.type('Gamma');
  await page.keyboard.press('Control+Enter');
  await form.waitFor({ state: 'detached' });
  expect(sent).toMatchObject([
    { title: 'Gamma', due: 'tomorrow', acceptance: 'It is green.' },
    { key: 'agents.model', value: 'opus', scope: 'task' },
  ]);
});

test('the other button on a row opens what can be done with it, and does it', async () => {
  const page = await pages.open(answersWith(tasks));
  await taskRow(page, 'Beta').click({ button: 'right' });
  await page.getByRole('menuitem', { name: /^Set the priority/ }).click();
  await dialog(page, 'Set the priority').getByText('“Beta”').waitFor();
});
