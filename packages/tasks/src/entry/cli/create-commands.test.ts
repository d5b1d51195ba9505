import type { CliAnswer } from '@cw/entry';
import { unwrap } from '@cw/kernel';
import { describe, expect, test } from 'vitest';
import type { TaskView } from '../../model/task-view.ts';
import { openTestTasks, type TestTasks } from '../../testing.ts';
import { contextOf, plain, run } from './testing.ts';

const all = async (home: TestTasks) => unwrap(await home.tasks.queries.list({ all: true, sort: 'created' })).items;
const made = (answer: CliAnswer): TaskView & { similar: unknown } => {
  if (!answer.ok) throw new Error(answer.error.message);
  return answer.value.data as TaskView & { similar: unknown };
};

describe('cw task create', () => {
  test('takes every field, and labels of the parent on request', async () => {
    using home = openTestTasks();
    const parent = await home.build({ labels: ['auth'] });
    const [one, two, three] = [await home.build(), await home.build(), await home.build()];
    const options = {
      priority: '0',
      type: 'bug',
      label: ['a,b'],
      labels: ['c'],
      description: 'D',
      acceptance: 'A',
      design: 'How',
      estimate: '1h30m',
      due: '2030-01-02T00:00Z',
      defer: '2029-01-02T00:00Z',
      assignee: 'ada',
      role: 'tester',
      size: 'm',
      'external-ref': 'https://x.org/7',
      metadata: '{"n":1}',
      ...({ 'set-metadata': ['k=v', 'l=[2]'], check: 'npm test', 'requires-plan': true, script: 'true' } as const),
      ...({
        parent: parent.id,
        'inherit-labels': true,
        needs: [one.id],
        deps: [`related:${two.id},${three.id}`],
      } as const),
    };
    expect(made(await run(contextOf(home), 'task create', { arguments: ['All of it'], options }))).toMatchObject({
      title: 'All of it',
      priority: 'P0',
      type: 'bug',
      labels: ['a', 'auth', 'b', 'c'],
      description: 'D',
      acceptance: 'A',
      design: 'How',
      estimate: 90,
      assignee: 'ada',
      role: 'tester',
      size: 'M',
      script: 'true',
      dueAt: '2030-01-02T00:00:00.000Z',
      deferUntil: '2029-01-02T00:00:00.000Z',
      checkCommand: 'npm test',
      externalRef: 'https://x.org/7',
      metadata: { n: 1, k: 'v', l: [2] },
      requiresPlan: true,
      parentId: parent.id,
      dependencies: [
        { type: 'parent-child', id: parent.id },
        { type: 'blocks', id: one.id },
        { type: 'related', id: two.id },
        { type: 'blocks', id: three.id },
      ],
    });
  });

  test.each<[Record<string, string | readonly string[]>, string]>([
    [{ due: 'someday' }, 'task.bad-date'],
    [{ estimate: '-1' }, 'task.bad-estimate'],
    [{ size: 'huge' }, 'task.bad-size'],
    [{ metadata: '[1]' }, 'task.bad-metadata'],
    [{ 'set-metadata': ['novalue'] }, 'task.bad-metadata'],
    [{ metadata: `{"a":${'['.repeat(100)}${']'.repeat(100)}}` }, 'task.deep-metadata'],
    [{ 'set-metadata': [`a=${'['.repeat(50_000)}${']'.repeat(50_000)}`] }, 'task.deep-metadata'],
    [{ metadata: '{"a":{"b":1234567890123456789}}' }, 'task.long-number'],
    [{ metadata: '1234567890123456789' }, 'task.long-number'],
    [{ 'set-metadata': ['a=1e999'] }, 'task.long-number'],
    [{ deps: ['sideways:tk_1'] }, 'list.bad-filter'],
    [{ needs: ['nosuch'] }, 'task.not-found'],
    [{ parent: 'nosuch' }, 'task.not-found'],
    [{ project: 'nosuch' }, 'task.unknown-project'],
  ])('with %j is refused and writes nothing', async (options, code) => {
    using home = openTestTasks();
    const answer = await run(contextOf(home), 'task create', { arguments: ['x'], options });
    expect(answer).toMatchObject({ error: { code } });
    expect(await all(home)).toEqual([]);
  });

  test('says what is open under nearly the same title, and writes it all the same', async () => {
    using home = openTestTasks();
    const { id, title } = await home.build({ title: 'Fix the login redirect' });
    const closed = await home.build({ title: 'Fix login redirect' });
    await run(contextOf(home), 'task close', { arguments: [closed.id] });
    const notes: string[] = [];
    const context = { ...contextOf(home), note: (text: string) => notes.push(text) };
    const task = made(await run(context, 'task create', { arguments: ['fix a login REDIRECT'] }));
    expect(task).toMatchObject({ status: 'open', similar: [{ id, title }] });
    expect(notes.join()).toContain(id);
    expect(made(await run(context, 'task create', { arguments: ['"OR title:* NEAR('] })).similar).toEqual([]);
  });

  test('says what it waits for in other words, and what has to wait for it', async () => {
    using home = openTestTasks();
    const [one, two, later] = [await home.build(), await home.build(), await home.build()];
    const options = { 'depends-on': [one.id], 'blocked-by': [`${two.id}`], blocks: [later.id] };
    const task = made(await run(contextOf(home), 'task create', { arguments: ['A'], options }));
    expect(task.blockedBy.toSorted()).toEqual([one.id, two.id].sort());
    expect(task.dependents).toEqual([{ type: 'blocks', id: later.id }]);
    const circle = { needs: [later.id], blocks: [later.id] };
    expect(await run(contextOf(home), 'task create', { arguments: ['B'], options: circle })).toMatchObject({
      error: { code: 'task.cycle' },
    });
    expect(await all(home)).toHaveLength(4);
  });

  test('reads the description from standard input where it is -', async () => {
    using home = openTestTasks();
    const context = contextOf(home, { input: Buffer.from('Two\nlines\n') });
    const answer = await run(context, 'task create', { arguments: ['A'], options: { description: '-' } });
    expect(made(answer).description).toBe('Two\nlines\n');
  });

  test('in a dry run shows what would be written, and writes nothing', async () => {
    using home = openTestTasks();
    const answer = await run(contextOf(home), 'task create', { arguments: ['A'], options: { 'dry-run': true } });
    expect(answer).toMatchObject({ value: { data: { title: 'A', dryRun: true }, ids: [] } });
    expect(await all(home)).toEqual([]);
  });

  test('asks for a title or a plan', async () => {
    using home = openTestTasks();
    expect(await run(contextOf(home), 'task create')).toMatchObject({
      error: { code: 'usage.invalid', kind: 'usage' },
    });
  });
});

