import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { result, startScriptedModel, type TempDir, tempDir, tempRepo, tool } from '@cw/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { repositoryRoot } from '../harness/program.ts';
import { addProject, assign, committing, createTask, useClaude } from '../harness/project.ts';
import { openWorkspace } from '../harness/workspace.ts';

// What differs between the builds is how the program finds its parts, the database library, the migrations, the
// dashboard and itself when it starts `cw mcp`. Everything else is tested with dist/cw.

let prefix: TempDir;

beforeAll(async () => {
  prefix = await tempDir('cw-package');
  const folder = join(repositoryRoot, 'dist/package');
  const tarball = (await readdir(folder)).find((name) => name.endsWith('.tgz'));
  if (tarball === undefined) throw new Error('there is no package: run scripts/build --package first');
  const options = ['--global', '--offline', '--no-fund', '--no-audit', '--prefix', prefix.path];
  await promisify(execFile)('npm', ['install', ...options, join(folder, tarball)]);
});
afterAll(() => prefix.remove());

const builds = [
  { name: 'the executable', program: () => join(repositoryRoot, 'dist/bin/cw') },
  { name: 'the npm package', program: () => join(prefix.path, 'bin/cw') },
];

test.each(builds)(
  '$name has the version, serves the dashboard, and has an agent do a task that it merges',
  async ({ program }) => {
    await using cw = await openWorkspace({ program: program() });
    await using model = await startScriptedModel();
    await using repo = await tempRepo({ files: { 'a.txt': 'a\n' } });
    const manifest: { version: string } = JSON.parse(await readFile(join(repositoryRoot, 'package.json'), 'utf8'));
    expect((await cw.run(['--version'])).stdout.trim()).toBe(manifest.version);

    model.when(/Say goodbye/, [
      tool('mcp__cw__task_comment', { text: 'Chose a plain file.' }),
      tool('Bash', { command: committing('bye.txt') }),
      result({ status: 'done', summary: 'It says goodbye.' }),
    ]);
    await useClaude(cw, model);
    await addProject(cw, repo, '--check', 'test -f bye.txt');
    const task = await createTask(cw, 'Say goodbye');

    await using server = await cw.serve();
    const page = await (await fetch(`${server.url}/tasks`)).text();
    const [, script = ''] = /<script type="module"[^>]* src="([^"]+)"/.exec(page) ?? [];
    expect((await fetch(server.url + script)).headers.get('content-type')).toMatch(/javascript/);

    await assign(cw, task);
    await cw.until(task.id, ({ status }) => status === 'closed');
    const [merge] = await cw.mergesOf(task.id);
    expect(merge).toMatchObject({ state: 'merged', verdict: 'passed' });
    expect(await repo.files('cw/next')).toEqual(['a.txt', 'bye.txt']);
    expect((await cw.run(['task', 'show', task.id])).stdout).toContain('Chose a plain file.');
    expect((await server.stop()).code).toBe(0);
  },
);
