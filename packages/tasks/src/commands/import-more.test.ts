import { unwrap } from '@cw/kernel';
import { testAct } from '@cw/storage/testing';
import { bytesSource } from '@cw/task-formats/testing';
import { fixedClock } from '@cw/testkit';
import { describe, expect, test } from 'vitest';
import { openTestTasks, type TestTasks, testHolder } from '../testing.ts';
import type { ImportInput } from './import-tasks.ts';

const at = (day: number) => `2026-01-${String(day).padStart(2, '0')}T03:04:05Z`;
const clock = fixedClock(Date.UTC(2026, 5, 1));

const issue = (id: string, fields: Record<string, unknown> = {}) => ({
  id,
  title: `Issue ${id}`,
  status: 'open',
  priority: 2,
  issue_type: 'task',
  created_at: at(1),
  updated_at: at(2),
  ...fields,
});
const on = (id: string, type = 'blocks', more = {}) => ({ depends_on_id: id, type, ...more });
const linesOf = (...issues: readonly object[]) => issues.map((each) => `${JSON.stringify(each)}\n`).join('');

const attempt = (home: TestTasks, content: string, input: Omit<ImportInput, 'source'> = {}) =>
  home.tasks.commands.import({ source: bytesSource(Buffer.from(content)), ...input }, testAct);
const take = async (home: TestTasks, content: string, input: Omit<ImportInput, 'source'> = {}) =>
  unwrap(await attempt(home, content, input));
const byOldId = async (home: TestTasks, id: string) => home.get(unwrap(await home.tasks.queries.find(id)));
const count = async (home: TestTasks) => unwrap(await home.tasks.queries.list({ all: true })).total;

