import { existsSync } from 'node:fs';
import { addProject, assign, committing, createTask, isSettled } from '@cw/app/e2e';
import { expect, test } from 'vitest';
import { findingsInBothThemes } from './harness/axe.ts';
import { browserScene } from './harness/scene.ts';
import { dialog } from './harness/screens.ts';

const scene = browserScene({ fill: ({ cw, repo }) => addProject(cw, repo, '--check', 'true') });
const { browser } = scene;

test.each([1440, 390] as const)(
  'at %i pixels what would go is shown first, and what went is told after',
  async (width) => {
    const task = await createTask(scene.cw, 'Long done', { script: committing(`at-${width}.txt`) });
    await assign(scene.cw, task);
    await scene.cw.until(task.id, isSettled);
    const [run] = await scene.cw.runsOf(task.id);
    const worktree = run?.worktree ?? '';
    await scene.cw.storage().transact(async (tx) => {
      await tx.run('UPDATE tasks SET closed_at = closed_at - 864000000 WHERE id = ?', [task.id]);
    });

    const page = await browser.visit(scene.cw, { path: '/health', width });
    await page.getByRole('button', { name: 'Clean up' }).click();
    const window = dialog(page, 'Clean up');
    await window.getByText('Would remove 1 worktree.').waitFor();
    expect(existsSync(worktree)).toBe(true);
    expect(await findingsInBothThemes(page, 'clean-up')).toEqual([]);
    await window.getByRole('button', { name: 'Clean up now' }).click();
    await window.getByText('Removed 1 worktree.').waitFor();
    expect(await window.getByRole('region', { name: 'To be removed' }).textContent()).toContain(task.id);
    expect(existsSync(worktree)).toBe(false);
    await window.getByRole('button', { name: 'Close' }).last().click();

    await page.getByRole('button', { name: 'Clean up' }).click();
    await window.getByText('Would remove nothing.').waitFor();
    await window.getByText(/run ended less than 30 days ago/).waitFor();
  },
);
