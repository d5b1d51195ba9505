import { systemAct, unwrap } from '@cw/kernel';
import { testAct } from '@cw/storage/testing';
import { bytesSource } from '@cw/task-formats/testing';
import { expect, test } from 'vitest';
import { contextOf, run } from './entry/cli/testing.ts';
import type { TaskReason } from './model/task-reason.ts';
import { tasksWithin } from './tasks.module.ts';
import { openTestTasks, type TestTasks, testHolder } from './testing.ts';

const act = systemAct('orchestrator');
const reason: TaskReason = { code: 'task.replaced', why: 'another way' };
const said = 'Replaced: another way';

async function storedOf(home: TestTasks, column: 'status_reason' | 'close_reason'): Promise<readonly string[]> {
  const rows = await home.storage.read.all<{ reason: string }>(
    `SELECT ${column} AS reason FROM tasks WHERE ${column} IS NOT NULL ORDER BY n`,
  );
  return rows.map((row) => row.reason);
}

async function blocked(home: TestTasks, why: TaskReason | string = reason): Promise<string> {
  const { id } = await home.build();
  unwrap(await home.inTx((tx) => tasksWithin(tx).block({ taskId: id, reason: why }, act)));
  return id;
}

test('a reason is stored as its code, and said wherever it is shown', async () => {
  using home = openTestTasks();
  const id = await blocked(home);
  expect(await storedOf(home, 'status_reason')).toEqual([`\u001E${JSON.stringify(reason)}`]);
  expect(await home.get(id)).toMatchObject({ statusReason: said });
  const { queries, commands } = home.tasks;
  expect(unwrap(await queries.list({ all: true })).items).toMatchObject([{ statusReason: said }]);
  expect(unwrap(await queries.explain({})).items).toMatchObject([{ reasons: [{ why: 'status', reason: said }] }]);
  expect((await queries.history(id)).items.at(-1)?.payload).toMatchObject({ after: { statusReason: said } });
  expect((await home.storage.bus.read(0, 100)).at(-1)?.payload).toMatchObject({ after: { statusReason: said } });
  expect(await commands.claim({ task: id, holder: testHolder }, testAct)).toMatchObject({
    error: { reasons: [{ why: 'status', reason: said }] },
  });
});

test('words stay words, those of an older row and those that look as a code', async () => {
  using home = openTestTasks();
  const typed = JSON.stringify(reason);
  const inFull = `\u001E${typed}`;
  for (const words of [typed, inFull]) {
    const { id } = await home.build();
    const { commands } = home.tasks;
    unwrap(await commands.update({ task: id, status: 'blocked', reason: words, holder: testHolder }, testAct));
    expect(await home.get(id)).toMatchObject({ statusReason: typed });
    expect((await home.tasks.queries.history(id)).items.at(-1)?.payload).toMatchObject({
      after: { statusReason: typed },
    });
    unwrap(await commands.close({ task: id, reason: words, force: true, holder: testHolder }, testAct));
    expect(await home.get(id)).toMatchObject({ closeReason: typed });
  }
  const old = await blocked(home);
  const sentence = 'It was tried 3 times. Try again: cw run retry tk_a';
  await home.inTx((tx) => tx.run('UPDATE tasks SET status_reason = ? WHERE id = ?', [sentence, old]));
  expect(await home.get(old)).toMatchObject({ statusReason: sentence });
});

test('what is undone has its code again', async () => {
  using home = openTestTasks();
  const id = await blocked(home);
  const before = await storedOf(home, 'status_reason');
  const { commands } = home.tasks;
  const change = { tasks: [id], change: { kind: 'close' }, holder: testHolder } as const;
  const { steps } = unwrap(await commands.changeTasks(change, testAct));
  unwrap(await commands.undoChanges({ steps }, testAct));
  expect(await storedOf(home, 'status_reason')).toEqual(before);
});

test('an export says reasons in words, and what is read again from it keeps its code', async () => {
  using home = openTestTasks();
  await blocked(home);
  const { id } = await home.build();
  unwrap(await home.inTx((tx) => tasksWithin(tx).end({ taskId: id, outcome: 'done', reason }, act)));
  const before = [await storedOf(home, 'status_reason'), await storedOf(home, 'close_reason')];
  const written = new Map<string, string>();
  unwrap(await run(contextOf(home, { written }), 'task export', { options: { format: 'json' }, arguments: ['all'] }));
  const text = written.get('all') ?? '';
  expect(text.split(said)).toHaveLength(3);
  const newer = text.replaceAll(/("updatedAt": ?")[^"]+/g, `$1${new Date(Date.now() + 60_000).toISOString()}`);
  const source = bytesSource(Buffer.from(newer.replaceAll('"P2"', '"P1"')));
  expect(unwrap(await home.tasks.commands.import({ source, format: 'json' }, testAct))).toMatchObject({ updated: 2 });
  expect([await storedOf(home, 'status_reason'), await storedOf(home, 'close_reason')]).toEqual(before);
});

test('what a format says of a task is a code, and a row that has it in words keeps them', async () => {
  using home = openTestTasks();
  const read = async (updated: string) => {
    const issue = { id: 'bd-1', title: 'Wait', status: 'blocked', issue_type: 'task', updated_at: updated };
    const source = bytesSource(Buffer.from(`${JSON.stringify(issue)}\n`));
    return unwrap(await home.tasks.commands.import({ source, format: 'beads' }, testAct));
  };
  await read('2026-03-01T09:00:00Z');
  expect(await storedOf(home, 'status_reason')).toEqual(['\u001E{"code":"import.blocked"}']);
  expect(unwrap(await home.tasks.queries.list({ all: true })).items).toMatchObject([
    { statusReason: 'Blocked in beads.' },
  ]);
  await home.inTx((tx) => tx.run("UPDATE tasks SET status_reason = 'Blocked in beads.'"));
  await read('2026-03-02T09:00:00Z');
  expect(await storedOf(home, 'status_reason')).toEqual(['Blocked in beads.']);
});
