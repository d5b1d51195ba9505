import type { ItemView } from '@cw/messages';
import { tempRepo } from '@cw/testkit';
import { expect, test } from 'vitest';
import { addProject, assign, committing, createTask } from './harness/project.ts';
import { isSettled, openWorkspace, type Workspace } from './harness/workspace.ts';

/** Has a script work on a fresh task until nothing goes on with it. */
async function work(cw: Workspace, file: string): Promise<string> {
  const { id } = await createTask(cw, `Add ${file}`, { script: committing(file) });
  await assign(cw, { id });
  await cw.until(id, isSettled);
  return id;
}

test('who takes a mistake off main is told that cw/next still has it, and can have it dropped there as well', async () => {
  await using cw = await openWorkspace();
  await using repo = await tempRepo({ files: { 'README.md': 'hello\n' } });
  await addProject(cw, repo);
  await using server = await cw.serve();
  const mistake = await repo.commit({ 'dump.sql': 'data\n' }, 'mistake');
  const first = await work(cw, 'a.txt');
  await repo.git('reset', '-q', '--hard', 'HEAD~1');
  await repo.commit({ good: 'g\n' }, 'good');
  await work(cw, 'b.txt');

  const title = 'main of sample was rewritten: cw/next has one commit that it dropped';
  const { items } = await cw.ask<{ items: readonly ItemView[] }>('inbox', 'list');
  expect(items).toMatchObject([{ kind: 'conflict', title, choices: [{ name: 'adopt' }, { name: 'keep' }] }]);
  const shown = await cw.runQuick(['inbox', 'show', items[0]?.id ?? '']);
  expect(shown.stdout).toContain(`${mistake.slice(0, 12)} mistake`);
  expect(shown.stdout).toContain(`${first} “Add a.txt”`);
  const comments = await cw.runQuick(['task', 'comments', first]);
  expect(comments.stdout).toContain('main was rewritten');
  expect(await repo.git('ls-tree', '--name-only', 'cw/next')).toContain('dump.sql');

  const answered = await cw.runQuick(['inbox', 'answer', items[0]?.id ?? '', 'adopt']);
  expect(answered.stdout).toContain('cw/next was rebuilt from main');
  expect(await repo.git('ls-tree', '--name-only', 'cw/next')).toBe('README.md\na.txt\nb.txt\ngood');
  expect((await cw.ask<{ items: readonly ItemView[] }>('inbox', 'list')).items).toEqual([]);
  await work(cw, 'c.txt');
  await repo.git('merge', '-q', '--no-edit', 'cw/next');
  expect(await repo.git('ls-files')).toBe('README.md\na.txt\nb.txt\nc.txt\ngood');
  expect((await cw.ask<{ items: readonly ItemView[] }>('inbox', 'list')).items).toEqual([]);
  await server.stop();
});
