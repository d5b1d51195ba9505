import { unwrap } from '@cw/kernel';
import { testAct } from '@cw/storage/testing';
import { fixedClock } from '@cw/testkit';
import { describe, expect, test } from 'vitest';
import type { TaskState } from '../model/task-view.ts';
import { openTestTasks, type TestTasks, testHolder } from '../testing.ts';
import type { ListInput } from './list-tasks.ts';

const titles = async (home: TestTasks, input: ListInput) =>
  unwrap(await home.tasks.queries.list(input)).items.map((task) => task.title);

/** One task in each state people see, named for it. */
async function oneOfEach(home: TestTasks): Promise<void> {
  const { commands } = home.tasks;
  const build = async (title: TaskState) => (await home.build({ title })).id;
  const ready = await build('ready');
  await home.build({ title: 'open', type: 'epic' });
  await home.build({ title: 'waiting', needs: [ready] });
  for (const outcome of ['done', 'failed', 'cancelled'] as const) {
    unwrap(await commands.close({ task: await build(outcome), outcome, holder: testHolder }, testAct));
  }
  const block = { task: await build('needs-you'), status: 'blocked', reason: 'x', holder: testHolder } as const;
  unwrap(await commands.update(block, testAct));
  unwrap(await commands.claim({ task: await build('in-progress'), holder: testHolder }, testAct));
  const merging = await build('merging');
  unwrap(await commands.claim({ task: merging, holder: testHolder }, testAct));
  await home.storage.transact((tx) => tx.run("UPDATE tasks SET stage = 'merging' WHERE id = ?", [merging]));
}

describe('list', () => {
  test('leaves closed tasks out unless they are asked for', async () => {
    using home = openTestTasks();
    await oneOfEach(home);
    expect(await titles(home, {})).toEqual(['ready', 'open', 'waiting', 'needs-you', 'in-progress', 'merging']);
    expect(await titles(home, { status: ['closed'] })).toEqual(['done', 'failed', 'cancelled']);
    expect((await titles(home, { all: true })).length).toBe(9);
  });

  test('takes as many labels, and as long a text, as a line has room for, or says how many are too many', async () => {
    using home = openTestTasks();
    const labels = Array.from({ length: 1001 }, (_, at) => `l${at}`);
    await home.build({ title: 'ÄPFEL', labels: labels.slice(1), description: `${'x'.repeat(60_000)}Y` });
    expect(await titles(home, { labels: labels.slice(1) })).toEqual(['ÄPFEL']);
    expect(await home.tasks.queries.list({ labels })).toMatchObject({ error: { kind: 'list.too-many' } });
    expect(await titles(home, { text: `${'X'.repeat(60_000)}y` })).toEqual(['ÄPFEL']);
    expect(await titles(home, { text: 'äpfel' })).toEqual(['ÄPFEL']);
    expect(await titles(home, { priority: Array.from({ length: 40_000 }, () => 'P2') })).toEqual(['ÄPFEL']);
  });

  test('finds each state by its name, the same that it shows', async () => {
    using home = openTestTasks();
    await oneOfEach(home);
    const all = unwrap(await home.tasks.queries.list({ all: true })).items;
    for (const task of all) {
      expect(task.state).toBe(task.title);
      expect(await titles(home, { state: [task.state] })).toEqual([task.title]);
    }
  });

  test('filters by every field together', async () => {
    using home = openTestTasks();
    const parent = await home.build({ title: 'parent' });
    const wanted = { priority: '1', type: 'bug', labels: ['api', 'ui'], assignee: 'ann', parent: parent.id };
    await home.build({ ...wanted, title: 'both 100%_sure' });
    await home.build({ ...wanted, title: 'one label', labels: ['api'] });
    await home.build({ title: 'other', description: 'mentions 100%_sure' });
    const { parent: parentId, labels, assignee } = wanted;
    const filter = { priority: ['P1', '0'], type: ['bug'], labels, assignee, parentId };
    expect(await titles(home, filter)).toEqual(['both 100%_sure']);
    expect(await titles(home, { text: '100%_SURE' })).toEqual(['both 100%_sure', 'other']);
    expect(await titles(home, { text: '100_' })).toEqual([]);
  });

  test('goes on after a page without gap or repeat, whatever the sort', async () => {
    const clock = fixedClock();
    using home = openTestTasks({ clock });
    for (let index = 0; index < 7; index += 1) {
      await home.build({ title: `t${(index * 3) % 7}`, priority: String(index % 2) });
      if (index % 2 === 0) clock.advance(1000);
    }
    for (const sort of ['priority', 'created', 'updated', 'title']) {
      const whole = await titles(home, { sort });
      const seen: string[] = [];
      let cursor: string | undefined;
      do {
        const page = unwrap(await home.tasks.queries.list({ sort, limit: 3, cursor }));
        expect(page.total).toBe(7);
        seen.push(...page.items.map((task) => task.title));
        cursor = page.nextCursor ?? undefined;
      } while (cursor);
      expect(seen).toEqual(whole);
    }
    expect(await titles(home, { sort: 'title' })).toEqual(['t0', 't1', 't2', 't3', 't4', 't5', 't6']);
  });

  test.each<[ListInput, string]>([
    [{ cursor: 'nonsense' }, 'list.bad-cursor'],
    [{ cursor: Buffer.from('["title","a",1]').toString('base64url') }, 'list.bad-cursor'],
    [{ limit: 0 }, 'list.bad-limit'],
    [{ status: ['opne'] }, 'list.bad-filter'],
    [{ state: ['constructor'] }, 'list.bad-filter'],
    [{ sort: 'age' }, 'list.bad-filter'],
    [{ priority: ['P7'] }, 'list.bad-filter'],
  ])('refuses words it does not know: %j', async (input, kind) => {
    using home = openTestTasks();
    expect(await home.tasks.queries.list(input)).toMatchObject({ ok: false, error: { kind } });
  });
});

describe('ready', () => {
  test('is most urgent first, then oldest, page by page', async () => {
    const clock = fixedClock();
    using home = openTestTasks({ clock });
    for (const [title, priority] of [
      ['c', '2'],
      ['d', '2'],
      ['a', '0'],
      ['b', '1'],
    ] as const) {
      await home.build({ title, priority });
      clock.advance(1000);
    }
    const first = unwrap(await home.tasks.queries.ready({ limit: 3 }));
    expect(first.items.map((task) => task.title)).toEqual(['a', 'b', 'c']);
    expect(first.total).toBe(4);
    const rest = unwrap(await home.tasks.queries.ready({ limit: 3, cursor: first.nextCursor ?? '' }));
    expect(rest).toMatchObject({ items: [{ title: 'd' }], total: 4, nextCursor: null });
  });

  test('reads its index and nothing else', async () => {
    using home = openTestTasks();
    const { firstSql } = await import('./ready-rows.ts');
    const plan = await home.storage.read.all<{ detail: string }>(`EXPLAIN QUERY PLAN ${firstSql}`, [20]);
    const details = plan.map((step) => step.detail);
    expect(details.some((detail) => detail.includes('SCAN t USING COVERING INDEX tasks_ready'))).toBe(true);
    expect(details.some((detail) => detail.includes('TEMP B-TREE'))).toBe(false);
  });
});
