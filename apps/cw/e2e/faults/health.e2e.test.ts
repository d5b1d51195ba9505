import { copyFile, open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { HealthReport } from '../../src/health/health-report.ts';
import { openWorkspace, type Workspace } from '../harness/workspace.ts';
import { diagnose, problemsIn } from './diagnosis.ts';
import { holdDatabase } from './hold-database.ts';

type Answer = {
  readonly data?: HealthReport;
  readonly error?: { readonly code: string; readonly details: HealthReport };
};

/** The exit code of `cw health`, and what it says is wrong with the database. */
async function databaseProblems(cw: Workspace) {
  const { code, stdout } = await cw.runQuick(['health', '--json']);
  const { data, error }: Answer = JSON.parse(stdout);
  const concerns = (data ?? error?.details)?.concerns ?? [];
  const found = concerns.filter(({ level, about }) => level === 'problem' && about === 'database');
  return { code, problems: found.map(({ message, hint }) => `${message} ${hint}`) };
}

const well = { code: 0, problems: [] };

test('a database whose first page is overwritten under a server is wrong, although the server still answers', async () => {
  await using cw = await openWorkspace();
  await cw.ask('task', 'create', 'one');
  const { path: backup } = await cw.ask<{ path: string }>('backup', 'create');
  await using _server = await cw.serve();
  expect(await databaseProblems(cw)).toEqual(well);
  const file = await open(join(cw.home, 'cw.db'), 'r+');
  await file.write(Buffer.alloc(4096, 173), 0, 4096, 0);
  await file.close();
  const { code, problems } = await databaseProblems(cw);
  expect(code).toBe(1);
  expect(problems).toEqual([expect.stringMatching(/cw\.db cannot be used: .* cw backup restore /)]);
  expect(problems[0]).toContain(backup);
});

test('a database that is moved away or replaced under a server is wrong until it is back', async () => {
  await using cw = await openWorkspace();
  await cw.ask('task', 'create', 'one');
  await using _server = await cw.serve();
  const path = join(cw.home, 'cw.db');
  await rename(path, `${path}.moved`);
  expect(await databaseProblems(cw)).toEqual({
    code: 1,
    problems: [expect.stringContaining(`${path} was removed while`)],
  });
  await copyFile(`${path}.moved`, path);
  expect(await databaseProblems(cw)).toEqual({
    code: 1,
    problems: [expect.stringContaining(`${path} was replaced by another file while`)],
  });
  await rm(path);
  await rename(`${path}.moved`, path);
  expect(await databaseProblems(cw)).toEqual(well);
});

test.each(['with a server', 'without one'])(
  'a suspended program that keeps everybody from writing is named, %s',
  async (how) => {
    await using cw = await openWorkspace();
    await cw.ask('task', 'create', 'one');
    await using _server = how === 'with a server' ? await cw.serve() : undefined;
    await using holder = await holdDatabase(cw.home);
    expect(await databaseProblems(cw)).toEqual(well);
    holder.suspend();
    const { code, problems } = await databaseProblems(cw);
    expect(code).toBe(1);
    expect(problems).toEqual([expect.stringContaining(`process ${holder.pid} (node, suspended) keeps it locked`)]);
    expect(problems[0]).toContain(`kill -CONT ${holder.pid}`);
    expect(problemsIn(await diagnose(cw))).toEqual(['storage.lock']);
    holder.resume();
    await holder.release();
    expect(await databaseProblems(cw)).toEqual(well);
  },
);
