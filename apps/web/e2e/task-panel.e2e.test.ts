import { addProject, createTask } from '@cw/app/e2e';
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { eventually } from './harness/browser.ts';
import { browserScene } from './harness/scene.ts';
import { dialog, taskPanel, taskRow } from './harness/screens.ts';

const scene = browserScene({ fill: ({ cw, repo }) => addProject(cw, repo) });
const { browser } = scene;

/** A page with one task open. */
async function openTask(title: string, width?: 390): Promise<{ page: Page; panel: Locator; id: string }> {
  const { id } = await createTask(scene.cw, title);
  const page = await browser.visit(scene.cw, { path: `/tasks/${id}`, ...(width && { width }) });
  const panel = taskPanel(page);
  await panel.getByRole('heading', { name: new RegExp(title) }).waitFor();
  return { page, panel, id };
}

/** Presses Tab until a control of this name has the focus, as one does who has no mouse. */
async function tabTo(page: Page, name: RegExp): Promise<void> {
  for (let presses = 0; presses < 120; presses += 1) {
    await page.keyboard.press('Tab');
    const focused = await page.evaluate(() => {
      const element = document.activeElement;
      return `${element?.getAttribute('aria-label') ?? ''} ${element?.textContent ?? ''}`.trim();
    });
    if (name.test(focused)) return;
  }
  throw new Error(`no control named ${name} was reached`);
}

test('fields are edited where they stand, by keys alone', async () => {
  await createTask(scene.cw, 'Typed by keys');
  const page = await browser.visit(scene.cw);
  await taskRow(page, 'Typed by keys').waitFor();
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  const panel = taskPanel(page);
  await panel.getByRole('heading', { name: /Typed by keys/ }).waitFor();
  const id = new URL(page.url()).pathname.slice('/tasks/'.length);
  await page.keyboard.press('e');
  await page.keyboard.press('End');
  await page.keyboard.type(' and changed');
  await page.keyboard.press('Enter');
  await panel.getByRole('heading', { name: /and changed/ }).waitFor();

  await tabTo(page, /^Priority:/);
  await page.keyboard.press('Enter');
  await page.getByRole('menuitemradio', { name: 'High' }).waitFor();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await eventually(async () => (await scene.cw.task(id)).priority).not.toBe('P2');
  await tabTo(page, /^Assignee:/);
  await page.keyboard.press('Enter');
  await page.keyboard.type('ada');
  await page.keyboard.press('Enter');
  await eventually(async () => (await scene.cw.task(id)).assignee).toBe('ada');
  await tabTo(page, /^All fields/);
  await page.keyboard.press('Enter');
  await tabTo(page, /^Estimate:/);
  await page.keyboard.press('Enter');
  await page.keyboard.type('1h 30m');
  await page.keyboard.press('Enter');
  await eventually(async () => (await scene.cw.task(id)).estimate).toBe(90);
  await tabTo(page, /Add design/);
  await page.keyboard.press('Enter');
  await page.keyboard.type('One table.');
  await page.keyboard.press('Control+Enter');
  await eventually(async () => (await scene.cw.task(id)).design).toBe('One table.');
  await eventually(async () => (await scene.cw.task(id)).title).toBe('Typed by keys and changed');
});

test('a task becomes a page and stands beside the list again, by key and by button', async () => {
  const { page, panel, id } = await openTask('Wide enough');
  const grid = page.getByRole('grid', { name: 'Tasks' });
  const isPage = async (wide: boolean) => {
    await grid.waitFor({ state: wide ? 'hidden' : 'visible' });
    await panel.getByRole('heading', { name: /Wide enough/ }).waitFor();
    const { pathname, searchParams } = new URL(page.url());
    expect([pathname, searchParams.get('page')]).toEqual([`/tasks/${id}`, wide ? 'true' : null]);
  };
  await page.keyboard.press('v');
  await isPage(true);
  await page.keyboard.press('v');
  await isPage(false);
  await panel.getByRole('button', { name: 'As a page' }).click();
  await isPage(true);
  await panel.getByRole('button', { name: 'Beside the list' }).click();
  await isPage(false);
  await page.keyboard.press('f');
  await page.getByRole('menuitem', { name: 'Query…' }).click();
  await page.getByRole('textbox', { name: 'Query' }).fill('priority = P2');
  await page.keyboard.press('Enter');
  await eventually(() => new URL(page.url()).searchParams.get('where')).toBe('priority = P2');
  await isPage(false);
});