describe('an import of beads', () => {
  test('takes fields that have a place here, in the words of beads', async () => {
    using home = openTestTasks({ clock });
    const fields = { design: 'How.', estimated_minutes: 90, due_at: at(20), external_ref: 'gh-9', metadata: { a: 1 } };
    const deferred = issue('a-2', { status: 'deferred', defer_until: '2027-01-01T00:00:00+02:00' });
    const content = linesOf(
      issue('a-1', {
        ...fields,
        notes: 'N',
        closed_at: '0001-01-01T00:00:00Z',
        updated_at: '2026-01-02 03:04:05.123456789Z',
      }),
      deferred,
      issue('a-3', { status: 'deferred' }),
      issue('a-4', { dependencies: [on('a-1', 'waits-for', { metadata: '{"gate":"any-children"}' })] }),
      issue('a-5', { dependencies: [on('a-1', 'blocked-by')] }),
      issue('a-6', { dependencies: [on('a-1', 'conditional-blocks')] }),
    );
    await take(home, content);
    expect(await byOldId(home, 'a-1')).toMatchObject({
      design: 'How.',
      estimate: 90,
      dueAt: '2026-01-20T03:04:05.000Z',
      externalRef: 'gh-9',
      metadata: { a: 1 },
      closedAt: null,
      updatedAt: '2026-01-02T03:04:05.123Z',
    });
    expect(await byOldId(home, 'a-2')).toMatchObject({
      status: 'open',
      deferUntil: '2026-12-31T22:00:00.000Z',
      ready: false,
    });
    expect(await byOldId(home, 'a-3')).toMatchObject({ status: 'blocked', deferUntil: null });
    const { id } = await byOldId(home, 'a-1');
    expect((await byOldId(home, 'a-4')).dependencies).toEqual([{ type: 'waits-for', id, gate: 'any' }]);
    expect((await byOldId(home, 'a-5')).dependencies).toEqual([{ type: 'blocks', id }]);
    expect((await byOldId(home, 'a-6')).dependencies).toEqual([{ type: 'on-failure', id }]);
  });

  test('follows what changed there, and takes away what is gone there, but nothing that was made here', async () => {
    using home = openTestTasks({ clock });
    const own = await home.build({ title: 'Made here' });
    const child = issue('a-2', { dependencies: [on('a-1', 'parent-child'), on('a-3')] });
    await take(home, linesOf(issue('a-1'), child, issue('a-3'), issue('a-4')));
    const before = await byOldId(home, 'a-2');
    await home.inTx((tx) =>
      tx.run(
        `INSERT INTO task_dependencies (task_n, on_n, type, created_at)
         SELECT t.n, o.n, 'blocks', 0 FROM tasks t, tasks o WHERE t.id = ? AND o.id = ?`,
        [before.id, own.id],
      ),
    );
    const newer = issue('a-2', { updated_at: at(9), title: 'New', dependencies: [on('a-4')] });
    expect(await take(home, linesOf(newer))).toMatchObject({
      updated: 1,
      tasks: [{ from: 'a-2', did: 'updated', fields: ['title', 'parentId', 'dependencies'] }],
      warnings: [expect.stringMatching(/gone there.*a-2 → a-3/)],
    });
    const after = await byOldId(home, 'a-2');
    const on4 = await byOldId(home, 'a-4');
    expect(after.parentId).toBe(null);
    expect(after.dependencies.map(({ id }) => id).sort()).toEqual([own.id, on4.id].sort());
    const back = issue('a-2', { updated_at: at(10), dependencies: [on('b-1', 'parent-child')] });
    await take(home, linesOf(back, issue('b-1')));
    expect((await byOldId(home, 'a-2')).parentId).toBe((await byOldId(home, 'b-1')).id);
  });

  test('keeps what only we know of a task that changed there', async () => {
    using home = openTestTasks();
    await take(home, linesOf(issue('a-1')));
    const { id } = await byOldId(home, 'a-1');
    await home.tasks.commands.update(
      { task: id, role: 'tester', size: 'S', setMetadata: { mine: 1 }, requiresPlan: true, holder: testHolder },
      testAct,
    );
    await take(home, linesOf(issue('a-1', { updated_at: '2099-01-01T00:00:00Z', metadata: { theirs: 2 } })));
    expect(await home.get(id)).toMatchObject({
      role: 'tester',
      size: 'S',
      requiresPlan: true,
      metadata: { mine: 1, theirs: 2 },
    });
  });

  test('leaves in the trash what was put there', async () => {
    using home = openTestTasks();
    await take(home, linesOf(issue('a-1'), issue('a-2')));
    const { id } = await byOldId(home, 'a-1');
    await home.tasks.commands.delete({ tasks: [id], holder: testHolder }, testAct);
    const later = { updated_at: '2099-01-01T00:00:00Z' };
    expect(await take(home, linesOf(issue('a-1', later), issue('a-3', { dependencies: [on('a-1')] })))).toMatchObject({
      created: 1,
      skipped: 1,
      tasks: [{ did: 'skipped', why: 'in-trash' }, { did: 'created' }],
    });
    expect(await home.tasks.queries.get(id)).toBe(undefined);
  });

  test('breaks circles that reach over what is here already, and keeps long chains', async () => {
    using home = openTestTasks();
    const chain = Array.from({ length: 300 }, (_, n) =>
      issue(`c-${n}`, { dependencies: n === 299 ? [] : [on(`c-${n + 1}`)] }),
    );
    expect(await take(home, linesOf(...chain))).toMatchObject({ created: 300, warnings: [] });
    const closing = issue('c-299', { updated_at: at(9), dependencies: [on('d-1')] });
    const { warnings } = await take(home, linesOf(closing, issue('d-1', { dependencies: [on('c-0')] })));
    expect(warnings).toEqual(['dependencies that would create a cycle were skipped (1): d-1 → c-0 (blocks)']);
  });

  test('nests no deeper than tasks may be', async () => {
    using home = openTestTasks();
    const nested = Array.from({ length: 60 }, (_, n) =>
      issue(`n-${n}`, n === 0 ? {} : { dependencies: [on(`n-${n - 1}`, 'parent-child')] }),
    );
    const { warnings } = await take(home, linesOf(...nested));
    expect(warnings).toEqual([expect.stringMatching(/nested too deep \(\d+\)/)]);
  });

  test('tells in a dry run what it would do, and does nothing', async () => {
    using home = openTestTasks();
    const head = await home.storage.bus.head();
    const content = linesOf(issue('a-1'), issue('a-2', { status: 'tombstone' }));
    expect(await take(home, content, { dryRun: true })).toMatchObject({
      dryRun: true,
      created: 1,
      skipped: 1,
      tasks: [
        { line: 2, from: 'a-2', did: 'skipped', why: 'deleted' },
        { line: 1, from: 'a-1', did: 'created', id: null },
      ],
    });
    expect(await count(home)).toBe(0);
    expect(await home.storage.bus.head()).toEqual(head);
  });

  test('takes what it can where that is wanted, and names each line that it cannot read', async () => {
    using home = openTestTasks();
    const content = `${linesOf(issue('a-1'))}{"id":"a-2","title":7}\nhello\n${linesOf(issue('a-3'))}{"id":"a-4"`;
    expect(await attempt(home, content)).toMatchObject({ error: { kind: 'import.invalid', line: 2 } });
    expect(await count(home)).toBe(0);
    expect(await take(home, content, { partial: true })).toMatchObject({
      created: 2,
      refused: [
        { line: 2, problem: '"title" must be a string' },
        { line: 3, problem: 'it is not complete JSON' },
        { line: 5, problem: 'it is not complete JSON' },
      ],
    });
  });

  test('of a file that changes between its two readings keeps nothing', async () => {
    using home = openTestTasks();
    const [first, second] = [linesOf(issue('a-1'), issue('a-2')), linesOf(issue('a-1'), issue('b-2'))].map((each) =>
      bytesSource(Buffer.from(each)),
    );
    let readings = 0;
    const source = {
      size: 1 << 30,
      read: (into: Uint8Array, from: number) => {
        if (from === 0) readings += 1;
        return (readings > 2 ? second : first)?.read(into, from) ?? 0;
      },
    };
    expect(await home.tasks.commands.import({ source }, testAct)).toMatchObject({ error: { kind: 'import.invalid' } });
    expect(await count(home)).toBe(0);
  });

  test('copes with fields that are there to harm', async () => {
    using home = openTestTasks();
    const own = await home.build({ title: 'Mine' });
    const content = [
      '{"id":"a-1","title":"x","__proto__":{"polluted":1},"constructor":1}',
      `{"id":"a-2","title":"<script>alert(1)</script>","metadata":{"codewalkers":{"id":"${own.id}","script":"id","checkCommand":"id","plan":{"goal":"g","approvedBy":"me"}}}}`,
      '{"id":"a-3","title":"x","metadata":{"codewalkers":{"id":"tk_000000000000"}}}',
      '{"id":"a-4","title":"y","metadata":{"codewalkers":{"id":"tk_000000000000"}}}',
      `{"id":"a-5","title":"deep","x":${'['.repeat(200_000)}${']'.repeat(200_000)}}`,
    ];
    const answer = await take(home, content.slice(0, 4).join('\n'));
    expect(answer).toMatchObject({ created: 4, updated: 0 });
    expect(Reflect.get({}, 'polluted')).toBe(undefined);
    expect(await home.get(own.id)).toMatchObject({ title: 'Mine', script: null, checkCommand: null });
    expect((await byOldId(home, 'a-3')).id).toBe('tk_000000000000');
    expect((await byOldId(home, 'a-4')).id).not.toBe('tk_000000000000');
    expect(await attempt(home, content.slice(4).join('\n'))).toMatchObject({
      error: { kind: 'import.invalid', line: 1 },
    });
    expect((await home.tasks.queries.plan(own.id))?.goal).toBe(undefined);
  });
});

