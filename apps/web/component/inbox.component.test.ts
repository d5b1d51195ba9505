import { expect, test } from 'vitest';
import { answersWith } from './harness/sample-answers.ts';
import { addressOf } from './harness/screens.ts';
import { buildItem } from './harness/scripted-items.ts';
import { scriptedPages } from './harness/scripted-pages.ts';

const pages = scriptedPages();

const output = [...Array.from({ length: 200 }, (_, n) => `ok ${n + 1} - fine`), 'not ok 201 - adds', '# tests 201'];

const first = buildItem({
  ...{ id: 'ib_first0000000', kind: 'permission', title: 'Run: npm publish', agentName: 'worker-07' },
  text: 'It wants to publish.\n\n```sh\nnpm publish\n```',
});

const items = [
  first,
  buildItem({
    ...{ id: 'ib_second000000', kind: 'failure', title: 'The tests failed.' },
    text: `What it wrote:\n\n\`\`\`text\n${output.join('\n')}\n\`\`\``,
  }),
];

const answers = answersWith([], {
  inbox: {
    list: () => ({ items, total: 2, nextCursor: null }),
    count: () => ({ open: 2 }),
    kinds: () => ({
      items: [
        { kind: 'permission', open: 1 },
        { kind: 'failure', open: 1 },
      ],
    }),
    show: ({ id }) => items.find((item) => item.id === id) ?? first,
  },
});

test('the first item is open until it is closed, each leads with a sentence, and tabs count', async () => {
  const page = await pages.open(answers, { path: '/inbox' });
  const item = page.getByRole('region', { name: 'Item', exact: true });
  await item.getByRole('heading', { name: 'worker-07 wants to run a command' }).waitFor();
  expect(addressOf(page)).toBe('/inbox/ib_first0000000');
  const row = page.getByRole('list', { name: 'Inbox' }).getByRole('link').first();
  expect(await row.textContent()).toContain('worker-07 wants to run a command');
  const tabs = page
    .getByRole('radiogroup', { name: 'Which items' })
    .or(page.getByRole('group', { name: 'Which items' }));
  expect(await tabs.getByRole('radio').allTextContents()).toEqual([
    ...['All2', 'Questions', 'Approvals1', 'Problems1', 'Ended'],
  ]);
  await page.keyboard.press('Escape');
  await item.waitFor({ state: 'detached' });
  expect(addressOf(page)).toBe('/inbox');
});

test('output opens at its end, with the lines that say what failed marked', async () => {
  const page = await pages.open(answers, { path: '/inbox/ib_second000000' });
  const box = page.getByRole('region', { name: 'Text', exact: true });
  await box.waitFor();
  expect(await box.evaluate((each) => each.scrollTop + each.clientHeight >= each.scrollHeight - 1)).toBe(true);
  expect(await box.locator('[data-failing]').allTextContents()).toEqual(['not ok 201 - adds']);
});