test('every other field has a place, and what makes no sense is refused there', async () => {
  browser.allow(/the server responded with a status of/);
  const { page, panel, id } = await openTask('All of its fields');
  await panel.getByRole('button', { name: 'All fields' }).click();
  const type = async (name: string, text: string) => {
    await panel.getByRole('button', { name: new RegExp(`^${name}: .*edit$`) }).click();
    await panel.getByRole('textbox', { name }).fill(text);
    await page.keyboard.press('Control+Enter');
  };
  await type('Due', 'some day');
  await panel.getByRole('alert').getByText('"some day" is not a valid date.').waitFor();
  expect((await scene.cw.task(id)).dueAt).toBe(null);
  await panel.getByRole('textbox', { name: 'Due' }).fill('2031-03-01');
  await page.keyboard.press('Enter');
  await panel.getByRole('button', { name: 'Due: 2031-03-01, edit' }).waitFor();
  await type('Deferred to', '2030-01-01');
  await type('Role', 'tester');
  await type('External', 'GH-7');
  await type('Check', 'npm test');
  await type('Metadata', '{"ticket": 7}');
  await panel.getByRole('button', { name: /^Size:/ }).click();
  await page.getByRole('menuitemradio', { name: 'XL' }).click();
  await panel.getByRole('button', { name: /^Type:/ }).click();
  await page.getByRole('menuitemradio', { name: 'Bug' }).click();
  await panel.getByRole('button', { name: /^Plan first:/ }).click();
  await page.getByRole('menuitemradio', { name: /No work before/ }).click();
  await panel.getByRole('button', { name: 'Add label' }).click();
  await page.getByRole('textbox', { name: 'Label' }).fill('web');
  await page.keyboard.press('Enter');
  await page.getByText('Added the label web').first().waitFor();
  await eventually(() => scene.cw.task(id)).toMatchObject({
    ...{ role: 'tester', externalRef: 'GH-7', checkCommand: 'npm test', metadata: { ticket: 7 }, size: 'XL' },
    ...{ type: 'bug', requiresPlan: true, labels: ['web'] },
  });
  await page.getByRole('button', { name: 'Undo' }).last().click();
  await eventually(async () => (await scene.cw.task(id)).labels).toEqual([]);
  const history = panel
    .getByRole('region')
    .or(panel)
    .getByText(/changed metadata/);
  await history.first().waitFor();
});

test('an approval is of the plan that was read, and of no other', async () => {
  const { panel, id } = await openTask('Plan it first');
  await scene.cw.ask('task', 'update', id, '--requires-plan');
  await panel.getByRole('button', { name: 'Write it' }).click();
  await panel.getByLabel('Goal').fill('It holds.');
  await panel.getByLabel('Steps').fill('First\n\n  Second');
  await panel.getByRole('button', { name: 'Save the plan' }).click();
  await panel.getByText('Second', { exact: true }).waitFor();
  const seen = (await scene.cw.task(id)).plan;
  expect(seen?.steps).toEqual(['First', 'Second']);

  await scene.cw.ask('task', 'plan', 'set', id, '--goal', 'Something else.');
  await panel.getByText('The plan was changed while you were reading it.').waitFor();
  expect(await panel.getByRole('button', { name: 'Approve this plan' }).count()).toBe(0);
  await panel.getByRole('button', { name: 'I have read it again' }).click();
  await panel.getByRole('button', { name: 'Approve this plan' }).click();
  await panel.getByText(/^Approved by/).waitFor();
  await eventually(async () => (await scene.cw.task(id)).plan).toMatchObject({
    ...{ goal: 'Something else.', approvedAt: expect.any(String) },
  });
});

test('a plan is not written over one that was written meanwhile', async () => {
  const { panel, id } = await openTask('Planned by two');
  await scene.cw.ask('task', 'plan', 'set', id, '--goal', 'The first goal.');
  await panel.getByRole('button', { name: 'Edit plan' }).click();
  await panel.getByLabel('Goal').fill('My goal.');
  await scene.cw.ask('task', 'plan', 'set', id, '--goal', 'Their goal.');
  const conflict = panel.getByRole('alert').filter({ hasText: 'The plan was changed in the meantime.' });
  await conflict.getByText('Their goal.').waitFor();
  expect(await panel.getByRole('button', { name: 'Save the plan' }).isDisabled()).toBe(true);
  expect((await scene.cw.task(id)).plan?.goal).toBe('Their goal.');
  await conflict.getByRole('button', { name: 'Continue with mine' }).click();
  await panel.getByRole('button', { name: 'Save the plan' }).click();
  await eventually(async () => (await scene.cw.task(id)).plan?.goal).toBe('My goal.');
});

