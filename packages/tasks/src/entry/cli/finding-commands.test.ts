import type { CliAnswer } from '@cw/entry';
import { unwrap } from '@cw/kernel';
import { testAct } from '@cw/storage/testing';
import { describe, expect, test } from 'vitest';
import { openTestTasks, type TestTasks, testHolder } from '../../testing.ts';
import { contextOf, plain, run } from './testing.ts';

const textOf = (answer: CliAnswer) => unwrap(answer).text(plain);
const dataOf = (answer: CliAnswer) => unwrap(answer).data;

/** An epic with two children, of which one needs what failed; and a task that was deferred. */
async function someTasks(home: TestTasks) {
  const { commands } = home.tasks;
  const failed = await home.build({ title: 'Try it', priority: 'P1', labels: ['api'] });
  const epic = await home.build({ title: 'All of it', type: 'epic' });
  const first = await home.build({ title: 'First', parent: epic.id, labels: ['api', 'ui'], assignee: 'ann' });
  const second = await home.build({ title: 'Second', parent: epic.id, needs: [failed.id, first.id], priority: 'P0' });
  const aside = await home.build({ title: 'Aside', type: 'bug' });
  const empty = await home.build({ title: 'Not thought through', type: 'epic' });
  unwrap(await commands.close({ task: failed.id, outcome: 'failed', holder: testHolder }, testAct));
  const put = { task: aside.id, status: 'blocked', reason: 'ask Ada', holder: testHolder } as const;
  unwrap(await commands.update(put, testAct));
  return { failed, epic, first, second, aside, empty };
}

test('blocked tells what each waits for, and a failure as what it is', async () => {
  using home = openTestTasks();
  const { failed, first, second, aside } = await someTasks(home);
  const answer = await run(contextOf(home), 'task blocked');
  const [head, ...waits] = textOf(answer).split('\n');
  expect(head).toBe(`${second.id}  P0  Second  waiting`);
  expect(waits.slice(0, 2).sort()).toEqual(
    [`    blocked by failed ${failed.id}  Try it`, `    waits for ${first.id}  First  (ready)`].sort(),
  );
  expect(waits.slice(2)).toEqual([`${aside.id}  P2  Aside  needs you`, '    ask Ada']);
  expect(dataOf(answer)).toMatchObject({
    items: [
      {
        id: second.id,
        waitsFor: expect.arrayContaining([expect.objectContaining({ id: failed.id, reason: 'failed' })]),
      },
      { id: aside.id, waitsFor: [] },
    ],
    total: 2,
    nextCursor: null,
  });
  expect(textOf(await run(contextOf(home), 'task blocked', { options: { type: ['epic'] } }))).toBe(
    'Nothing is blocked.',
  );
});

describe('count', () => {
  test.each([
    ['status', { open: 4, blocked: 1, closed: 1 }],
    ['state', { open: 2, ready: 1, waiting: 1, 'needs-you': 1, failed: 1 }],
    ['priority', { P0: 1, P2: 4 }],
    ['type', { epic: 2, task: 2, bug: 1 }],
    ['label', { null: 4, api: 1, ui: 1 }],
    ['assignee', { null: 4, ann: 1 }],
    ['project', { null: 5 }],
  ])('by %s', async (by, wanted) => {
    using home = openTestTasks();
    await someTasks(home);
    const answer = await run(contextOf(home), 'task count', { options: { by } });
    const { items, total } = dataOf(answer) as { items: { key: string | null; count: number }[]; total: number };
    expect(Object.fromEntries(items.map(({ key, count }) => [`${key}`, count]))).toEqual(wanted);
    expect(total).toBe(['status', 'state'].includes(by) ? 6 : 5);
  });

  test('of a query is its number', async () => {
    using home = openTestTasks();
    await someTasks(home);
    const counted = await run(contextOf(home), 'task count', { options: { where: 'label = api and status = closed' } });
    expect(unwrap(counted).ids).toEqual(['1']);
    expect(textOf(counted)).toBe('1');
  });
});

