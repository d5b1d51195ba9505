import type { TaskView } from '@cw/tasks';
import { type TempRepo, tempRepo } from '@cw/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runOnTerminal } from './harness/on-terminal.ts';
import { addProject, committing } from './harness/project.ts';
import { openWorkspace, type Workspace } from './harness/workspace.ts';

let cw: Workspace;
let repo: TempRepo;
beforeAll(async () => {
  [cw, repo] = await Promise.all([openWorkspace(), tempRepo({ files: { 'a.txt': 'a' } })]);
  await addProject(cw, repo);
});
afterAll(async () => {
  await cw[Symbol.asyncDispose]();
  await repo.remove();
});

type Undone = {
  readonly undone: boolean;
  readonly steps: readonly { readonly id: string; readonly becomes: readonly string[] }[];
};
const create = (title: string, ...more: string[]) => cw.ask<TaskView>('task', 'create', title, ...more);
const undo = () => cw.ask<Undone>('undo', '--yes');
const as = (name: string) => ({ env: { ...cw.env, CW_HOME: cw.home, CW_ACTOR: name } });
const refusedWith = async () => (await cw.refusal(['undo', '--yes'])).error;

test('a change is shown, taken back, and made again by another undo', async () => {
  const { id } = await create('Greet', '-p', '2', '-d', 'Politely.', '--due', '2026-12-24');
  await cw.ask(
    'task',
    'update',
    id,
    '--title',
    'Shout',
    '--priority',
    'P0',
    '--add-label',
    'loud',
    '--description',
    'LOUDLY.',
  );
  const shown = await cw.ask<Undone>('undo', '--dry-run');
  expect(shown).toMatchObject({ undone: false, steps: [{ id }] });
  expect(shown.steps[0]?.becomes).toEqual(
    expect.arrayContaining([
      'title Shout → Greet',
      'priority P0 → P2',
      'labels loud → none',
      'description LOUDLY. → Politely.',
    ]),
  );
  expect((await cw.task(id)).title).toBe('Shout');
  expect(await undo()).toMatchObject({ undone: true });
  expect(await cw.task(id)).toMatchObject({ title: 'Greet', priority: 'P2', labels: [], description: 'Politely.' });
  await undo();
  expect(await cw.task(id)).toMatchObject({ title: 'Shout', priority: 'P0', labels: ['loud'] });
});

test('so are a creation, a closing, a claim, a deletion, and dependencies', async () => {
  const [one, other] = [await create('One'), await create('Other')];
  await undo();
  expect((await cw.tasks()).map(({ title }) => title)).not.toContain('Other');
  await undo();
  await cw.ask('task', 'dep', 'add', one.id, '--needs', other.id);
  expect((await cw.ask<Undone>('undo', '--dry-run')).steps[0]?.becomes).toEqual([
    `no longer needs ${other.id} (blocks)`,
  ]);
  await undo();
  expect((await cw.task(one.id)).dependencies).toEqual([]);
  await undo();
  expect((await cw.task(one.id)).dependencies).toEqual([{ type: 'blocks', id: other.id }]);
  for (const [line, changed] of [
    [['close', '--reason', 'done'], { status: 'closed' }],
    [['claim'], { status: 'in_progress' }],
  ] as const) {
    await cw.ask('task', line[0], other.id, ...line.slice(1));
    expect(await cw.task(other.id)).toMatchObject(changed);
    await undo();
    expect(await cw.task(other.id)).toMatchObject({ status: 'open' });
  }
  await cw.ask('task', 'delete', other.id);
  await undo();
  expect(await cw.task(other.id)).toMatchObject({ title: 'Other' });
});

test('several tasks that were changed together are put back together, those of a plan into the trash', async () => {
  const before = (await cw.tasks()).length;
  const input = 'create "Parent" --key p\ncreate "Child" --parent p --key c\ncreate "Second" --needs c\n';
  await cw.runQuick(['task', 'batch', '-'], { ...as('ada'), input });
  expect((await cw.tasks()).length).toBe(before + 3);
  expect((await undo()).steps).toHaveLength(3);
  expect((await cw.tasks()).length).toBe(before);
});

