import { unwrap } from '@cw/kernel';
import { testAct } from '@cw/storage/testing';
import { bytesSource } from '@cw/task-formats/testing';
import { fixedClock } from '@cw/testkit';
import { describe, expect, test } from 'vitest';
import type { TaskView } from '../model/task-view.ts';
import { run } from '../run.ts';
import { openTestTasks, type TestTasks, testHolder } from '../testing.ts';
import { releaseUnheld } from './release-task.ts';

type Issue = { id: string; title: string } & Record<string, unknown>;

const issue = (id: string, fields: Record<string, unknown> = {}): Issue => ({
  _type: 'issue',
  id,
  title: `Issue ${id}`,
  status: 'open',
  priority: 2,
  issue_type: 'task',
  created_at: '2026-01-02T03:04:05Z',
  updated_at: '2026-01-03T03:04:05.123456789Z',
  ...fields,
});

const on = (id: string, type = 'blocks') => ({ depends_on_id: id, type, created_at: '2026-01-02T03:04:05Z' });

const fileOf = (...lines: readonly unknown[]) =>
  Buffer.from(lines.map((line) => (typeof line === 'string' ? line : `${JSON.stringify(line)}\n`)).join(''));

const take = (home: TestTasks, bytes: Uint8Array) =>
  home.tasks.commands.import({ source: bytesSource(bytes) }, testAct);

async function byOldId(home: TestTasks, id: string): Promise<TaskView> {
  return home.get(unwrap(await home.tasks.queries.find(id)));
}

