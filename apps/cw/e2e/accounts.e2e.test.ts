import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { AccountView } from '@cw/accounts';
import { claudeProgram, modelEnv, result, type ScriptedModel, startScriptedModel, tempRepo, tool } from '@cw/testkit';
import { expect, test } from 'vitest';
import { addProject, assign, createTask } from './harness/project.ts';
import { isSettled, openWorkspace, type Workspace } from './harness/workspace.ts';

/** What is in no file of a home but the account's own, and in nothing that the program prints. */
const secret = 'sk-not-to-be-seen-anywhere-0123456789';

const steps = [
  tool('Bash', { command: 'echo b > b.txt && git add b.txt && git commit -q -m "feat: b"' }),
  result({ status: 'done', summary: 'done' }),
];

/** Has Claude Code do a task, with what is in the server's environment besides. */
async function doOne(cw: Workspace, env: Record<string, string> = {}) {
  await using repo = await tempRepo({ files: { 'a.txt': 'a\n' } });
  await cw.set('agents.claude.command', claudeProgram());
  await addProject(cw, repo);
  const task = await createTask(cw, 'Work');
  await using server = await cw.serve({ env });
  await assign(cw, task);
  expect(await cw.until(task.id, isSettled)).toMatchObject({ status: 'closed', outcome: 'done' });
  await server.stop();
  const [run] = await cw.runsOf(task.id);
  return run;
}

const keysOf = (model: ScriptedModel) => new Set(model.requests.map(({ headers }) => headers['x-api-key']));

test('with no account the sign-in that the user already has is used as it is', async () => {
  await using cw = await openWorkspace();
  await using model = await startScriptedModel({ script: steps });
  const own = { ...modelEnv(model.url), ANTHROPIC_API_KEY: 'my-own-key' };
  expect(await doOne(cw, own)).toMatchObject({ outcome: 'done', accountName: null });
  expect(keysOf(model)).toEqual(new Set(['my-own-key']));
});

test("an account's secret reaches its agent, and lies in one file that only the user can read", async () => {
  await using cw = await openWorkspace();
  await using model = await startScriptedModel({ script: steps });
  const variables = { ...modelEnv(model.url), ANTHROPIC_API_KEY: secret };
  const named = Object.entries(variables).flatMap(([name, value]) => ['--env', `${name}=${value}`]);
  const added = await cw.runQuick(['account', 'add', 'work', '--provider', 'claude', ...named]);
  const account = await cw.ask<AccountView>('account', 'show', 'work');
  expect(account.envKeys).toContain('ANTHROPIC_API_KEY');
  const run = await doOne(cw, { ANTHROPIC_API_KEY: 'my-own-key' });
  expect(run).toMatchObject({ accountName: 'work' });
  expect(keysOf(model)).toEqual(new Set([secret]));

  const said = await Promise.all(
    [
      ...[
        ['account', 'list'],
        ['account', 'show', 'work'],
        ['run', 'show', run?.id ?? ''],
        ['run', 'prompt', run?.id ?? ''],
      ],
      ...[
        ['run', 'log', run?.id ?? ''],
        ['config', 'list'],
        ['task', 'history', run?.taskId ?? ''],
      ],
    ].map((args) => cw.runQuick([...args, '--json'])),
  );
  for (const { stdout, stderr } of [added, ...said]) expect(stdout + stderr).not.toContain(secret);

  const file = join(cw.home, 'accounts', `${account.id}.json`);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(await filesWith(cw.home, secret)).toEqual([file]);
  await cw.ask('account', 'remove', 'work');
  expect(await filesWith(cw.home, secret)).toEqual([]);
});

/** Paths of the files below a folder that hold a text. */
async function filesWith(folder: string, text: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  const found = await Promise.all(paths.map(async (path) => ((await readFile(path)).includes(text) ? [path] : [])));
  return found.flat();
}

test('nothing in a home can be read by other users', async () => {
  await using cw = await openWorkspace();
  await using model = await startScriptedModel({ script: steps });
  await doOne(cw, modelEnv(model.url));
  const open: string[] = [];
  for (const entry of await readdir(cw.home, { withFileTypes: true })) {
    const { mode } = await stat(join(cw.home, entry.name));
    if (mode & 0o077) open.push(`${entry.name} ${(mode & 0o777).toString(8)}`);
  }
  expect((await stat(cw.home)).mode & 0o077).toBe(0);
  expect(open).toEqual([]);
});