test('dependencies of each kind are added and removed, and a circle is refused with its way', async () => {
  browser.allow(/the server responded with a status of/);
  const other = await createTask(scene.cw, 'The other one');
  const { page, panel, id } = await openTask('Needs the other');
  const add = async (kind: string) => {
    await panel.getByRole('button', { name: /^Kind of dependency/ }).click();
    await page.getByRole('menuitemradio', { name: kind, exact: true }).click();
    await panel.getByRole('button', { name: 'Add dependency' }).click();
    const picker = page.getByRole('dialog', { name: 'Add dependency' });
    await picker.getByRole('textbox').fill('the other');
    await picker.getByRole('button', { name: /The other one/ }).click();
  };
  await add('Blocked by');
  await panel.getByRole('list', { name: 'Blocked by' }).getByText('The other one').waitFor();
  await add('Waits for any child of');
  await panel.getByRole('list', { name: 'Any child of' }).getByText('The other one').waitFor();
  await eventually(async () => (await scene.cw.task(id)).dependencies).toEqual([
    { type: 'blocks', id: other.id },
    { type: 'waits-for', id: other.id, gate: 'any' },
  ]);
  await add('Blocks');
  await panel
    .getByRole('alert')
    .getByText(/dependency cycle/)
    .waitFor();

  await panel.getByRole('list', { name: 'Blocked by' }).getByRole('listitem').hover();
  await panel
    .getByRole('list', { name: 'Blocked by' })
    .getByRole('button', { name: /^Remove/ })
    .click();
  await eventually(async () => (await scene.cw.task(id)).dependencies.length).toBe(1);
  await page.getByRole('button', { name: 'Undo' }).click();
  await eventually(async () => (await scene.cw.task(id)).dependencies.length).toBe(2);
});

test('children, checkpoints, artifacts and answers are added where they are shown', async () => {
  browser.allow(/400/);
  const { page, panel, id } = await openTask('Much below it', 390);
  await panel.getByRole('button', { name: 'Add child' }).tap();
  await panel.getByRole('textbox', { name: 'Title of the new child' }).fill('The child');
  await page.keyboard.press('Enter');
  await panel.getByRole('list', { name: 'Children' }).getByText('The child').waitFor();
  await panel.getByText('0 of 1').waitFor();
  await panel.getByRole('button', { name: 'Add checkpoint' }).tap();
  await panel.getByRole('textbox', { name: 'Checkpoint', exact: true }).fill('Half of it is **done**.');
  await panel.getByRole('button', { name: 'Set checkpoint' }).tap();
  await panel.getByRole('list', { name: 'Checkpoints' }).getByText('1 · progress').waitFor();
  await panel.getByRole('button', { name: 'Add artifact' }).tap();
  await panel.getByRole('textbox', { name: 'Artifact' }).fill('javascript:alert(1)');
  await page.keyboard.press('Enter');
  await panel
    .getByText(/javascript/)
    .first()
    .waitFor();
  await panel.getByRole('textbox', { name: 'Artifact' }).fill('https://example.com/report');
  await page.keyboard.press('Enter');
  await panel.getByRole('list', { name: 'Artifacts' }).getByRole('link', { name: 'example.com/report' }).waitFor();
  expect(await panel.getByRole('list', { name: 'Artifacts' }).getByRole('link').count()).toBe(1);
  await scene.cw.ask('task', 'comment', id, 'Which one?');
  await panel.getByRole('button', { name: /^Answer/ }).tap();
  await panel.getByRole('textbox', { name: 'Answer' }).fill('Both of them.');
  await panel.getByRole('button', { name: 'Answer', exact: true }).last().tap();
  await panel.getByRole('list', { name: 'Comments' }).getByRole('list').getByText('Both of them.').waitFor();
  await panel.getByText(/replied to a comment/).waitFor();
});

test('a deleted task is restored by the message, or at its address', async () => {
  browser.allow(/404/);
  const { page, panel, id } = await openTask('Goes into the trash');
  const remove = async () => {
    await panel.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Delete…' }).click();
    await dialog(page, 'Move this task to the trash?').getByRole('button', { name: 'Delete the task' }).click();
    await page
      .getByText(/is in the trash/)
      .first()
      .waitFor();
  };
  await remove();
  await taskRow(page, 'Goes into the trash').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Undo' }).click();
  await taskRow(page, 'Goes into the trash').click();
  await panel.getByRole('heading', { name: /Goes into the trash/ }).waitFor();
  await remove();
  await page.goto(new URL(`/tasks/${id}`, page.url()).href);
  await panel.getByRole('button', { name: 'Restore it' }).click();
  await panel
    .getByText(/restored it from the trash/)
    .first()
    .waitFor();
  await eventually(async () => (await scene.cw.task(id)).title).toBe('Goes into the trash');
});