test('settings, rules and dismissals are put back', async () => {
  await cw.set('orchestrator.maxConcurrent', '4');
  await cw.set('orchestrator.maxConcurrent', '9');
  expect((await cw.ask<Undone>('undo', '--dry-run')).steps[0]?.becomes).toEqual(['9 → 4 (workspace)']);
  await undo();
  expect(await cw.ask('config', 'get', 'orchestrator.maxConcurrent')).toMatchObject({ value: '4' });
  const rule = await cw.ask<{ id: string }>('rule', 'add', 'Bash', 'npm test');
  await cw.ask('rule', 'update', rule.id, '--pattern', 'npm *');
  await undo();
  const rules = () => cw.ask<{ items: readonly { id: string; pattern: string }[] }>('rule', 'list');
  expect((await rules()).items).toMatchObject([{ id: rule.id, pattern: 'npm test' }]);
  await cw.ask('rule', 'remove', rule.id);
  await undo();
  expect((await rules()).items).toMatchObject([{ id: rule.id }]);
  const { id } = await create('Planned', '--requires-plan');
  await cw.ask('task', 'plan', 'set', id, '--goal', 'g', '--approach', 'a', '--step', 's');
  const [item] = await cw.inbox({ taskId: id });
  await cw.ask('inbox', 'dismiss', item?.id ?? '');
  expect(await cw.inbox({ taskId: id })).toEqual([]);
  await undo();
  expect(await cw.inbox({ taskId: id })).toMatchObject([{ id: item?.id }]);
});

test('what somebody else changed since is not overwritten, and each person has a last change of their own', async () => {
  const { id } = await create('Shared');
  await cw.ask('task', 'update', id, '--priority', 'P1');
  await cw.runQuick(['task', 'update', id, '--title', 'Theirs'], as('grace'));
  expect(await refusedWith()).toMatchObject({
    code: 'undo.changed-since',
    message: `The task ${id} was changed again by grace (task.updated). Nothing was undone.`,
  });
  expect((await cw.runQuick(['undo', '--yes'], as('grace'))).code).toBe(0);
  expect(await cw.task(id)).toMatchObject({ title: 'Shared', priority: 'P1' });
  const nobody = await cw.refusal(['undo', '--yes'], as('nobody'));
  expect(nobody.error.code).toBe('undo.nothing');
});

test('approvals, plans and imports are never undone, and nothing before them is by mistake', async () => {
  const { id } = await create('Approved', '--requires-plan');
  await cw.ask('task', 'plan', 'set', id, '--goal', 'g', '--approach', 'a', '--step', 's');
  const { digest } = await cw.ask<{ digest: string }>('task', 'plan', 'show', id);
  await cw.ask('task', 'plan', 'approve', id, '--digest', digest);
  expect(await refusedWith()).toMatchObject({
    code: 'undo.never',
    message: expect.stringContaining('task.plan-approved'),
  });
  const { error } = await cw.refusal(['undo'], { env: { ...cw.env, CW_HOME: cw.home, CW_RUN: 'rn_000000000000' } });
  expect(error.code).toBe('people.only');
});

test('what an agent has started on is not undone', async () => {
  const task = await create('Started', '--project', 'sample', '--script', committing('one.txt'));
  await cw.ask('assign', task.id);
  await using server = await cw.serve();
  await cw.until(task.id, ({ status }) => status === 'closed');
  await server.stop();
  expect(await refusedWith()).toMatchObject({ code: expect.stringMatching(/^undo\.(started|changed-since)$/) });
  const [first, second] = [await create('First'), await create('Second', '--project', 'sample', '--script', 'true')];
  await cw.ask('task', 'dep', 'add', second.id, '--needs', first.id);
  await cw.ask('assign', second.id);
  await cw.ask('task', 'close', first.id, '--reason', 'by hand');
  await using again = await cw.serve();
  await cw.until(second.id, ({ status }) => status !== 'open');
  await again.stop();
  expect(await refusedWith()).toMatchObject({ code: 'undo.started', message: expect.stringContaining(second.id) });
  expect((await cw.task(first.id)).status).toBe('closed');
});

test('on a terminal it asks first, elsewhere it wants --yes', async () => {
  const { id } = await create('Asked about');
  expect((await cw.refusal(['undo'])).error.code).toBe('undo.not-confirmed');
  const env = { ...cw.env, CW_HOME: cw.home, PATH: process.env.PATH ?? '' };
  const no = await runOnTerminal(['undo'], { env, typed: '\n' });
  expect(no.stdout).toMatch(
    /Asked about[\s\S]*moves to the trash[\s\S]*Undo this\? \[y\/N\][\s\S]*Nothing was changed\./,
  );
  expect((await cw.tasks()).map((task) => task.id)).toContain(id);
  const yes = await runOnTerminal(['undo'], { env, typed: 'y\n' });
  expect(yes.stdout).toContain('Undone.');
  expect((await cw.tasks()).map((task) => task.id)).not.toContain(id);
});