test('what waits for a plan or its approval is told as such, whatever the spelling that asks for it', async () => {
  using home = openTestTasks();
  const bare = await home.build({ requiresPlan: true });
  const planned = await home.build({ requiresPlan: true });
  await home.build();
  await run(contextOf(home), 'task plan set', { arguments: [planned.id], options: { goal: 'It works' } });
  const said = textOf(await run(contextOf(home), 'task blocked'));
  expect(said).toMatch(new RegExp(`${bare.id}.* needs plan\n +waits for its plan to be written`));
  expect(said).toMatch(new RegExp(`${planned.id}.* needs plan\n +waits for its plan to be approved`));
  for (const state of ['needs-plan', 'needs plan', 'Needs_Plan']) {
    const listed = unwrap(await run(contextOf(home), 'task list', { options: { state: [state] } }));
    expect(listed.ids?.toSorted()).toEqual([bare.id, planned.id].sort());
  }
  expect(unwrap(await run(contextOf(home), 'task list', { options: { status: ['in-progress'] } })).ids).toEqual([]);
  expect(dataOf(await run(contextOf(home), 'task stats'))).toMatchObject({ open: 3, ready: 1, needsPlan: 2 });
});

test('stats count every state and name the oldest open task', async () => {
  using home = openTestTasks();
  const { epic } = await someTasks(home);
  const answer = await run(contextOf(home), 'task stats');
  expect(dataOf(answer)).toMatchObject({
    total: 6,
    open: 5,
    ready: 1,
    waiting: 1,
    needsPlan: 0,
    inProgress: 0,
    merging: 0,
    needsYou: 1,
    parents: 2,
    overdue: 0,
    stale: 0,
    needsBreakdown: 1,
    finishedEpics: 0,
    closed: 1,
    done: 0,
    failed: 1,
    cancelled: 0,
    createdThisWeek: 6,
    closedThisWeek: 1,
    leadHours: null,
    oldestOpen: { id: epic.id },
  });
  expect(textOf(answer)).toContain('Needs breakdown  1');
  const unknown = await run(contextOf(home), 'task stats', { options: { project: 'none' } });
  expect(unknown).toMatchObject({ ok: false, error: { code: 'task.unknown-project' } });
  using nothing = openTestTasks();
  expect(dataOf(await run(contextOf(nothing), 'task stats'))).toMatchObject({ total: 0, oldestOpen: null });
});

test('stale lists what was not changed for long, the longest first', async () => {
  using home = openTestTasks();
  const { first, aside, failed } = await someTasks(home);
  const day = 86_400_000;
  const backdate = (id: string, days: number) =>
    home.inTx((tx) => tx.run('UPDATE tasks SET updated_at = updated_at - ? WHERE id = ?', [days * day, id]));
  await backdate(first.id, 40);
  await backdate(aside.id, 50);
  await backdate(failed.id, 60);
  const stale = async (options: Record<string, string | true> = {}) => run(contextOf(home), 'task stale', { options });
  expect(unwrap(await stale()).ids).toEqual([aside.id, first.id]);
  expect(unwrap(await stale({ all: true })).ids).toEqual([failed.id, aside.id, first.id]);
  expect(unwrap(await stale({ days: '45' })).ids).toEqual([aside.id]);
  expect(textOf(await stale({ days: '90' }))).toBe('Every open task was changed within 90 days.');
  expect(await stale({ days: 'many' })).toMatchObject({ ok: false, error: { code: 'list.bad-filter' } });
});

