import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Page, TaskRow } from '@cw/tasks';
import { expect, test } from 'vitest';
import { program, repositoryRoot } from '../harness/program.ts';
import { envelopeIn } from '../harness/run-cw.ts';
import { openWorkspace, type Workspace } from '../harness/workspace.ts';
import { diagnose } from './diagnosis.ts';

type Holder = AsyncDisposable & { readonly release: () => Promise<void> };

/** Another program, such as a forgotten sqlite3 shell, that has begun to write and does not end. */
async function holdDatabase(home: string, pragma = ''): Promise<Holder> {
  const addon = createRequire(join(repositoryRoot, 'packages/storage/package.json')).resolve('better-sqlite3');
  const script = `const db = new (require(${JSON.stringify(addon)}))(${JSON.stringify(join(home, 'cw.db'))});
    ${pragma} db.exec('BEGIN IMMEDIATE; CREATE TABLE beside (n)'); console.log('held');
    process.stdin.on('end', () => { db.exec('ROLLBACK'); db.close(); }).resume();`;
  const child: ChildProcess = spawn(process.execPath, ['-e', script], { stdio: ['pipe', 'pipe', 'inherit'] });
  if (child.stdout === null) throw new Error('no output');
  await once(child.stdout, 'data');
  const release = async () => {
    child.stdin?.end();
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  };
  return {
    release,
    [Symbol.asyncDispose]: async () => {
      child.kill('SIGKILL');
      await release();
    },
  };
}

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