describe('an import of beads', () => {
  test('takes over fields, times, labels, comments and the close reason, and keeps the old id usable', async () => {
    using home = openTestTasks();
    const comments = [
      { id: 7, author: 'ann', text: 'looked at it', created_at: '2026-01-02T10:00:00-08:00' },
      { id: 'c-8', author: 'bob', text: 'fine', created_at: '2026-01-02T19:00:00Z' },
    ];
    const bytes = fileOf(
      issue('my-app-1', {
        description: 'long',
        acceptance_criteria: 'works',
        priority: 0,
        issue_type: 'bug',
        assignee: 'ann',
        labels: ['b', 'a'],
        comments,
      }),
      issue('my-app-2', {
        status: 'closed',
        closed_at: '2026-01-04T00:00:00Z',
        close_reason: 'failed to reproduce, so done',
      }),
    );
    expect(unwrap(await take(home, bytes))).toMatchObject({
      created: 2,
      updated: 0,
      unchanged: 0,
      skipped: 0,
      warnings: [],
    });
    const first = await byOldId(home, 'my-app-1');
    expect(first).toMatchObject({
      description: 'long',
      acceptance: 'works',
      priority: 'P0',
      type: 'bug',
      assignee: 'ann',
      labels: ['a', 'b'],
      dispatch: 'manual',
      externalId: 'my-app-1',
      createdAt: '2026-01-02T03:04:05.000Z',
      updatedAt: '2026-01-03T03:04:05.123Z',
    });
    expect((await home.tasks.queries.comments(first.id)).items).toMatchObject([
      { author: 'ann', text: 'looked at it', createdAt: '2026-01-02T18:00:00.000Z' },
      { author: 'bob', text: 'fine', createdAt: '2026-01-02T19:00:00.000Z' },
    ]);
    expect(await byOldId(home, 'my-app-2')).toMatchObject({
      outcome: 'done',
      closeReason: 'failed to reproduce, so done',
      closedAt: '2026-01-04T00:00:00.000Z',
    });
    const history = await home.tasks.queries.history(first.id);
    expect(history.items.map((entry) => entry.type)).toEqual(['task.imported', 'task.commented', 'task.commented']);
  });

  test('changes nothing the second time', async () => {
    using home = openTestTasks();
    const bytes = fileOf(
      issue('a-1', { dependencies: [on('a-2')], comments: [{ id: 1, author: 'x', text: 'y' }], owner: 'z' }),
      issue('a-2', { priority: 4 }),
    );
    unwrap(await take(home, bytes));
    const seq = await home.storage.bus.head();
    expect(unwrap(await take(home, bytes))).toMatchObject({ created: 0, updated: 0, unchanged: 2, skipped: 0 });
    expect(await home.storage.bus.head()).toEqual(seq);
  });

  test('updates what is newer there and leaves what is newer here', async () => {
    using home = openTestTasks();
    unwrap(await take(home, fileOf(issue('a-1'), issue('a-2'))));
    const mine = await byOldId(home, 'a-2');
    unwrap(await home.tasks.commands.update({ task: mine.id, title: 'Mine', holder: testHolder }, testAct));
    const later = { updated_at: '2026-02-01T00:00:00Z', title: 'Theirs' };
    expect(unwrap(await take(home, fileOf(issue('a-1', later), issue('a-2', later))))).toMatchObject({
      updated: 1,
      skipped: 1,
      warnings: ['tasks that are newer here were not changed (1): a-2'],
    });
    expect((await byOldId(home, 'a-1')).title).toBe('Theirs');
    expect((await byOldId(home, 'a-2')).title).toBe('Mine');
  });

  test('skips and names what is here already and comes without a time', async () => {
    using home = openTestTasks();
    const timeless = (title: string) => fileOf({ id: 'n-1', title, status: 'open' });
    unwrap(await take(home, timeless('One')));
    expect(unwrap(await take(home, timeless('Two')))).toMatchObject({
      unchanged: 0,
      skipped: 1,
      tasks: [{ from: 'n-1', did: 'skipped', why: 'no-time' }],
      warnings: [expect.stringMatching(/does not say when they changed \(1\): n-1$/)],
    });
    expect((await byOldId(home, 'n-1')).title).toBe('One');
  });

  test('counts and names what it does not understand, and keeps it', async () => {
    using home = openTestTasks({ clock: fixedClock(Date.UTC(2026, 5, 1)) });
    const bytes = fileOf(
      issue('a-1', { priority: 4, status: 'hooked', owner: 'ann', notes: 'remember' }),
      issue('a-2', { status: 'pinned', issue_type: 'merge-request' }),
      issue('a-3', { status: 'someday', title: 'two\nlines', labels: ['fine', ' '] }),
      issue('a-4', { status: 'tombstone' }),
      issue('a-5', { defer_until: '2027-01-01T00:00:00Z', dependencies: [on('a-1', 'caused-by')] }),
      { _type: 'memory', key: 'a-memory', value: 'x' },
      issue('a-6.1', { issue_type: 'Two Words' }),
      issue('a-6', { dependencies: [on('nowhere'), on('a-6')] }),
    );
    const answer = unwrap(await take(home, bytes));
    expect(answer).toMatchObject({ created: 6, skipped: 2 });
    expect(answer.warnings).toEqual([
      'deleted tasks were skipped (1): a-4',
      'lines of type "memory" are not tasks and were skipped (1): a-memory',
      'field "owner" has no equivalent here and is kept unchanged (1): a-1',
      'status "hooked" became in_progress; the original is kept (1): a-1',
      'priority 4 became P3, the lowest of four levels; an export writes 4 again (1): a-1',
      'type "merge-request" is not work by itself and became blocked (1): a-2',
      'status "someday" is unknown and became blocked; the original is kept (1): a-3',
      'titles were cut to 500 characters or put on one line; the original is kept (1): a-3',
      'invalid labels were left out; the originals are kept (1): a-3',
      'dependency type "caused-by" became related; its name is kept (1): a-5 → a-1',
      'type "Two Words" is not a valid type and became task; the original is kept (1): a-6.1',
      'the parent was taken from the id (1): a-6.1 → a-6',
      'dependencies on tasks that are neither in the file nor here were skipped and are kept unchanged (1): a-6 → nowhere (blocks)',
      'self-dependencies were skipped (1): a-6 → a-6 (blocks)',
      'tasks in progress have no holder here yet (1): a-1',
    ]);
    const kept = await home.storage.read.get<{ extra: string }>(
      "SELECT b.extra FROM task_bodies b JOIN tasks t ON t.n = b.task_n WHERE t.external_id = 'a-1'",
    );
    expect(JSON.parse(kept?.extra ?? '')).toEqual({
      owner: 'ann',
      status: 'hooked',
      priority: 4,
    });
    expect((await byOldId(home, 'a-1')).description).toBe('## Notes from beads\n\nremember');
    expect(await byOldId(home, 'a-5')).toMatchObject({ status: 'open', deferUntil: '2027-01-01T00:00:00.000Z' });
    expect((await byOldId(home, 'a-6.1')).parentId).toBe((await byOldId(home, 'a-6')).id);
  });

  test('keeps the digits of a number that cannot be kept exactly', async () => {
    using home = openTestTasks();
    const line =
      '{"id":"a-1","title":"x","status":"open","odd":[9007199254740993],"metadata":{"snow":{"flake":1234567890123456789}}}\n';
    const { warnings } = unwrap(await take(home, fileOf(line)));
    expect(warnings).toEqual(['field "odd" has no equivalent here and is kept unchanged (1): a-1']);
    const kept = await home.storage.read.get<{ extra: string }>('SELECT extra FROM task_bodies');
    expect(JSON.parse(kept?.extra ?? '')).toEqual({ odd: ['9007199254740993'] });
    expect((await byOldId(home, 'a-1')).metadata).toEqual({ snow: { flake: '1234567890123456789' } });
  });

  test('makes a dependency as soon as what it needs has come, whichever file brings it', async () => {
    using home = openTestTasks();
    const waiting = fileOf(
      issue('wy-2', { dependencies: [on('wy-1'), on('wy-0', 'parent-child'), on('external:x:y')] }),
      issue('wy-3', { dependencies: [on('wy-1', 'conditional-blocks')] }),
    );
    unwrap(await take(home, waiting));
    const { warnings } = unwrap(await take(home, fileOf(issue('wy-1'))));
    expect(warnings).toEqual([
      'dependencies of earlier imports were added, now that what they need is here (2): wy-2 → wy-1 (blocks), wy-3 → wy-1 (conditional-blocks)',
    ]);
    unwrap(await take(home, fileOf(issue('wy-0'))));
    const [first, second] = [await byOldId(home, 'wy-1'), await byOldId(home, 'wy-2')];
    expect(second).toMatchObject({ ready: false, parentId: (await byOldId(home, 'wy-0')).id });
    expect(second.dependencies).toMatchObject([
      { id: second.parentId, type: 'parent-child' },
      { id: first.id, type: 'blocks' },
    ]);
    expect((await byOldId(home, 'wy-3')).dependencies).toMatchObject([{ id: first.id, type: 'on-failure' }]);
    const kept = await home.storage.read.all<{ extra: string }>('SELECT extra FROM task_bodies ORDER BY task_n');
    expect(kept.map(({ extra }) => JSON.parse(extra))).toMatchObject([
      { dangling: [{ on: 'external:x:y' }] },
      {},
      {},
      {},
    ]);
    expect(unwrap(await take(home, waiting))).toMatchObject({ unchanged: 2, warnings: [] });
  });

  test('makes no dependency of an earlier import that would create a cycle', async () => {
    using home = openTestTasks();
    unwrap(await take(home, fileOf(issue('wy-2', { dependencies: [on('wy-1')] }))));
    const { warnings } = unwrap(await take(home, fileOf(issue('wy-1', { dependencies: [on('wy-2')] }))));
    expect(warnings).toEqual(['dependencies that would create a cycle were skipped (1): wy-2 → wy-1 (blocks)']);
    const [first, second] = [await byOldId(home, 'wy-1'), await byOldId(home, 'wy-2')];
    expect(first.dependencies).toMatchObject([{ id: second.id, type: 'blocks' }]);
    expect(second.dependencies).toEqual([]);
    const kept = await home.storage.read.all<{ extra: string }>('SELECT extra FROM task_bodies ORDER BY task_n');
    expect(kept.map(({ extra }) => JSON.parse(extra))).toMatchObject([{ dangling: [{ on: 'wy-1' }] }, {}]);
  });

  test('takes the first of several parents and breaks no circle open', async () => {
    using home = openTestTasks();
    const bytes = fileOf(
      issue('p-1'),
      issue('p-2'),
      issue('c-1', { dependencies: [on('p-1', 'parent-child'), on('p-2', 'parent_child'), on('c-1', 'parent-child')] }),
      issue('x-1', { dependencies: [on('x-2')] }),
      issue('x-2', { dependencies: [on('x-1')] }),
      issue('k-1', { dependencies: [on('p-2', 'child')] }),
      issue('p-3', { dependencies: [on('k-2')] }),
      issue('k-2', { dependencies: [on('p-3', 'parent-child')] }),
    );
    const { warnings } = unwrap(await take(home, bytes));
    expect(warnings).toEqual([
      'dependency type "parent_child" was read as "parent-child" (1): c-1 → p-2',
      'dependency type "child" was read as "parent-child" (1): k-1 → p-2',
      'more than one parent: the first is the parent, the others are related (1): c-1 → p-2',
      'self-dependencies were skipped (1): c-1 → c-1 (parent-child)',
      'dependencies that would create a cycle were skipped (2): x-2 → x-1 (blocks), p-3 → k-2 (blocks)',
    ]);
    expect(await byOldId(home, 'c-1')).toMatchObject({
      parentId: (await byOldId(home, 'p-1')).id,
      dependencies: [{ type: 'parent-child' }, { type: 'related', id: (await byOldId(home, 'p-2')).id }],
    });
    expect((await byOldId(home, 'k-1')).parentId).toBe((await byOldId(home, 'p-2')).id);
  });

  test.each<[string, Buffer, number, RegExp]>([
    ['cut off in the middle of a line', fileOf(issue('a-1'), '{"id":"a-2","title":"x'), 2, /not complete JSON/],
    ['no JSON', fileOf(issue('a-1'), issue('a-2'), 'hello\n'), 3, /not complete JSON/],
    ['no object', fileOf('[1]\n'), 1, /not a JSON object/],
    ['no title', fileOf({ id: 'a-1' }), 1, /"title" is missing/],
    ['a title that is a number', fileOf({ id: 'a-1', title: 5 }), 1, /"title" must be a string/],
    ['no id', fileOf({ title: 'x' }), 1, /"id" is missing/],
    ['a priority in words', fileOf(issue('a-1', { priority: 'high' })), 1, /"priority"/],
    ['a time that is none', fileOf(issue('a-1', { updated_at: 'yesterday' })), 1, /"updated_at" must be a time/],
    [
      'a day that does not exist',
      fileOf(issue('a-1', { due_at: '2026-04-31T09:00:00+02:00' })),
      1,
      /"due_at".* 2026-04-31/,
    ],
    ['a 29th of February in no leap year', fileOf(issue('a-1', { created_at: '2026-02-29' })), 1, /"created_at"/],
    ['labels that are no list', fileOf(issue('a-1', { labels: 'x' })), 1, /"labels" must be a list/],
    ['binary data', Buffer.concat([fileOf(issue('a-1')), Buffer.from([0xff, 0xfe, 0x00])]), 2, /not UTF-8 text/],
    ['a zero byte in a text', fileOf(issue('a-1', { description: 'a\0b' })), 1, /binary/],
  ])('of a file with %s imports nothing and names the line', async (_, bytes, line, problem) => {
    using home = openTestTasks();
    const answer = await take(home, bytes);
    expect(answer).toMatchObject({ ok: false, error: { kind: 'import.invalid', line } });
    expect(!answer.ok && 'problem' in answer.error && answer.error.problem).toMatch(problem);
    expect(unwrap(await home.tasks.queries.list({ all: true })).total).toBe(0);
  });

  test('starts nothing, and agents may not do it', async () => {
    using home = openTestTasks();
    await home.addProject('auto', 'auto');
    const bytes = fileOf(issue('a-1', { script: 'rm -rf /' }));
    const byRun = { actor: { kind: 'run', id: 'rn_1', name: 'worker' } } as const;
    expect(await home.tasks.commands.import({ source: bytesSource(bytes) }, byRun)).toMatchObject({
      error: { kind: 'task.people-only' },
    });
    unwrap(await home.tasks.commands.import({ source: bytesSource(bytes), project: 'auto' }, testAct));
    expect(await byOldId(home, 'a-1')).toMatchObject({ dispatch: 'manual', script: null });
  });

  test('leaves the ready list as a reckoning from the file alone tells it', async () => {
    using home = openTestTasks();
    const issues = plan();
    unwrap(await take(home, fileOf(...issues)));
    const ready = unwrap(await home.tasks.queries.ready({ limit: 1000 })).items;
    const ids = await Promise.all(ready.map(async ({ id }) => (await home.get(id)).externalId));
    expect(ids.sort()).toEqual(reckonReady(issues));
    expect(ids.length).toBeGreaterThan(3);
  });
});