describe('list', () => {
  const titles = async (home: TestTasks, options: Record<string, string | readonly string[] | true>) =>
    (dataOf(await run(contextOf(home), 'task list', { options })) as { items: { title: string }[] }).items
      .map(({ title }) => title)
      .sort();

  test.each<[string, Record<string, string | readonly string[] | true>, readonly string[]]>([
    ['labels, all of them', { label: ['api', 'ui'] }, ['First']],
    ['labels, any of them', { 'any-label': ['api', 'x'], all: true }, ['First', 'Try it']],
    ['labels it has not', { 'not-label': ['ui'], type: ['task'] }, ['Second']],
    ['a range of priorities', { priority: ['0-1'], all: true }, ['Second', 'Try it']],
    ['the least urgent priority', { 'priority-max': '1', all: true }, ['Second', 'Try it']],
    ['nobody', { assignee: 'none', type: ['task'] }, ['Second']],
    ['nobody, said otherwise', { unassigned: true, type: ['task'] }, ['Second']],
    ['no parent', { parent: 'none', type: ['epic'] }, ['All of it', 'Not thought through']],
    ['what is ready', { ready: true }, ['First']],
    ['what is blocked', { blocked: true }, ['Aside', 'Second']],
    ['what needs breakdown', { 'needs-breakdown': true }, ['Not thought through']],
    ['dates', { 'created-after': 'yesterday', 'updated-before': '2000-01-01' }, []],
    ['dates of closing, which means closed tasks', { 'closed-after': '7d' }, ['Try it']],
    ['several statuses in one', { status: ['blocked,closed'] }, ['Aside', 'Try it']],
    ['a query', { where: 'title ~ second or type = bug' }, ['Aside', 'Second']],
  ])('by %s', async (_what, options, wanted) => {
    using home = openTestTasks();
    await someTasks(home);
    expect(await titles(home, options)).toEqual(wanted);
  });

  test.each([
    [{ 'priority-max': 'P9' }, 'query.wrong'],
    [{ 'created-after': 'soon' }, 'query.wrong'],
    [{ where: 'status = ' }, 'query.wrong'],
    [{ under: 'nosuch' }, 'task.not-found'],
    [{ project: 'nosuch' }, 'task.unknown-project'],
    [{ sort: 'titel' }, 'list.bad-filter'],
    [{ project: '' }, 'list.empty-filter'],
    [{ parent: ' ' }, 'list.empty-filter'],
    [{ label: [''] }, 'list.empty-filter'],
  ])('refuses %j', async (options, code) => {
    using home = openTestTasks();
    expect(await run(contextOf(home), 'task list', { options })).toMatchObject({ ok: false, error: { code } });
  });

  test('as trees shows each task in one place, under its parent where that is shown', async () => {
    using home = openTestTasks();
    const { epic, first, second, aside, empty } = await someTasks(home);
    const tree = await run(contextOf(home), 'task list', { options: { tree: true } });
    expect(textOf(tree).split('\n')).toEqual(
      [
        `${epic.id}  P2  All of it  open`,
        `├─ ${second.id}  P0  Second  waiting`,
        `└─ ${first.id}  P2  First  ready`,
        `${aside.id}  P2  Aside  needs-you`,
        `${empty.id}  P2  Not thought through  open`,
      ].map((line) => line.replace('needs-you', 'needs you')),
    );
    const only = await run(contextOf(home), 'task list', { options: { tree: true, type: ['task'], limit: '1' } });
    expect(dataOf(only)).toMatchObject({ items: [{ id: second.id, children: [] }], total: 2 });
  });

  test.each(['-title', 'type,-title', 'due,priority', 'assignee', 'estimate', 'status,id', 'closed'])(
    'goes on where a page ended, sorted by %s, either way round',
    async (sort) => {
      using home = openTestTasks();
      await someTasks(home);
      for (const turned of [{}, { reverse: true }] as const) {
        const list = async (more: Record<string, string>) =>
          dataOf(await run(contextOf(home), 'task list', { options: { sort, all: true, ...turned, ...more } })) as {
            items: { id: string }[];
            nextCursor: string | null;
          };
        const whole = (await list({})).items.map(({ id }) => id);
        const seen: string[] = [];
        for (let cursor: string | null = ''; cursor !== null; ) {
          const page = await list({ limit: '2', ...(cursor ? { cursor } : {}) });
          seen.push(...page.items.map(({ id }) => id));
          cursor = page.nextCursor;
        }
        expect(seen).toEqual(whole);
      }
    },
  );
});

describe('ready', () => {
  test.each([
    [{ label: ['ui'] }, ['First']],
    [{ label: ['docs'] }, []],
    [{ assignee: 'ann', priority: ['P2'] }, ['First']],
    [{ assignee: 'none' }, []],
    [{ where: 'title ~ first' }, ['First']],
  ])('of %j', async (options, wanted) => {
    using home = openTestTasks();
    await someTasks(home);
    const page = dataOf(await run(contextOf(home), 'task ready', { options })) as { items: { title: string }[] };
    expect(page.items.map(({ title }) => title)).toEqual(wanted);
  });

  test('claims the first of those it was asked for, and nothing else', async () => {
    using home = openTestTasks();
    await home.build({ title: 'More urgent', priority: 'P0' });
    const { id } = await home.build({ title: 'Wanted', labels: ['docs'] });
    const claim = () => run(contextOf(home), 'task ready', { options: { claim: true, label: ['docs'] } });
    expect(dataOf(await claim())).toMatchObject({ items: [{ id, state: 'in-progress' }], total: 1 });
    expect(dataOf(await claim())).toMatchObject({ items: [], total: 0 });
  });

  test('explains an epic that has to be broken down', async () => {
    using home = openTestTasks();
    const { empty } = await someTasks(home);
    const told = textOf(await run(contextOf(home), 'task ready', { options: { explain: true } }));
    expect(told).toContain(
      `${empty.id}  P2  Not thought through\n    it is an epic without children, which needs breakdown`,
    );
  });
});

