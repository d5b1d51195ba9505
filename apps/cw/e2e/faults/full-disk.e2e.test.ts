import { spawn } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page, TaskRow } from '@cw/tasks';
import { expect, test } from 'vitest';
import { program } from '../harness/program.ts';
import { ended, envelopeIn, type Ran } from '../harness/run-cw.ts';
import { openWorkspace, type Workspace } from '../harness/workspace.ts';
import { diagnose, problemsIn } from './diagnosis.ts';

/**
 * Runs `cw` where no file can grow beyond so many kilobytes. The system then refuses a write in the middle, as it does on
 * a disk that is full, and unlike a small file system this needs no rights.
 */
async function runLimited(cw: Workspace, kilobytes: number, args: readonly string[]): Promise<Ran> {
  const child = spawn('bash', ['-c', `ulimit -f ${kilobytes} && exec "$@"`, 'bash', program(), ...args, '--json'], {
    cwd: '/',
    env: { ...cw.env, CW_HOME: cw.home },
  });
  child.stdin.end();
  return ended(child);
}

const titles = async (cw: Workspace) =>
  (await cw.ask<Page<TaskRow>>('task', 'list', '--all', '--limit', '500')).items.map(({ title }) => title).sort();

test('a disk that takes no more in the middle of a write leaves the tasks that were there, and says so', async () => {
  await using cw = await openWorkspace();
  const made: string[] = [];
  for (const kilobytes of [8, 24, 40, 56, 72, 96, 128, 400]) {
    const title = `with ${kilobytes} kB`;
    const ran = await runLimited(cw, kilobytes, ['task', 'create', title]);
    const envelope = envelopeIn<{ title: string }>(ran);
    if (envelope.ok) made.push(envelope.data.title);
    else expect([ran.code, envelope.error.code]).toEqual([69, 'storage.io']);
    expect(await titles(cw)).toEqual([...made].sort());
  }
  expect(made).toContain('with 400 kB');
  expect(made.length).toBeLessThan(8);
  expect(problemsIn(await diagnose(cw))).toEqual([]);
});

test('an import that the disk ends in the middle brings in nothing', async () => {
  await using cw = await openWorkspace();
  const file = join(cw.userHome, 'tasks.jsonl');
  const lines = Array.from({ length: 400 }, (_, n) =>
    JSON.stringify({ id: `b-${n}`, title: `T ${n}`, description: 'x'.repeat(2_000) }),
  );
  await writeFile(file, lines.join('\n'));
  const ran = await runLimited(cw, 400, ['task', 'import', file]);
  expect(envelopeIn(ran)).toMatchObject({ ok: false, error: { code: 'storage.io' } });
  expect(await titles(cw)).toEqual([]);
  await cw.ask('task', 'import', file);
  expect(await titles(cw)).toHaveLength(400);
});

test('a backup that does not fit leaves nothing behind', async () => {
  await using cw = await openWorkspace();
  const ran = await runLimited(cw, 100, ['backup', 'create']);
  expect([ran.code, envelopeIn(ran)]).toMatchObject([
    69,
    { ok: false, error: { code: expect.stringMatching(/^(storage|backup)\./) } },
  ]);
  expect(await cw.ask('backup', 'list')).toMatchObject({ items: [], total: 0 });
});

test('a restore that the disk ends at any point leaves the database that was there', async () => {
  await using cw = await openWorkspace();
  await cw.ask('task', 'create', 'in the backup');
  const { path, bytes } = await cw.ask<{ path: string; bytes: number }>('backup', 'create');
  await cw.ask('task', 'create', 'after it');
  const whole = bytes / 1024;
  // Room for less than a copy; for a copy and nothing more; for all but the end of the transaction that puts it back.
  for (const kilobytes of [whole / 2, whole, whole + 1].map(Math.ceil)) {
    const ran = await runLimited(cw, kilobytes, ['backup', 'restore', path]);
    expect([ran.code, envelopeIn(ran)]).toMatchObject([
      69,
      { ok: false, error: { code: expect.stringMatching(/^(storage|backup)\./) } },
    ]);
    expect(await titles(cw)).toEqual(['after it', 'in the backup']);
    expect(problemsIn(await diagnose(cw))).toEqual([]);
  }
  await cw.ask('backup', 'restore', path);
  expect(await titles(cw)).toEqual(['in the backup']);
});

test('a first start on a full disk makes no workspace, and the next one does', async () => {
  await using cw = await openWorkspace();
  const home = join(cw.userHome, 'second');
  const ran = await runLimited(cw, 100, ['init', '--home', home]);
  expect([ran.code, envelopeIn(ran)]).toMatchObject([69, { ok: false, error: { code: 'storage.io' } }]);
  expect(await cw.ask('init', '--home', home)).toMatchObject({ home });
});

test('an answer that finds no room ends in one refusal, whatever was asked for and for whom', async () => {
  await using cw = await openWorkspace();
  await cw.ask('task', 'create', 'One');
  for (const line of ['list', 'list --json', 'show nosuch --json', 'list --sideways --json', '--help', '--version']) {
    const command = `exec "$0" ${line} > /dev/full`;
    const { code, stderr } = await ended(
      spawn('bash', ['-c', command, program()], { cwd: '/', env: { ...cw.env, CW_HOME: cw.home } }),
    );
    const isRefused = line.includes('nosuch') || line.includes('sideways');
    expect([line, code]).toEqual([line, isRefused ? expect.toBeOneOf([1, 2]) : 69]);
    expect(stderr).toMatch(isRefused ? /^error .*\n/ : /^error Standard output could not be written.*\nhint .*\n$/);
  }
});
