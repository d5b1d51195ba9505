import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { RecordedEvent } from '@cw/kernel';
import type { Page, TaskView } from '@cw/tasks';
import { waitFor } from '@cw/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { program } from './harness/program.ts';
import { ended } from './harness/run-cw.ts';
import { openWorkspace, type Workspace } from './harness/workspace.ts';

let cw: Workspace;
let [one, other]: string[] = [];

beforeAll(async () => {
  cw = await openWorkspace();
  const create = async (title: string) => (await cw.ask<TaskView>('task', 'create', title)).id;
  [one, other] = [await create('One'), await create('Other')];
  await cw.ask('task', 'dep', 'add', other, '--needs', one);
  await cw.ask('task', 'close', one, '--reason', 'It is done.');
});
afterAll(() => cw[Symbol.asyncDispose]());

type Told = Omit<RecordedEvent, 'at'> & { readonly at: string };

const typesOf = async (...args: string[]) => {
  const { items } = await cw.ask<Page<Told>>('events', ...args);
  return items.map(({ type }) => type);
};

test('what happened is listed with the newest last, and narrowed by thing, person, kind and time', async () => {
  const all = ['user.added', 'task.created', 'task.created', 'task.dependency-added', 'task.closed'];
  expect(await typesOf()).toEqual(all);
  expect(await typesOf('--limit', '2')).toEqual(all.slice(-2));
  expect(await typesOf('--since', '2', '--limit', '2')).toEqual(all.slice(2, 4));
  expect(await typesOf('--entity', one ?? '')).toEqual(['task.created', 'task.dependency-added', 'task.closed']);
  expect(await typesOf('--kind', 'task', '--not-kind', 'task.created')).toEqual(all.slice(3));
  expect(await typesOf('--actor', 'ada')).toEqual(all.slice(1));
  expect(await typesOf('--actor', 'person')).toEqual(all);
  expect(await typesOf('--actor', 'agent')).toEqual([]);
  expect(await typesOf('--before', '1h')).toEqual([]);
  expect(await typesOf('--after', '1h')).toEqual(all);
});

test('each page goes on where the last one ended, in either direction', async () => {
  for (const args of [[], ['--since', '0']]) {
    const seen = new Set<number>();
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page: Page<Told> = await cw.ask('events', ...args, '--limit', '2', ...(cursor ? ['--cursor', cursor] : []));
      expect(page.total).toBe(5);
      for (const { seq } of page.items) seen.add(seq);
      cursor = page.nextCursor;
    }
    expect(seen.size).toBe(5);
  }
});

test('people read who did what to which task', async () => {
  const { stdout } = await cw.runQuick(['events', '--entity', one ?? '', '--kind', 'task.closed']);
  expect(stdout).toMatch(/ ada +task\.closed +tk_\w+ +One · outcome done · reason It is done\./);
});

test.each([
  [['--entity', 'tk_zzzzzzzzzzzz'], 'event.unknown-entity', 1],
  [['--entity', 'tk_'], 'event.ambiguous-entity', 1],
  [['--since', 'x'], 'usage.since', 2],
  [['--limit', '0'], 'usage.limit', 2],
  [['--after', 'never'], 'task.bad-date', 2],
] as const)('%j is refused with %s', async (args, code, exit) => {
  expect(await cw.refusal(['events', ...args])).toMatchObject({ code: exit, error: { code } });
});

test('where there is no workspace, there is nothing to follow, and none is made', async () => {
  const home = join(cw.userHome, 'none');
  expect(await cw.refusal(['events', '-f', '--home', home])).toMatchObject({ error: { code: 'event.no-workspace' } });
  for (const command of ['events', 'prime']) expect((await cw.runQuick([command, '--home', home])).code).toBe(0);
  expect(existsSync(home)).toBe(false);
});

/** `cw events -f`, with what it wrote so far. */
function follow(...args: string[]) {
  const env = { ...cw.env, CW_HOME: cw.home };
  const child = spawn(program(), ['events', '--follow', ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  child.stdout.on('data', (chunk: Buffer) => {
    said += chunk.toString('utf8');
  });
  return { child, over: ended(child), lines: () => said.split('\n').filter((line) => line !== '') };
}

test('what happens is told as it happens, an object a line, until interrupted', async () => {
  const { child, over, lines } = follow('--json', '--since', '4', '--kind', 'task');
  await waitFor(() => lines().length === 1, { what: 'what had happened' });
  await cw.ask('task', 'update', other ?? '', '--title', 'Well \u202e well');
  await waitFor(() => lines().length === 2, { what: 'the change' });
  child.kill('SIGINT');
  expect(await over).toMatchObject({ code: 0, stderr: '' });
  const told = lines().map((line): Told => JSON.parse(line));
  expect(told.map(({ type, entity }) => [type, entity])).toEqual([
    ['task.closed', one],
    ['task.updated', other],
  ]);
  expect(told[1]?.payload).toMatchObject({ after: { title: 'Well \u202e well' } });
  expect(lines()[1]).not.toContain('\u202e');
  expect(told[0]?.payload).toMatchObject({ after: { closedAt: expect.stringMatching(/^\d{4}-/) } });
});

test('it ends when nobody reads it any more', async () => {
  const { child, over, lines } = follow('--json');
  await waitFor(() => lines().length > 0, { what: 'the first line' });
  child.stdout.destroy();
  await cw.ask('task', 'comment', other ?? '', 'Is anybody there?');
  expect(await over).toMatchObject({ code: 0, stderr: '' });
});