describe('show', () => {
  test('of several tasks is a list of them, each once, or refused as a whole', async () => {
    using home = openTestTasks();
    const { epic, first } = await someTasks(home);
    const show = (refs: readonly string[]) => run(contextOf(home), 'task show', { arguments: refs });
    const both = await show([epic.id, first.id, epic.id.slice(3)]);
    expect(dataOf(both)).toMatchObject({ items: [{ id: epic.id }, { id: first.id }], total: 2, nextCursor: null });
    expect(textOf(both).match(/^─+$/gm)).toHaveLength(1);
    expect(await show([epic.id, 'nosuch'])).toMatchObject({ ok: false, error: { code: 'task.not-found' } });
  });

  test('answers what was asked for besides: comments in threads, history, children, checkpoints', async () => {
    using home = openTestTasks();
    const { epic, first } = await someTasks(home);
    const { commands, queries } = home.tasks;
    const comment = (text: string, replyTo?: string) => commands.comment({ task: epic.id, text, replyTo }, testAct);
    unwrap(await comment('Why?'));
    const why = (await queries.comments(epic.id)).items[0]?.id;
    unwrap(await comment('Another thing'));
    unwrap(await comment('Because.', why));
    unwrap(await commands.checkpoint({ task: epic.id, text: 'So far' }, testAct));
    await home.build({ title: 'Grandchild', parent: first.id });
    const show = (options: Record<string, true>) =>
      run(contextOf(home), 'task show', { arguments: [epic.id], options });
    expect(textOf(await show({}))).toMatch(/\nWhy\?\n\n {2}tess .+\n {2}Because\.\n\ntess .+\nAnother thing$/);
    expect(dataOf(await show({}))).not.toHaveProperty('comments');
    const full = await show({ full: true });
    expect(dataOf(full)).toMatchObject({
      comments: [{ text: 'Why?' }, { text: 'Another thing' }, { text: 'Because.', replyTo: why }],
      history: expect.arrayContaining([expect.objectContaining({ type: 'task.created' })]),
      children: [{ title: 'Second' }, { title: 'First', children: [{ title: 'Grandchild' }] }],
      checkpoints: [{ text: 'So far' }],
    });
    expect(textOf(full)).toMatch(/All below it\n├─ .*Second.*\n└─ .*First.*\n {3}└─ .*Grandchild/);
  });
});

test('what one holds, what was deleted and what is due are found by options of lists', async () => {
  using home = openTestTasks();
  const held = await home.build({ title: 'Held', type: 'bug', due: '2020-01-01' });
  const meant = await home.build({ title: 'Meant', assignee: testHolder.name });
  const gone = await home.build({ title: 'Gone' });
  const list = (options: Record<string, string | true>) => run(contextOf(home), 'task list', { options });
  await run(contextOf(home), 'task claim', { arguments: [held.id] });
  await run(contextOf(home), 'task delete', { arguments: [gone.id] });
  expect(unwrap(await list({ trash: true })).ids).toEqual([gone.id]);
  expect(unwrap(await list({ holder: testHolder.name })).ids).toEqual([held.id]);
  expect(unwrap(await list({ mine: true })).ids).toContain(held.id);
  expect(textOf(await list({ overdue: true }))).toMatch(
    /TITLE +PRI +STATE +TYPE +WHO +DUE +AGE\n.* bug .* 2020-01-01 /,
  );
  unwrap(await home.tasks.commands.update({ task: meant.id, assignee: null, holder: testHolder }, testAct));
  expect(textOf(await list({ assignee: testHolder.name }))).toContain(`--holder ${testHolder.name}`);
});