describe('an import of GitHub issues', () => {
  const issues = [
    {
      number: 12,
      title: 'It breaks',
      body: 'When …\r\nthen',
      state: 'OPEN',
      stateReason: '',
      url: 'https://github.com/acme/shop/issues/12',
      labels: [{ id: 'x', name: 'bug', color: 'f00' }, { name: 'P1' }, { name: 'help wanted' }],
      assignees: [{ login: 'ada', name: 'Ada' }, { login: 'bob' }],
      milestone: { number: 1, title: 'v1', dueOn: '2026-09-01T00:00:00Z' },
      createdAt: at(1),
      updatedAt: at(2),
      closedAt: null,
      comments: [{ id: 'IC_1', author: { login: 'eve' }, body: 'Me too', createdAt: at(2) }],
    },
    {
      number: 13,
      title: 'Never mind',
      body: null,
      state: 'CLOSED',
      stateReason: 'NOT_PLANNED',
      labels: [],
      assignees: [],
      milestone: null,
      createdAt: at(1),
      updatedAt: at(3),
      closedAt: at(3),
      comments: [],
    },
  ];

  test('is recognised, and takes labels, people, state, comments, milestone and address', async () => {
    using home = openTestTasks({ clock });
    const content = JSON.stringify(issues);
    expect(await take(home, content)).toMatchObject({
      format: 'github',
      created: 2,
      warnings: [expect.stringMatching(/without "url".*: gh-13$/)],
    });
    const first = await byOldId(home, 'acme/shop#12');
    expect(first).toMatchObject({
      title: 'It breaks',
      description: 'When …\nthen',
      status: 'open',
      priority: 'P1',
      type: 'bug',
      assignee: 'ada',
      labels: ['P1', 'bug', 'help wanted'],
      externalRef: 'https://github.com/acme/shop/issues/12',
      dueAt: '2026-09-01T00:00:00.000Z',
      createdAt: '2026-01-01T03:04:05.000Z',
      dispatch: 'manual',
      metadata: { github: { number: 12, milestone: 'v1', assignees: ['ada', 'bob'] } },
    });
    expect((await home.tasks.queries.comments(first.id)).items).toMatchObject([{ author: 'eve', text: 'Me too' }]);
    expect(await byOldId(home, 'gh-13')).toMatchObject({
      status: 'closed',
      outcome: 'cancelled',
      closeReason: 'Not planned on GitHub.',
      closedAt: '2026-01-03T03:04:05.000Z',
    });
    expect(await take(home, content)).toMatchObject({ created: 0, updated: 0, unchanged: 2 });
  });

  test('takes the spelling of the interface for the same issue, passes over pull requests, and notes what is not there', async () => {
    using home = openTestTasks({ clock });
    const other = {
      number: 12,
      title: 'Fix it',
      body: null,
      state: 'open',
      labels: [],
      assignees: [],
      milestone: null,
      html_url: 'https://github.com/acme/shop/issues/12',
      url: 'https://api.github.com/repos/acme/shop/issues/12',
      user: { login: 'eve' },
      created_at: at(1),
      updated_at: at(2),
      closed_at: null,
      comments: 3,
      node_id: 'I_1',
      author_association: 'OWNER',
      hats: 2,
    };
    const pull = { ...other, number: 13, html_url: 'https://github.com/acme/shop/pull/13', pull_request: {} };
    expect(await take(home, JSON.stringify([other, pull]))).toMatchObject({ format: 'github', created: 1, skipped: 1 });
    const { id, createdAt, metadata } = await byOldId(home, 'acme/shop#12');
    expect([createdAt, metadata]).toEqual([new Date(at(1)).toISOString(), { github: { number: 12, author: 'eve' } }]);
    const known = { ...issues[0], updatedAt: at(3) };
    const { warnings, tasks } = await take(home, JSON.stringify([known, { ...other, number: 14 }]));
    expect(tasks).toMatchObject([{ did: 'updated', id }, { did: 'created' }]);
    expect(warnings.join('\n')).toMatch(/without comments.*#14\n.*"hats" .* left out/);
  });

  test('again changes what changed there, and not how work stands here', async () => {
    using home = openTestTasks({ clock });
    await take(home, JSON.stringify(issues));
    const { id } = await byOldId(home, 'acme/shop#12');
    await home.inTx((tx) => tx.run("UPDATE tasks SET status = 'blocked', priority = 0 WHERE id = ?", [id]));
    const [first] = issues;
    const newer = {
      ...first,
      updatedAt: at(9),
      labels: [],
      comments: [{ id: 'IC_2', author: null, body: 'Hm', createdAt: at(9) }],
    };
    expect(await take(home, JSON.stringify([newer]))).toMatchObject({
      tasks: [{ did: 'updated', fields: expect.arrayContaining(['labels', 'comments']) }],
    });
    expect(await home.get(id)).toMatchObject({ status: 'blocked', priority: 'P0', labels: [] });
    const closed = { ...newer, updatedAt: at(10), state: 'CLOSED', stateReason: 'COMPLETED', closedAt: at(10) };
    await take(home, JSON.stringify([closed]));
    expect(await home.get(id)).toMatchObject({ status: 'closed', outcome: 'done' });
  });

  test.each([
    ['[{"number":1,"title":"x"}]', /member 1 of the list, "state" is missing/],
    [
      '[{"number":1,"title":"x","state":"OPEN"},{"number":2,"title":"x","state":"OPEN","labels":"bug"}]',
      /member 2 .*"labels" must be a list/,
    ],
    ['[{"number":1,"title":"x","state":"OPEN"}', /ends in the middle/],
  ])('of %s names what is wrong, and where', async (content, problem) => {
    using home = openTestTasks();
    const answer = await attempt(home, content, { format: 'github' });
    expect(answer).toMatchObject({ ok: false, error: { kind: 'import.invalid', line: 1 } });
    expect(!answer.ok && 'problem' in answer.error && answer.error.problem).toMatch(problem);
    expect(await count(home)).toBe(0);
  });
});

describe('an import of task-master', () => {
  const subtask = (id: number, fields = {}) => ({ id, title: `Part ${id}`, status: 'pending', ...fields });
  const tasks = [
    {
      id: 1,
      title: 'Set up',
      description: 'What.',
      details: 'How.',
      testStrategy: 'It runs.',
      priority: 'high',
      status: 'in-progress',
      complexity: 4,
      dependencies: [],
      subtasks: [
        subtask(1, { status: 'done' }),
        subtask(2, { dependencies: [1] }),
        subtask(3, { dependencies: ['2'] }),
      ],
    },
    { id: 2, title: 'Go on', status: 'deferred', dependencies: [1, '1.2', 9], priority: 'low' },
  ];
  const pretty = (value: unknown) => JSON.stringify(value, null, 2);

  test('is recognised, with tags and without, and takes subtasks, texts, priorities and what waits for what', async () => {
    using home = openTestTasks({ clock });
    const content = pretty({ master: { tasks, metadata: {} }, later: { tasks: [subtask(1)] } });
    const { warnings, ...answer } = await take(home, content);
    expect(answer).toMatchObject({ format: 'task-master', created: 6 });
    expect(warnings.join('\n')).toMatch(/"deferred".*tm-2[\s\S]*tm-2 → tm-9/);
    const first = await byOldId(home, 'tm-1');
    expect(first).toMatchObject({
      description: 'What.',
      design: 'How.',
      acceptance: 'It runs.',
      priority: 'P1',
      status: 'in_progress',
      metadata: { taskMaster: { complexity: 4 } },
    });
    const [done, second, third] = [
      await byOldId(home, 'tm-1.1'),
      await byOldId(home, 'tm-1.2'),
      await byOldId(home, 'tm-1.3'),
    ];
    expect([done.outcome, done.parentId, second.blockedBy, third.blockedBy]).toEqual([
      'done',
      first.id,
      [],
      [second.id],
    ]);
    expect(await byOldId(home, 'tm-2')).toMatchObject({ status: 'blocked', priority: 'P3' });
    expect((await byOldId(home, 'tm-later-1')).labels).toEqual(['later']);
    const again = await take(home, pretty({ tasks }), {});
    expect(again).toMatchObject({
      created: 0,
      unchanged: 0,
      skipped: 5,
      warnings: [expect.stringContaining('another project')],
      next: [{ command: 'task import', args: ['<file>', '--project', '<project>'] }],
    });
    expect(await take(home, pretty({ tasks }), { projectName: 'shop' })).toMatchObject({ created: 5 });
    expect((await byOldId(home, 'shop-tm-1.2')).title).toBe('Part 2');
  });

  test.each([
    ['{"tasks":[{"id":1,"title":"x"},{"id":2}]}', /member 2 .*"title" is missing/],
    ['{"tasks":[{"title":"x"}]}', /"id" is missing/],
    ['{"id":"a-1","title":"x"}', /not a task-master tasks\.json/],
  ])('of %s names what is wrong', async (content, problem) => {
    using home = openTestTasks();
    const answer = await attempt(home, content, { format: 'task-master' });
    expect(!answer.ok && 'problem' in answer.error && answer.error.problem).toMatch(problem);
    expect(await count(home)).toBe(0);
  });
});

test('a spreadsheet is refused by its name', async () => {
  using home = openTestTasks();
  const answer = await attempt(home, 'id,title,status\r\n1,x,open\r\n');
  expect(!answer.ok && 'problem' in answer.error && answer.error.problem).toMatch(/CSV/);
});
