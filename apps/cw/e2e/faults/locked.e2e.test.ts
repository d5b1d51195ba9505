import type { Page, TaskRow } from '@cw/tasks';
import { expect, test } from 'vitest';
import { program } from '../harness/program.ts';
import { envelopeIn } from '../harness/run-cw.ts';
import { openWorkspace, type Workspace } from '../harness/workspace.ts';
import { diagnose } from './diagnosis.ts';
import { holdDatabase } from './hold-database.ts';

const count = async (cw: Workspace) => (await cw.ask<Page<TaskRow>>('task', 'list', '--all')).total;

test.concurrent('a write waits for another program, and is made once that lets go; reading does not wait', async () => {
  await using cw = await openWorkspace({ program: program() });
  await using holder = await holdDatabase(cw.home);
  let over = false;
  const writing = cw.run(['task', 'create', 'late', '--json']).finally(() => {
    over = true;
  });
  for (let reads = 0; reads < 5; reads += 1) expect(await count(cw)).toBe(0);
  expect(over).toBe(false);
  await holder.release();
  expect(envelopeIn(await writing)).toMatchObject({ ok: true, data: { title: 'late' } });
  expect(await count(cw)).toBe(1);
});

test.concurrent('a write that waits in vain is refused with the time that it waited, and nothing is changed', async () => {
  await using cw = await openWorkspace({ program: program() });
  await using holder = await holdDatabase(cw.home);
  const [create, restore] = await Promise.all([
    cw.refusal(['task', 'create', 'never']),
    cw.ask<{ path: string }>('backup', 'create').then(({ path }) => cw.refusal(['backup', 'restore', path])),
  ]);
  for (const { code, error } of [create, restore]) {
    expect([code, error.code]).toEqual([69, 'storage.busy']);
    expect(error.message).toMatch(
      /^Nobody could write to the database for 1[5-9] s, because process \d+ \(node\) keeps it locked/,
    );
    expect(error.hint).toMatch(/^Let process \d+ finish/);
  }
  await holder.release();
  expect(await count(cw)).toBe(0);
  await cw.ask('task', 'create', 'after');
});

test.concurrent('where another program lets nobody read either, commands say so, and doctor looks as far as it can', async () => {
  await using cw = await openWorkspace({ program: program() });
  await cw.ask('task', 'create', 'there');
  await using holder = await holdDatabase(cw.home, "db.pragma('locking_mode = EXCLUSIVE');");
  expect(await cw.refusal(['task', 'list'])).toMatchObject({ code: 69, error: { code: 'storage.busy' } });
  expect(['current', 'unreadable']).toContain((await diagnose(cw)).database.state);
  await holder.release();
  expect(await count(cw)).toBe(1);
});
