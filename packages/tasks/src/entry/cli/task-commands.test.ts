import type { CliAnswer } from '@cw/entry';
import { unwrap } from '@cw/kernel';
import { testAct } from '@cw/storage/testing';
import { describe, expect, test } from 'vitest';
import { openTestTasks, testHolder } from '../../testing.ts';
import { taskCommands } from './commands.ts';
import { contextOf, plain, run } from './testing.ts';

const textOf = (answer: CliAnswer) => (answer.ok ? answer.value.text(plain) : `${answer.error.code}`);

describe('the task commands', () => {
  test('every one can be loaded, is named once, and says what it is for', async () => {
    const paths = taskCommands.map((command) => command.path.join(' '));
    expect(new Set(paths).size).toBe(paths.length);
    for (const command of taskCommands) {
      expect(typeof (await command.load())).toBe('function');
      expect(command.summary.length).toBeGreaterThan(5);
    }
  });

  test('those that decide for people are marked so', () => {
    const marked = taskCommands.filter((command) => command.forPeople).map((command) => command.path.join(' '));
    expect(marked).toEqual([
      'task plan approve',
      'task replan',
      'task delete',
      'task restore',
      'assign',
      'task assign',
      'task accept',
      'task decline',
      'task approve',
      'task import',
    ]);
  });

  test('a list is a table that fits, and tells how to go on', async () => {
    using home = openTestTasks();
    await home.build({ title: 'Short', labels: ['api'] });
    await home.build({ title: `Long ${'x'.repeat(200)}`, priority: '0' });
    const answer = unwrap(await run(contextOf(home), 'task list', { options: { limit: '1' } }));
    const [head = '', row = ''] = answer.text(plain).split('\n');
    expect(head).toMatch(/^ID +TITLE +PRI +STATE +AGE$/);
    expect(row).toMatch(/^tk_\w{12} +Long x+… +P0 +ready +1h$/);
    expect(row.length).toBeLessThanOrEqual(80);
    expect(answer.note).toMatch(/^1 of 2 shown; use --limit for more, --cursor \S+ for the next ones\.$/);
    const wide = unwrap(await run({ ...contextOf(home), width: Number.POSITIVE_INFINITY }, 'task list'));
    expect(wide.text(plain)).toContain('x'.repeat(200));
    expect(wide.note).toBeUndefined();
  });

  test.each([
    [{ quiet: true }, {}, 55, false],
    [{ quiet: true }, { limit: '3' }, 3, true],
    [{}, {}, 50, true],
    [{}, { limit: 'all' }, 55, false],
  ] as const)('of a long list %o with %o answers %i rows', async (given, options, rows, more) => {
    using home = openTestTasks();
    for (let n = 0; n < 55; n += 1) await home.build();
    const answer = unwrap(await run(contextOf(home, given), 'task list', { options }));
    expect([answer.ids?.length, answer.note !== undefined]).toEqual([rows, more]);
  });

  test('an empty list tells how to make the first task, or that no task fits', async () => {
    using home = openTestTasks();
    const list = async (options: Record<string, string | true> = {}) =>
      textOf(await run(contextOf(home), 'task list', { options }));
    expect(await list()).toMatch(/No tasks yet.*cw task create/);
    expect(textOf(await run(contextOf(home), 'task ready'))).toMatch(/No tasks yet.*cw task create/);
    const { id } = await home.build();
    expect(await list({ text: 'nowhere' })).toMatch(/^No open tasks match .*--all/);
    expect(await list({ text: 'nowhere', all: true })).toBe('No tasks match --text nowhere.');
    const bug = await home.build({ type: 'bug', labels: ['ui'], priority: 'P0' });
    expect(await list({ type: 'bug', text: 'nowhere' })).toMatch(/^No open tasks match --text nowhere\. /);
    expect(await list({ type: 'task', label: 'ui' })).toMatch(
      /^No open tasks match --type task and --label ui together, though each matches some\. /,
    );
    const project = { id: await home.addProject('harbour'), name: 'harbour' };
    expect(textOf(await run(contextOf(home, { project }), 'task list'))).toMatch(
      /^No open tasks in harbour\. --all shows closed ones too\. --all-projects searches every project\.$/,
    );
    expect(textOf(await run(contextOf(home, { project }), 'task list', { options: { 'all-projects': true } }))).toMatch(
      /bug/,
    );
    await run(contextOf(home), 'task close', { arguments: [bug.id] });
    await run(contextOf(home), 'task close', { arguments: [id] });
    expect(await list()).toMatch(/^No open tasks\. --all/);
    expect(textOf(await run(contextOf(home), 'task ready'))).toMatch(/^Nothing is ready\. cw task ready --explain/);
  });

  test('control characters of a text never reach the terminal', async () => {
    using home = openTestTasks();
    const { id } = await home.build({ title: 'a', description: 'red \u001b[31m alert \u0007' });
    expect(textOf(await run(contextOf(home), 'task show', { arguments: [id] }))).toContain('red [31m alert ');
  });

  test('show tells what belongs to a task', async () => {
    using home = openTestTasks();
    const parent = await home.build({ title: 'The parent' });
    const first = await home.build({ title: 'The first' });
    const { id } = await home.build({
      title: 'The task',
      description: 'Line one\nLine two',
      acceptance: 'It works',
      parent: parent.id,
      needs: [first.id],
      labels: ['ui'],
    });
    await home.tasks.commands.comment({ task: id, text: 'A word' }, testAct);
    expect(textOf(await run(contextOf(home), 'task show', { arguments: [id] })).split('\n')).toEqual([
      'The task',
      `${id} · P2 · task · waiting · 1h old · revision 2`,
      '',
      'Labels     ui',
      `Parent     ${parent.id}  The parent  open`,
      '',
      'Description',
      'Line one',
      'Line two',
      '',
      'Done when',
      'It works',
      '',
      'Needs',
      `  ${first.id}  The first  ready`,
      '',
      'Comments (1)',
      expect.stringMatching(/^tess \d{4}-\d\d-\d\d \d\d:\d\d · cm_\w+$/),
      'A word',
    ]);
  });

  test('show and dep list tell how other tasks stand in the words of the lists', async () => {
    using home = openTestTasks();
    const parent = await home.build();
    const asks = await home.build({ title: 'Asks', parent: parent.id });
    const waits = await home.build({ title: 'Waits', parent: parent.id, needs: [asks.id] });
    const blocked = { task: asks.id, status: 'blocked', reason: 'what?', holder: testHolder } as const;
    await home.tasks.commands.update(blocked, testAct);
    const text = textOf(await run(contextOf(home), 'task show', { arguments: [parent.id] }));
    expect(text).toContain(`Children\n  ${asks.id}  Asks  needs you\n  ${waits.id}  Waits  waiting`);
    const listed = textOf(await run(contextOf(home), 'task dep list', { arguments: [waits.id] }));
    expect(listed).toContain(`blocks          ${asks.id}  Asks  needs you`);
  });

  test('show of a task that needs you ends with what to do next', async () => {
    using home = openTestTasks();
    const { id } = await home.build();
    const show = async () => textOf(await run(contextOf(home), 'task show', { arguments: [id] }));
    expect(await show()).not.toContain('What to do next');
    const blocked = { task: id, status: 'blocked', reason: 'the checks failed', holder: testHolder } as const;
    await home.tasks.commands.update(blocked, testAct);
    const goOn = expect.stringMatching(`^  cw task update ${id} --status open  `);
    expect((await show()).split('\n').slice(-2)).toEqual(['What to do next', goOn]);
    await home.tasks.commands.update({ task: id, project: await home.addProject('p'), holder: testHolder }, testAct);
    expect((await show()).split('\n').slice(-6)).toEqual([
      'What to do next',
      goOn,
      expect.stringMatching(`^  cw inbox list --task ${id}  `),
      expect.stringMatching(`^  cw run list --task ${id}  `),
      expect.stringMatching(`^  cw merge show ${id} +`),
      expect.stringMatching(`^  cw assign ${id} +`),
    ]);
    unwrap(await home.tasks.commands.update({ task: id, status: 'open', holder: testHolder }, testAct));
    unwrap(await home.tasks.commands.claim({ task: id, holder: testHolder }, testAct));
    await home.tasks.commands.update(blocked, testAct);
    expect((await show()).split('\n').slice(-2)).toEqual([expect.stringMatching(`^  cw assign ${id} +`), goOn]);
  });

  test('show names the parent in colour', async () => {
    using home = openTestTasks();
    const parent = await home.build({ title: 'Above' });
    const { id } = await home.build({ parent: parent.id });
    const answer = unwrap(await run(contextOf(home), 'task show', { arguments: [id] }));
    const text = answer.text({ ...plain, cyan: (cell) => `\u001b[36m${cell}\u001b[39m` });
    expect(text).toContain(`Parent     \u001b[36m${parent.id}\u001b[39m  Above`);
  });

  test('show says of open tasks only that agents may start on them', async () => {
    using home = openTestTasks();
    await home.addProject('one');
    const { id } = await home.build();
    await run(contextOf(home), 'assign', { arguments: [id] });
    const show = async () => textOf(await run(contextOf(home), 'task show', { arguments: [id] }));
    expect(await show()).toContain('agents may start on it');
    await run(contextOf(home), 'task close', { arguments: [id] });
    expect(await show()).not.toContain('Assigned');
  });

  test('show keeps the lines of a script and of a reason', async () => {
    using home = openTestTasks();
    const { id } = await home.build({ script: 'sleep 1\nsed -i s/a/b/ file\n' });
    const blocked = { task: id, status: 'blocked', reason: 'one\nHeld by    nobody', holder: testHolder } as const;
    await home.tasks.commands.update(blocked, testAct);
    const text = textOf(await run(contextOf(home), 'task show', { arguments: [id] }));
    expect(text).toContain('\n\nScript\nsleep 1\nsed -i s/a/b/ file');
    expect(text).toContain('Reason     one\n           Held by    nobody\n');
  });

  test('ready --claim takes one, as a list, and an empty list when there is none', async () => {
    using home = openTestTasks();
    const { id } = await home.build();
    const claim = { options: { claim: true as const } };
    const first = await run(contextOf(home, { json: true }), 'task ready', claim);
    expect(first).toMatchObject({
      value: { data: { items: [{ id, status: 'in_progress', lease: { holder: 'tess' } }], total: 1 } },
    });
    const second = await run(contextOf(home, { json: true }), 'task ready', claim);
    expect(second).toMatchObject({ value: { data: { items: [], total: 0, nextCursor: null } } });
  });

  test('claim tells the second time that the task is held already', async () => {
    using home = openTestTasks();
    const { id } = await home.build();
    const claim = async () => textOf(await run(contextOf(home), 'task claim', { arguments: [id] }));
    expect(await claim()).toMatch(/^Claimed for tess: /);
    expect(await claim()).toMatch(/^You already hold it, as tess: /);
  });

  test('both ways of saying a dependency mean the same', async () => {
    using home = openTestTasks();
    const a = await home.build();
    const b = await home.build();
    const c = await home.build();
    await run(contextOf(home), 'task dep add', { arguments: [a.id], options: { needs: b.id } });
    await run(contextOf(home), 'task dep add', { arguments: [b.id], options: { blocks: c.id } });
    await run(contextOf(home), 'task dep add', { arguments: [c.id, a.id], options: { type: 'related' } });
    expect((await home.get(a.id)).dependencies).toEqual([{ type: 'blocks', id: b.id }]);
    const ofC = (await home.get(c.id)).dependencies;
    expect(ofC).toContainEqual({ type: 'blocks', id: b.id });
    expect(ofC).toContainEqual({ type: 'related', id: a.id });
    expect(await run(contextOf(home), 'task dep add', { arguments: [a.id] })).toMatchObject({
      error: { code: 'usage.dependency', kind: 'usage' },
    });
  });

  test('a description comes from a file, which must be text', async () => {
    using home = openTestTasks();
    const typed = { arguments: ['A task'], options: { 'description-file': '-' } };
    const created = await run(contextOf(home, { input: Buffer.from('from a file\n') }), 'task create', typed);
    expect(created).toMatchObject({ value: { data: { description: 'from a file\n' } } });
    const binary = await run(contextOf(home, { input: Buffer.from([0xff, 0xd8, 0xff]) }), 'task create', typed);
    expect(binary).toMatchObject({ ok: false, error: { code: 'task.text-binary' } });
  });

  test('labels are read apart at commas, and an empty value takes away', async () => {
    using home = openTestTasks();
    const context = contextOf(home);
    const created = await run(context, 'task create', {
      arguments: ['A task'],
      options: { label: ['a,b', 'c'], assignee: 'ann' },
    });
    expect(created).toMatchObject({ value: { data: { labels: ['a', 'b', 'c'], assignee: 'ann' } } });
    const [id = ''] = created.ok ? (created.value.ids ?? []) : [];
    const typed = { arguments: [id], options: { assignee: '', 'remove-label': 'a' } };
    expect(await run(context, 'task update', typed)).toMatchObject({
      value: { data: { labels: ['b', 'c'], assignee: null } },
    });
  });

  test('create says that a task got none of several projects', async () => {
    using home = openTestTasks();
    const create = async (options: Record<string, string> = {}) =>
      textOf(await run(contextOf(home), 'task create', { arguments: ['A task'], options }));
    expect(await create()).not.toContain('project');
    await home.addProject('one');
    expect(await create()).not.toContain('project');
    await home.addProject('two');
    expect(await create()).toMatch(/\nIt has no project yet.* cw task update tk_\w{12} --project /);
    expect(await create({ project: 'two' })).not.toContain('no project');
  });

  test('assign answers the task, or a list where several were named', async () => {
    using home = openTestTasks();
    await home.addProject('one');
    const a = await home.build();
    const b = await home.build();
    expect(await run(contextOf(home), 'assign', { arguments: [a.id] })).toMatchObject({
      value: { data: { id: a.id } },
    });
    expect(await run(contextOf(home), 'assign', { arguments: [a.id, b.id] })).toMatchObject({
      value: { data: { items: [{ id: a.id }, { id: b.id }], total: 2 } },
    });
  });

  test('an assigned task can be told from others in each list', async () => {
    using home = openTestTasks();
    await home.addProject('one');
    const free = await home.build();
    const named = await home.build();
    await home.build();
    const who = async (path: string) => {
      const [heads = '', ...rows] = textOf(await run(contextOf(home), path)).split('\n');
      const at = heads.indexOf('WHO');
      return rows.map((row) => (at < 0 ? '' : row.slice(at, row.indexOf(' ', at))));
    };
    expect(await who('task list')).toEqual(['', '', '']);
    await run(contextOf(home), 'assign', { arguments: [free.id] });
    await run(contextOf(home), 'assign', { arguments: [named.id], options: { to: 'worker' } });
    expect(await who('task list')).toEqual(['agents', 'worker', '']);
    expect(await who('task ready')).toEqual(['agents', 'worker', '']);
    await run(contextOf(home), 'task close', { arguments: [free.id] });
    const closed = textOf(await run(contextOf(home), 'task list', { options: { state: 'done' } }));
    expect(closed).not.toContain('agents');
  });

  test('history tells both sides of each change', async () => {
    using home = openTestTasks();
    const { id } = await home.build({ title: 'Before' });
    await home.tasks.commands.update({ task: id, title: 'After', holder: testHolder }, testAct);
    await home.tasks.commands.claim({ task: id, holder: testHolder }, testAct);
    const text = textOf(await run(contextOf(home), 'task history', { arguments: [id] }));
    expect(text).toContain('updated  by tess');
    expect(text).toContain('title: Before → After');
    expect(text).toMatch(/started: none → \d{4}-\d\d-\d\d \d\d:\d\d/);
  });
});
