import { isSettled } from '@cw/app/e2e';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Look } from '../harness/browser.ts';
import { fillWorkspace, type Sample } from '../harness/sample-workspace.ts';
import { browserScene } from '../harness/scene.ts';
import { runLog } from '../harness/screens.ts';
import { clicking, lookAt, pressed, pressing, type Screen, says } from './look.ts';

async function allFields(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'All fields' }).click();
  await page.getByRole('button', { name: /^Metadata/ }).waitFor();
}

/** Selects the first two tasks, and opens what changes both. */
async function changing(page: Page, button?: string): Promise<void> {
  const boxes = page.getByRole('button', { name: /^Select / });
  await boxes.first().click();
  await boxes.first().click();
  const bar = page.getByRole('region', { name: 'Selection' });
  await bar.getByText('2 selected').waitFor();
  if (!button) return;
  await bar.getByRole('button', { name: button }).click();
  await page.getByRole('dialog').waitFor();
}

function fullScreens(sample: Sample): readonly Screen[] {
  return [
    { name: 'tasks', path: '/tasks', ready: (page) => page.getByRole('row').nth(5).waitFor() },
    {
      name: 'tasks-by-priority',
      path: '/tasks?group=priority',
      ready: (page) => page.getByRole('row').nth(5).waitFor(),
    },
    { name: 'board', path: '/tasks?view=board', ready: (page) => page.locator('[data-task]').nth(5).waitFor() },
    { name: 'board-task', path: `/tasks/${sample.task}?view=board`, ready: says(/^id breaks ties$/) },
    {
      name: 'graph',
      path: '/tasks?view=graph',
      ready: (page) => page.locator('.react-flow__node').first().waitFor(),
    },
    {
      name: 'graph-outline',
      path: '/tasks?view=graph&q=outbox',
      opens: (page) => pressed(page, 'Outline', page.getByRole('list', { name: 'Tasks of the graph' })),
    },
    { name: 'task', path: `/tasks/${sample.task}`, ready: says(/^id breaks ties$/) },
    { name: 'task-all-fields', path: `/tasks/${sample.task}`, opens: (page) => allFields(page) },
    { name: 'task-stuck', path: `/tasks/${sample.stuckTask}`, ready: says('Check output') },
    { name: 'task-page', path: `/tasks/${sample.task}?page=true`, ready: says(/^id breaks ties$/) },
    { name: 'inbox', path: '/inbox', ready: says('Waiting for you') },
    {
      name: 'inbox-failed-check',
      path: '/inbox',
      opens: async (page) => {
        await page.getByRole('list', { name: 'Inbox' }).getByRole('link', { name: 'Not merged' }).click();
        await page.getByRole('region', { name: 'Failed check' }).waitFor();
      },
    },
    {
      name: 'inbox-item',
      path: '/inbox',
      opens: async (page) => {
        await page.getByRole('list', { name: 'Inbox' }).getByRole('link').first().click();
        await page.getByRole('region', { name: 'Answer' }).waitFor();
      },
    },
    { name: 'messages', path: '/inbox/messages', ready: says('A note to myself') },
    { name: 'thread', path: `/inbox/messages/${sample.thread}`, ready: says('Not read yet') },
    { name: 'new-message', path: '/inbox/messages', opens: (page) => pressing(page, 'n', 'New message') },
    { name: 'runs', path: '/runs', ready: says('Publish the outbox by position') },
    {
      name: 'run-active',
      path: `/runs/${sample.running}`,
      ready: (page) => runLog(page).getByText('all read').waitFor(),
    },
    {
      name: 'run-ended',
      path: `/runs/${sample.doneRun}`,
      ready: (page) => runLog(page).getByText('all read').waitFor(),
    },
    { name: 'merges', path: '/merges', ready: says('Keep notes in order') },
    { name: 'merge', path: `/merges/${sample.merged}`, ready: says('merged as') },
    { name: 'merge-failed', path: `/merges/${sample.failedMerge}`, ready: says('Merge it again') },
    { name: 'projects', path: '/projects', ready: says('sample') },
    { name: 'project', path: `/projects/${sample.project}`, ready: says('Remove project') },
    { name: 'accounts', path: '/accounts', ready: says('personal') },
    { name: 'agents', path: '/agents', ready: says('Publish the outbox by position') },
    { name: 'agent', path: '/agents/worker-1', ready: says('Registered') },
    { name: 'health', path: '/health', ready: says('Recovered') },
    { name: 'activity', path: '/activity', ready: says('wrote message') },
    { name: 'settings', path: '/settings', ready: says('orchestrator.maxConcurrent') },
    { name: 'settings-project', path: `/settings?project=${sample.project}`, ready: says('holds for this project') },
    { name: 'permissions', path: `/settings/permissions?project=${sample.project}`, ready: says('npm test*') },
    { name: 'rule', path: `/settings/permissions/${sample.rule}`, ready: says('Remove rule') },
    { name: 'add-rule', path: '/settings/permissions', opens: (page) => clicking(page, 'Add rule') },
    {
      name: 'tasks-filtered',
      path: '/tasks?priority=P0,P1&notLabel=web&where=label+%3D+cli&group=label&sort=updated',
      ready: (page) => page.getByRole('row').nth(2).waitFor(),
    },
    {
      name: 'tasks-filter',
      path: '/tasks',
      opens: (page) => pressed(page, 'Filter', page.getByRole('menuitem', { name: 'Label is not' })),
    },
    { name: 'tasks-selected', path: '/tasks?group=none', opens: (page) => changing(page) },
    { name: 'tasks-labels', path: '/tasks?group=none', opens: (page) => changing(page, 'Labels') },
    { name: 'tasks-delete', path: '/tasks?group=none', opens: (page) => changing(page, 'Delete') },
    { name: 'palette', path: '/tasks', opens: (page) => pressing(page, 'Control+k', 'Search and commands') },
    { name: 'keys', path: '/tasks', opens: (page) => pressing(page, '?', 'Keys') },
    { name: 'new-task', path: '/tasks', opens: (page) => pressing(page, 'c', 'New task') },
  ];
}

/** Looks at the screens of a workspace in the middle of its work; in a file for each width, as that takes its time. */
export function lookAtFullScreens(width: NonNullable<Look['width']>): void {
  const scene = browserScene({ files: { 'README.md': '# Notes\n' } });
  const { browser } = scene;
  let sample: Sample;

  beforeAll(async () => {
    sample = await fillWorkspace(scene.cw, scene.repo);
  });
  afterAll(async () => {
    await scene.cw.ask('run', 'stop', sample.running);
    await scene.cw.until(sample.runningTask, isSettled);
  });

  // Some fifty screens, each in two themes: on a busy machine that takes its time.
  const patience = 600_000;
  test(
    `a workspace with a thousand tasks has no serious fault that axe finds, in either theme, at ${width} pixels`,
    async () => {
      const page = await browser.visit(scene.cw, { width });
      expect(await lookAt(page, fullScreens(sample), 'full')).toEqual([]);
    },
    patience,
  );
}