/** Three levels of parents, chains and diamonds of blockers, closed and open ones mixed. */
function plan(): Issue[] {
  const issues: Issue[] = [];
  for (let index = 0; index < 60; index += 1) {
    const dependencies = [];
    if (index >= 6) dependencies.push(on(`q-${Math.floor(index / 6)}`, 'parent-child'));
    if (index % 4 === 3) dependencies.push(on(`q-${index - 1}`));
    if (index % 15 === 14) dependencies.push(on(`q-${index - 2}`), on(`q-${index - 13}`, 'relates-to'));
    issues.push(
      issue(`q-${index}`, {
        status: index % 5 === 2 ? 'closed' : index % 11 === 7 ? 'in_progress' : 'open',
        issue_type: index < 3 ? 'epic' : 'task',
        dependencies,
      }),
    );
  }
  return issues;
}

function reckonReady(issues: readonly Issue[]): string[] {
  type Edge = { depends_on_id: string; type: string };
  const all = new Map(issues.map((each) => [each.id, each]));
  const edges = (id: string, type: string) =>
    ((all.get(id)?.dependencies ?? []) as Edge[])
      .filter((edge) => edge.type === type)
      .map((edge) => edge.depends_on_id);
  const open = (id: string) => all.get(id)?.status !== 'closed';
  const parent = (id: string) => edges(id, 'parent-child')[0];
  const waits = (id: string): boolean => {
    const above = parent(id);
    return edges(id, 'blocks').some(open) || (above !== undefined && open(above) && waits(above));
  };
  const hasOpenChild = (id: string) => issues.some((each) => parent(each.id) === id && open(each.id));
  return issues
    .filter(
      ({ id, status, issue_type }) => status === 'open' && issue_type !== 'epic' && !waits(id) && !hasOpenChild(id),
    )
    .map(({ id }) => id)
    .sort();
}

test('what comes in while somebody is at it there is nobody’s here: it is told, no problem, and put back at once', async () => {
  using home = openTestTasks();
  const own = await home.build({ title: 'Mine' });
  unwrap(await home.tasks.commands.claim({ task: own.id, holder: testHolder }, testAct));
  const { warnings, next } = unwrap(
    await take(
      home,
      fileOf(issue('a', { status: 'in_progress', issue_type: 'epic' }), issue('b', { status: 'hooked' })),
    ),
  );
  expect(warnings.join('\n')).toMatch(/in progress have no holder here yet \(2\): a, b/);
  expect(next).toMatchObject([{ command: 'task release', args: ['--unheld'] }]);
  const released = unwrap(await run(home, releaseUnheld, testAct));
  expect(released.map(({ externalId, status }) => [externalId, status])).toEqual([
    ['a', 'open'],
    ['b', 'open'],
  ]);
  expect((await home.get(own.id)).status).toBe('in_progress');
});
