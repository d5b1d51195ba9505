import { addProject, assign, createTask, isSettled } from '@cw/app/e2e';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { eventually } from './harness/browser.ts';
import { browserScene } from './harness/scene.ts';
import { dialog, runLog, taskPanel, taskRow } from './harness/screens.ts';

const image = `<img src=x onerror="document.title='owned'">`;
const script = `<script>document.title='owned'</script>`;
const rightToLeft = 'abc \u202egnp.exe\u202c \u05e9\u05dc\u05d5\u05dd';
const long = `Long${'W'.repeat(495)}`;
const description = `${image}

[press me](javascript:document.title='owned') and [me](data:text/html,${script}) and [mine](vbscript:x)

![tracking](https://evil.example/pixel.png)

<a href="javascript:document.title='owned'">raw</a> ${script}

[fine](https://example.test/page) ${'w'.repeat(800)}`;

const scene = browserScene({
  fill: async ({ cw, repo }) => {
    await addProject(cw, repo);
    for (const title of [rightToLeft, long]) await createTask(cw, title);
    await cw.ask('task', 'create', '--project', 'sample', '--label', image, '--description', description, '--', image);
  },
});
const { browser } = scene;

/** Nothing of the text became a part of the page, and nothing was asked of another server. */
async function expectHarmless(page: Page, asked: readonly string[]): Promise<void> {
  const found = await page.evaluate(() => ({
    title: document.title,
    active: document.querySelectorAll('img, iframe, object, embed, script:not([src])').length,
    links: [...document.links].map((link) => link.protocol).filter((protocol) => !/^https?:$/.test(protocol)),
    wider: document.documentElement.scrollWidth > document.documentElement.clientWidth,
  }));
  expect(found).toEqual({ title: expect.stringContaining('Codewalkers'), active: 0, links: [], wider: false });
  expect(asked.filter((url) => !url.startsWith(scene.server.url))).toEqual([]);
}

function listen(page: Page): readonly string[] {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  return asked;
}

test('titles, labels and descriptions are text, whatever is in them', async () => {
  const page = await browser.visit(scene.cw);
  const asked = listen(page);
  await taskRow(page, long).waitFor();
  await taskRow(page, rightToLeft).waitFor();
  await taskRow(page, image).click();
  await taskPanel(page).getByText('press me').waitFor();
  await taskPanel(page).getByRole('link', { name: 'fine' }).waitFor();
  expect(
    await taskPanel(page)
      .getByRole('link', { name: /press me|^me$|mine/ })
      .count(),
  ).toBe(0);
  expect(await taskPanel(page).getByRole('link', { name: 'fine' }).getAttribute('rel')).toBe('noreferrer noopener');
  await expectHarmless(page, asked);
  await page.keyboard.press('Control+k');
  await dialog(page, 'Search and commands').getByRole('combobox').fill('onerror');
  await dialog(page, 'Search and commands').getByText(image, { exact: true }).waitFor();
  await expectHarmless(page, asked);
});

test('a long or right-to-left title disturbs nothing beside it', async () => {
  for (const width of [1440, 390] as const) {
    const page = await browser.visit(scene.cw, { width });
    const asked = listen(page);
    const row = taskRow(page, rightToLeft);
    await row.waitFor();
    const [box, other] = [await row.boundingBox(), await taskRow(page, long).boundingBox()];
    const high = width === 390 ? 44 : 32;
    expect([box?.height, other?.height, box?.width]).toEqual([high, high, other?.width]);
    await taskRow(page, long).click();
    await taskPanel(page)
      .getByRole('heading', { name: /LongWW/ })
      .waitFor();
    await expectHarmless(page, asked);
  }
});

test('what an agent writes is text in its log', async () => {
  const lines = [image, script, '\\033[31mred\\033[0m', '[x](javascript:alert(1))', 'w'.repeat(3000)];
  const task = await createTask(scene.cw, 'Write hostile lines', {
    script: `cat <<'EOF'\n${lines.join('\n')}\nEOF\nprintf '\\033[31mred\\033[0m \\007 \\000 end of it\\n'`,
  });
  await assign(scene.cw, task);
  await scene.cw.until(task.id, isSettled);
  const [run] = await scene.cw.runsOf(task.id);
  const page = await browser.visit(scene.cw, { path: `/runs/${run?.id}` });
  const asked = listen(page);
  await runLog(page).getByText('end of it').waitFor();
  await eventually(() => runLog(page).textContent()).toContain(image);
  await expectHarmless(page, asked);
});
