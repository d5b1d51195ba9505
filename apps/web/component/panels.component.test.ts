import { gate } from '@cw/testkit';
import { expect, test } from 'vitest';
import { eventually } from '../e2e/harness/browser.ts';
import { taskPanel, taskRow } from '../e2e/harness/screens.ts';
import { buildTask } from '../src/data/testing.ts';
import { answersWith } from './harness/sample-answers.ts';
import { scriptedPages } from './harness/scripted-pages.ts';

const pages = scriptedPages();

const [alpha, beta] = [
  buildTask({ id: 'tk_alpha0000000', title: 'Alpha' }),
  buildTask({ id: 'tk_beta00000000', title: 'Beta' }),
];

test('what a panel shows is asked for once, and is there at once when it is opened again', async () => {
  const asked: string[] = [];
  const show = ({ id }: { readonly id: string }) => {
    asked.push(id);
    return id === alpha.id ? alpha : beta;
  };
  const page = await pages.open(answersWith([alpha, beta], { tasks: { show } }));
  for (const title of ['Alpha', 'Beta', 'Alpha']) {
    await taskRow(page, title).click();
    await taskPanel(page).getByRole('heading', { name: title }).waitFor();
  }
  expect(asked).toEqual([alpha.id, beta.id]);
});

test('a panel whose answer is late holds up no list, and is there before it', async () => {
  const answer = gate();
  const show = () => answer.opened.then(() => alpha);
  const page = await pages.open(answersWith([alpha, beta], { tasks: { show } }), { path: `/tasks/${alpha.id}` });
  await taskRow(page, 'Beta').waitFor();
  await taskPanel(page).getByRole('status').waitFor();
  await page.keyboard.press('Escape');
  await taskPanel(page).waitFor({ state: 'detached' });
  await taskRow(page, 'Beta').click();
  await taskPanel(page).getByRole('status').waitFor();
  answer.open();
  await taskPanel(page).getByRole('heading', { name: 'Alpha' }).waitFor();
});

test('what happens while the answer for a panel is on its way shows, though that is from before it', async () => {
  const heard = gate();
  let title = 'Alpha';
  const show = async () => {
    if (title !== 'Alpha') return buildTask({ ...alpha, title });
    title = 'Renamed';
    pages.tell({ type: 'task.updated', entity: alpha.id });
    await heard.opened;
    return alpha;
  };
  const page = await pages.open(answersWith([alpha], { tasks: { show } }));
  await taskRow(page, 'Alpha').click();
  await page.getByText('event 2', { exact: true }).waitFor();
  heard.open();
  await taskPanel(page).getByRole('heading', { name: 'Renamed' }).waitFor();
});

test('the panel is made wider by keys and by the pointer, and stays so', async () => {
  const page = await pages.open(answersWith([alpha, beta]), { path: `/tasks/${alpha.id}` });
  await taskPanel(page).getByRole('heading', { name: 'Alpha' }).waitFor();
  const width = async () => (await taskPanel(page).boundingBox())?.width;
  const edge = page.getByRole('separator', { name: 'Width of the panel' });
  expect(await width()).toBe(428);
  await edge.focus();
  await page.keyboard.press('ArrowLeft');
  await eventually(width).toBe(452);
  const box = await edge.boundingBox();
  const [x, y] = [(box?.x ?? 0) + 4, (box?.y ?? 0) + 200];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x - 48, y);
  await page.mouse.up();
  await eventually(width).toBe(500);
  await page.reload();
  await eventually(width).toBe(500);
  await edge.dblclick();
  await eventually(width).toBe(428);
});
