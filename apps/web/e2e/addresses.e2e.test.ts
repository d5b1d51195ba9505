import { addProject, createTask } from '@cw/app/e2e';
import { expect, test } from 'vitest';
import { eventually } from './harness/browser.ts';
import { browserScene } from './harness/scene.ts';
import { taskPanel } from './harness/screens.ts';

const scene = browserScene({
  fill: async ({ cw, repo }) => {
    await addProject(cw, repo);
    await createTask(cw, 'Trim the lamp');
  },
});

test('an address takes a short id and a name, and becomes one with whole ids', async () => {
  const [task] = await scene.cw.tasks();
  const id = task?.id ?? '';
  const page = await scene.browser.visit(scene.cw, { path: `/tasks/${id.slice(3, 10)}?project=samp` });
  await taskPanel(page).getByText('Trim the lamp').first().waitFor();
  await eventually(() => new URL(page.url()).pathname).toBe(`/tasks/${id}`);
  expect(new URL(page.url()).searchParams.get('project')).toBe(task?.projectId);
});

test('a project that there is not is refused with what was meant, instead of showing nothing of it', async () => {
  scene.browser.allow(/404/);
  const page = await scene.browser.visit(scene.cw, { path: '/tasks?project=sampel' });
  await page.getByRole('alert').getByText('Did you mean sample?').waitFor();
  await page.getByRole('link', { name: 'Show all projects' }).click();
  await page.getByText('Trim the lamp').first().waitFor();
});
