import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Page, TaskRow, TaskView } from '@cw/tasks';
import { expect, test } from 'vitest';
import { envelopeIn } from '../harness/run-cw.ts';
import { openWorkspace, type Workspace } from '../harness/workspace.ts';

type Imported = Readonly<Record<'created' | 'updated' | 'unchanged' | 'skipped', number>> & {
  readonly warnings: readonly string[];
};

const sample = fileURLToPath(new URL('sample.jsonl', import.meta.url));
const load = (cw: Workspace) => cw.ask<Imported>('task', 'import', '--format', 'beads', sample);

/** A task by the id it had in the other tracker. */
const byOldId = (cw: Workspace, id: string) => cw.ask<TaskView>('task', 'show', id);

test('what another tracker held is there with its fields, its order of work, and what it said', async () => {
  await using cw = await openWorkspace();
  expect(await load(cw)).toMatchObject({ created: 6, updated: 0, unchanged: 0, skipped: 2 });
  const card = await byOldId(cw, 'shop-1.1');
  expect(card).toMatchObject({
    ...{ title: 'Take a card', priority: 'P0', type: 'feature', assignee: 'ada', dispatch: 'manual' },
    ...{ labels: ['payment', 'shop'], acceptance: 'A test card is charged.', createdAt: '2026-01-05T08:01:00.000Z' },
  });
  expect((await cw.runQuick(['task', 'show', card.id])).stdout).toMatch(/grace[\s\S]*Which cards\?/);
  expect(card.parentId).toBe((await byOldId(cw, 'shop-1')).id);
  expect((await byOldId(cw, 'shop-1.2')).blockedBy).toEqual([card.id]);
  expect(await byOldId(cw, 'shop-3')).toMatchObject({ status: 'closed', outcome: 'done', closeReason: 'done' });
  expect(await byOldId(cw, 'shop-2')).toMatchObject({ status: 'in_progress', priority: 'P2', estimate: 30 });
});

test('the ready list holds what can be started, the most urgent first, and moves on as work is done', async () => {
  await using cw = await openWorkspace();
  await load(cw);
  const ready = async () => (await cw.ask<Page<TaskRow>>('task', 'ready')).items.map(({ title }) => title);
  expect(await ready()).toEqual(['Take a card', 'Measure the page']);
  await cw.ask('task', 'close', 'shop-1.1');
  expect(await ready()).toEqual(['Send a receipt', 'Measure the page']);
});

test('what is not understood is counted and named', async () => {
  await using cw = await openWorkspace();
  const { warnings } = await load(cw);
  const told = warnings.join('\n');
  for (const part of ['priority 4 became P3', 'shop-1.2', 'owner', 'shop-2', 'memory', 'other-9', 'shop-5']) {
    expect(told).toContain(part);
  }
});

test('importing again changes nothing, from a file or from standard input alike', async () => {
  await using cw = await openWorkspace();
  const input = await readFile(sample);
  const first = envelopeIn<Imported>(await cw.runQuick(['task', 'import', '-', '--json'], { input }));
  expect(first).toMatchObject({ ok: true, data: { created: 6 } });
  const { seq } = await cw.storage().bus.head();
  expect(await load(cw)).toMatchObject({ created: 0, updated: 0, unchanged: 6, skipped: 2 });
  expect((await cw.storage().bus.head()).seq).toBe(seq);
});

test('a newer file updates what it changed, and leaves what was changed here since', async () => {
  await using cw = await openWorkspace();
  await load(cw);
  await cw.ask('task', 'update', 'shop-2', '--title', 'My own words');
  const input = (await readFile(sample, 'utf8'))
    .replace('"title":"Measure the page"', '"title":"Measure every page"')
    .replace('"updated_at":"2026-01-05T08:04:00Z"', '"updated_at":"2026-02-01T00:00:00Z"');
  const again = envelopeIn<Imported>(await cw.runQuick(['task', 'import', '-', '--json'], { input }));
  expect(again).toMatchObject({ ok: true, data: { created: 0, updated: 1 } });
  expect(await byOldId(cw, 'shop-4')).toMatchObject({ title: 'Measure every page' });
  expect(await byOldId(cw, 'shop-2')).toMatchObject({ title: 'My own words' });
});

test('a workspace is well after an import, and what nobody holds is put back at once', async () => {
  await using cw = await openWorkspace();
  await load(cw);
  const looked = await cw.runQuick(['doctor']);
  expect(looked).toMatchObject({ code: 0, stdout: expect.stringContaining('cw task release --unheld') });
  expect((await cw.runQuick(['task', 'release', '--unheld'])).stdout).toMatch(/^Released tk_\w+ .*\n$/);
  expect((await cw.runQuick(['task', 'release', '--unheld'])).stdout).toMatch(/^Every task in progress/);
  expect(await byOldId(cw, 'shop-2')).toMatchObject({ status: 'open' });
});