test('cw task quick needs no quotes and prints the id alone', async () => {
  using home = openTestTasks();
  const answer = await run(contextOf(home), 'task quick', { arguments: ['Fix', 'the', 'door'] });
  expect(made(answer).title).toBe('Fix the door');
  expect(answer.ok && answer.value.text(plain)).toBe(made(answer).id);
});

describe('cw task create --from', () => {
  const from = (home: TestTasks, text: string, options: Record<string, string | true | readonly string[]> = {}) =>
    run(contextOf(home, { input: Buffer.from(text) }), 'task create', { options: { from: 'plan', ...options } });

  test('writes the tasks of markdown and of JSON alike', async () => {
    using home = openTestTasks();
    const above = await home.build();
    const markdown = '# Whole\n\n## First {#f}\npriority: P1\n\n## Second\nneeds: First\n';
    const json = {
      tasks: [
        { title: 'Second', parent: 'w', needs: ['f'] },
        { title: 'Whole', key: 'w', type: 'epic' },
        { title: 'First', key: 'f', parent: 'w', priority: 1 },
      ],
    };
    for (const text of [markdown, JSON.stringify(json)]) {
      const answer = await from(home, text, { parent: above.id, label: ['x'], assignee: 'ada' });
      if (!answer.ok) throw new Error(answer.error.message);
      const tasks = await Promise.all((answer.value.ids ?? []).map(home.get));
      const [whole, first, second] = ['Whole', 'First', 'Second'].map((one) =>
        tasks.find(({ title }) => title === one),
      );
      expect(whole).toMatchObject({ type: 'epic', parentId: above.id, labels: ['x'], assignee: 'ada' });
      expect(first).toMatchObject({ priority: 'P1', parentId: whole?.id, ready: true });
      expect(second).toMatchObject({ parentId: whole?.id, blockedBy: [first?.id] });
    }
  });

  test.each<[string, string, RegExp]>([
    ['# A\n\n# B\npriority: P9', 'task.bad-priority', /^Line 4: "P9" is not a valid priority.* Nothing was written\.$/],
    ['# A\nneeds: B\n# B\nneeds: A', 'task.cycle', /^Line 3: .*cycle: "B" → "A" → "B"\./],
    ['# A\n# B {#k}\n# C\nkey: k', 'task.double-key', /^Line 3/],
    ['# A\nparent: B\n# B\nparent: A', 'task.cycle', /cycle/],
    ['# A\n# B\nneeds: A, nosuch', 'task.not-found', /^Line 3: .*"nosuch", and none of these tasks/],
    ['# A\ntype: task\ndue: someday', 'task.bad-date', /^Line 3/],
    ['[{"title":"A"},{"title":""}]', 'task.title-empty', /^Task 2/],
    ['[{"title":"A"},{"titel":"B"}]', 'task.bad-plan', /task 2: unknown field "titel" \(did you mean "title"/],
    ['[{"title":"A"},{}]', 'task.bad-plan', /task 2: it has no title/],
    ['[{"title":"A","status":"done"}]', 'task.bad-plan', /task 1: its "status" is "done", but a new task is open/],
    ['[{"title":"A","labels":"x"}]', 'task.bad-plan', /"labels" must be a list of strings/],
    ['[\n{"title":"A"}\n{}]', 'task.bad-json', /line 3/],
  ])('refuses %j as a whole', async (text, code, message) => {
    using home = openTestTasks();
    expect(await from(home, text)).toMatchObject({ error: { code, message: expect.stringMatching(message) } });
    expect(await all(home)).toEqual([]);
  });

  test('takes ids, nested tasks and lists of criteria, as other tools write them', async () => {
    using home = openTestTasks();
    const json = {
      main: {
        tasks: [
          { id: 1, title: 'Store', priority: 'high', status: 'pending', details: 'How', dependencies: [] },
          {
            id: 2,
            title: 'Readers',
            testStrategy: 'Try it',
            dependencies: [1],
            assignee: null,
            subtasks: [
              { id: 1, title: 'Find them', dependencies: [] },
              { id: 2, title: 'Move them', dependencies: [1, '1'], acceptance: ['All', 'Quickly'] },
            ],
          },
          { title: 'Then', dependencies: ['2.1'] },
        ],
      },
    };
    const answer = await from(home, JSON.stringify(json));
    if (!answer.ok) throw new Error(answer.error.message);
    const [store, readers, find, move, then] = await Promise.all((answer.value.ids ?? []).map(home.get));
    expect(store).toMatchObject({ title: 'Store', priority: 'P1', design: 'How', type: 'task' });
    expect(readers).toMatchObject({ type: 'epic', acceptance: 'Try it', blockedBy: [store?.id] });
    expect(move).toMatchObject({ parentId: readers?.id, acceptance: '- All\n- Quickly' });
    expect(move?.dependencies.map(({ id }) => id)).toContain(find?.id);
    expect(then).toMatchObject({ parentId: null, blockedBy: [find?.id] });
  });

  test('shows all of it in a dry run, and takes no option that is for one task', async () => {
    using home = openTestTasks();
    const plan = '# A\n## B\nlabels: x\nscript: npm run b\ngate: yes\nsize: S\n';
    const shown = await from(home, plan, { 'dry-run': true });
    expect(shown.ok && shown.value.text(plain)).toBe(
      'Would create (nothing was written):\n  A  P2 · epic\n    B  P2 · task · x · size: S · gate · script: npm run b',
    );
    expect(await from(home, '# A', { due: 'tomorrow' })).toMatchObject({ error: { code: 'usage.plan' } });
    expect(await all(home)).toEqual([]);
  });
});
