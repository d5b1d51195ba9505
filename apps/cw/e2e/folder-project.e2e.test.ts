import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@cw/kernel';
import { projectPaths } from '@cw/projects';
import type { TaskRow, TaskView } from '@cw/tasks';
import { type TempRepo, tempRepo } from '@cw/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { envelopeIn, type Ran } from './harness/run-cw.ts';
import { openWorkspace, type Workspace } from './harness/workspace.ts';

let cw: Workspace;
let harbour: TempRepo;
let lamp: TempRepo;
/** Folders of the project harbour, by what they are. */
const folders: Record<string, string> = {};

const run = (cwd: string, ...args: string[]): Promise<Ran> => cw.runQuick([...args], { cwd });
async function ask<T>(cwd: string, ...args: string[]): Promise<T> {
  const envelope = envelopeIn<T>(await run(cwd, ...args, '--json'));
  if (!envelope.ok) throw new Error(`cw ${args.join(' ')} refused: ${envelope.error.message}`);
  return envelope.data;
}
const titles = async (cwd: string, ...args: string[]) =>
  (await ask<Page<TaskRow>>(cwd, ...args)).items.map(({ title }) => title).sort();

beforeAll(async () => {
  cw = await openWorkspace();
  harbour = await tempRepo({ files: { 'a.txt': 'a\n' } });
  lamp = await tempRepo({ files: { 'a.txt': 'a\n' } });
  const { id } = await cw.ask<{ id: string }>('project', 'add', harbour.path, '--name', 'harbour');
  await cw.ask('project', 'add', lamp.path, '--name', 'lamp');
  const inside = join(harbour.path, 'src/deep');
  await mkdir(inside, { recursive: true });
  const beside = join(cw.userHome, 'beside');
  await harbour.git('worktree', 'add', '--detach', beside);
  const { clone, worktreesDir } = projectPaths(cw.home, id);
  const ofTask = join(worktreesDir, 'some-task');
  await harbour.git('--git-dir', clone, 'worktree', 'add', '--detach', ofTask);
  Object.assign(folders, {
    'its folder': harbour.path,
    'a folder below': inside,
    'a linked worktree': beside,
    'a worktree that cw made': ofTask,
  });
  await ask(harbour.path, 'task', 'create', 'Dredge the harbour');
  await ask(lamp.path, 'task', 'create', 'Trim the lamp');
});
afterAll(async () => {
  await cw[Symbol.asyncDispose]();
  await harbour[Symbol.asyncDispose]();
  await lamp[Symbol.asyncDispose]();
});

test.each(['its folder', 'a folder below', 'a linked worktree', 'a worktree that cw made'])(
  'in %s of a project, that project is meant',
  async (name) => {
    const folder = folders[name] ?? '';
    for (const list of [['list'], ['ready'], ['search', 'the'], ['query', 'status = open'], ['stale', '--days', '0']]) {
      expect(await titles(folder, 'task', ...list)).toEqual(['Dredge the harbour']);
      expect(await titles(folder, 'task', ...list, '--all-projects')).toEqual(['Dredge the harbour', 'Trim the lamp']);
    }
    expect(await ask(folder, 'task', 'count')).toMatchObject({ total: 1 });
    expect(await ask(folder, 'task', 'stats')).toMatchObject({ total: 1 });
    expect(await ask(folder, 'prime')).toMatchObject({ project: 'harbour', counts: { ready: 1 } });
    expect(await ask(folder, 'task', 'create', 'Only shown', '--dry-run')).toMatchObject({ projectName: 'harbour' });
  },
);

describe('what says for itself where it looks', () => {
  test('is not narrowed by the folder', async () => {
    expect(await titles(harbour.path, 'task', 'list', '--project', 'lamp')).toEqual(['Trim the lamp']);
    expect(await titles(harbour.path, 'task', 'query', 'project = lamp')).toEqual(['Trim the lamp']);
    expect(await titles(harbour.path, 'task', 'list', '--where', 'project = lamp')).toEqual(['Trim the lamp']);
  });
});

test('outside of every project all are meant, each with the name of its project', async () => {
  const { items } = await ask<Page<TaskRow>>(cw.userHome, 'task', 'list');
  expect(items.map(({ projectName }) => projectName).sort()).toEqual(['harbour', 'lamp']);
  const text = (await run(cw.userHome, 'task', 'list')).stdout;
  expect(text).toMatch(/PROJECT/);
  expect(text).toMatch(/Trim the lamp .* {2}lamp {2}/);
  expect((await run(lamp.path, 'task', 'list')).stdout).not.toContain('PROJECT');
});

test('the first ready task that is claimed is one of the project', async () => {
  const { items } = await ask<Page<TaskRow>>(lamp.path, 'task', 'ready', '--claim');
  expect(items).toMatchObject([{ title: 'Trim the lamp' }]);
  expect(await ask(lamp.path, 'task', 'ready', '--claim')).toMatchObject({ items: [] });
  expect((await run(lamp.path, 'task', 'ready')).stdout).toContain('Nothing is ready in lamp. cw task ready');
});

test('a plan and an import belong to the project, but for what names another, or has a parent elsewhere', async () => {
  const plan = join(cw.userHome, 'plan.json');
  const parent = (await ask<TaskView>(harbour.path, 'task', 'create', 'A parent')).id;
  await writeFile(
    plan,
    JSON.stringify([{ title: 'One' }, { title: 'Two', project: 'harbour' }, { title: 'Three', parent }]),
  );
  const { items } = await ask<Page<TaskView>>(lamp.path, 'task', 'create', '--from', plan);
  expect(items.map(({ title, projectName }) => [title, projectName])).toEqual([
    ['One', 'lamp'],
    ['Two', 'harbour'],
    ['Three', 'harbour'],
  ]);
  const file = join(cw.userHome, 'issues.jsonl');
  await writeFile(
    file,
    `${JSON.stringify({ id: 'x-1', title: 'From elsewhere', status: 'open', priority: 2, issue_type: 'task' })}\n`,
  );
  await ask(lamp.path, 'task', 'import', file);
  expect((await ask<Page<TaskRow>>(lamp.path, 'task', 'search', 'elsewhere')).items).toMatchObject([
    { projectName: 'lamp' },
  ]);
});

test('a task without a project is told of in every form, unless it was asked for', async () => {
  const none = /no project, and agents only work in projects.*cw task update tk_\w+ --project/;
  expect((await run(cw.userHome, 'q', 'Nowhere')).stderr).toMatch(none);
  expect((await run(cw.userHome, 'task', 'create', 'Nowhere', '--json')).stderr).toMatch(none);
  expect((await run(cw.userHome, 'task', 'create', 'Nowhere')).stdout).toContain('It has no project yet');
  const asked = await run(cw.userHome, 'task', 'create', 'Nowhere', '--project', 'none', '--json');
  expect(asked).toMatchObject({ code: 0, stderr: '' });
});
