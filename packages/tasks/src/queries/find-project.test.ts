import { expect, test } from 'vitest';
import { openTestTasks } from '../testing.ts';
import { findProject, projectNamed } from './find-project.ts';
import { projectAt } from './project-at.ts';

test('a project is found by the start of its name; what a file says of it is not guessed at', async () => {
  using home = openTestTasks();
  const id = await home.addProject('harbour');
  const { read } = home.storage;
  expect(await findProject(read, 'harb')).toMatchObject({ ok: true, value: { id } });
  expect(await findProject(read, 'harborr')).toMatchObject({
    error: { kind: 'task.unknown-project', meant: 'harbour' },
  });
  expect(await projectNamed(read, 'harbour')).toMatchObject({ id });
  expect(await projectNamed(read, 'harb')).toBeUndefined();
});

test('a repository belongs to the project that was made from it, or whose clone it is', async () => {
  using home = openTestTasks();
  const id = await home.addProject('harbour');
  const { read } = home.storage;
  const row = await read.get<{ source: string }>('SELECT source FROM project_view WHERE id = ?', [id]);
  expect(await projectAt(read, { sources: ['/elsewhere', row?.source ?? ''], cloneOf: undefined })).toMatchObject({
    id,
  });
  expect(await projectAt(read, { sources: [], cloneOf: id })).toEqual({ id, name: 'harbour' });
  expect(await projectAt(read, { sources: ['/elsewhere'], cloneOf: undefined })).toBeUndefined();
});
