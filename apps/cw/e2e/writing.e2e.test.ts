import type { Page, TaskRow, TaskView } from '@cw/tasks';
import { expect, test } from 'vitest';
import { envelopeIn } from './harness/run-cw.ts';
import { openWorkspace } from './harness/workspace.ts';

const titles = [
  'Überarbeite die Übersicht',
  'תקן את ההפניה',
  'إصلاح إعادة التوجيه',
  'ログインを直す',
  'Family 👩‍👩‍👧‍👦 and flag 🏳️‍🌈',
  'zero\u200Bwidth\u200Djoiners',
  '<script>alert("x")</script> & <b>bold</b>',
  'quote \' and " and \\ and $HOME and `id`',
  '; DROP TABLE tasks; --',
];

test('a title in any script comes back as it was given, whichever way it was written', async () => {
  await using cw = await openWorkspace();
  const plan = titles.map((title) => `# ${title}\n`).join('\n');
  const lines = titles.map((title) => JSON.stringify({ op: 'create', title })).join('\n');
  for (const title of titles) await cw.runQuick(['q', '--', title]);
  await cw.runQuick(['create', '--from', '-'], { input: plan });
  await cw.runQuick(['batch'], { input: lines });
  const { items } = await cw.ask<Page<TaskRow>>('list', '--sort', 'created', '--limit', '100');
  expect(items.map(({ title }) => title).sort()).toEqual([...titles, ...titles, ...titles].sort());
});

test('a plan is written, taken further in a batch, and closed, with what became ready told', async () => {
  await using cw = await openWorkspace();
  const plan = '# Store\nlabels: core\n\n## Table {#table}\n\n## Readers\nneeds: table\n';
  const dry = envelopeIn<Page<TaskView>>(await cw.runQuick(['create', '-', '--dry-run', '--json'], { input: plan }));
  expect(dry).toMatchObject({ ok: true, data: { total: 3, dryRun: true } });
  expect((await cw.ask<Page<TaskRow>>('list')).total).toBe(0);
  const made = await cw.runQuick(['create', '-f', '-', '-q'], { input: plan });
  const [store = '', table = '', readers = ''] = made.stdout.trim().split('\n');
  const batch = [
    `create "Write it down" --key docs --parent ${store} --inherit-labels`,
    `dep add docs --needs ${readers}`,
  ];
  const done = await cw.runQuick(['batch', '--json'], { input: `${batch.join('\n')}\nclose nosuch\n` });
  expect(envelopeIn(done)).toMatchObject({ error: { code: 'task.not-found' } });
  expect((await cw.ask<Page<TaskRow>>('list')).total).toBe(3);
  expect((await cw.runQuick(['batch'], { input: batch.join('\n') })).stdout).toMatch(/Done: 2\.\n$/);
  expect(await cw.ask('done', table, '--suggest-next')).toMatchObject({ id: table, becameReady: [{ id: readers }] });
  const docs = (await cw.ask<Page<TaskRow>>('list', '--label', 'core', '--text', 'down')).items[0]?.id ?? '';
  expect(await cw.ask('close', store, docs, readers)).toMatchObject({ total: 3 });
  expect((await cw.runQuick(['dep', 'cycles'])).stdout).toBe('No dependency cycles.\n');
});
