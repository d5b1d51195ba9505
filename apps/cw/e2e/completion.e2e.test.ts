import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TaskView } from '@cw/tasks';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { program } from './harness/program.ts';
import { runCw } from './harness/run-cw.ts';
import { openWorkspace, type Workspace } from './harness/workspace.ts';

let cw: Workspace;
let env: Record<string, string>;
const ids = { login: '', manual: '', closed: '' };

beforeAll(async () => {
  cw = await openWorkspace();
  const create = async (...args: string[]) => (await cw.ask<TaskView>('task', 'create', ...args)).id;
  ids.login = await create('Fix the "login"; $(touch pwned)');
  ids.manual = await create('Say so in the manual', '--label', 'two words');
  ids.closed = await create('Done before');
  await cw.ask('task', 'close', ids.closed);
  await cw.ask('agent', 'register', 'nightly');
  await cw.ask('backup', 'create');
  const bin = join(cw.userHome, 'bin');
  await mkdir(bin);
  await writeFile(join(bin, 'cw'), `#!/bin/sh\nexec '${program()}' "$@"\n`);
  await chmod(join(bin, 'cw'), 0o755);
  env = { ...cw.env, CW_HOME: cw.home, PATH: `${bin}:${cw.env.PATH}` };
});
afterAll(() => cw[Symbol.asyncDispose]());

/** What real bash offers at the end of a line of these words: in the line, or (63) as the list below it. */
async function inBash(words: readonly string[], type = 9): Promise<readonly string[]> {
  const script = `source <(cw completion bash) || exit 1
    complete -p cw | grep -q -- '-F _cw' || exit 2
    COMP_WORDS=(cw "$@") COMP_CWORD=$# COMP_TYPE=${type}
    _cw
    printf '%s\\n' "\${COMPREPLY[@]}"`;
  const ran = await runCw(['-c', script, 'bash', ...words], { program: 'bash', env });
  expect(ran).toMatchObject({ code: 0, stderr: '' });
  return ran.stdout.split('\n').filter((line) => line !== '');
}

describe('bash completes', () => {
  test.each<[string, readonly string[], readonly string[]]>([
    ['commands', ['mer'], ['merge']],
    ['commands of a group', ['task', 'rel'], ['release']],
    ['commands of a group that come from elsewhere', ['task', 'canc'], ['cancel']],
    ['commands of a group within one', ['task', 'dep', 'rem'], ['remove']],
    ['short forms', ['stal'], ['stale']],
    ['options', ['task', 'list', '--needs'], ['--needs-breakdown']],
    ['options of short forms', ['ls', '--revers'], ['--reverse']],
    ['no option twice', ['task', 'list', '--reverse', '--revers'], []],
    ['choices', ['task', 'count', '--by', 'pri'], ['priority']],
    ['choices behind =', ['task', 'count', '--by', '=', 'pri'], ['priority']],
    ['choices of arguments', ['completion', 'f'], ['fish']],
    ['priorities', ['task', 'update', 'x', '-p', 'P0'], ['P0']],
    ['labels, as the shell wants them', ['task', 'list', '--label', 'two'], ['two\\ words']],
    ['labels to add', ['label', 'add', 'x', 'two'], ['two\\ words']],
    ['commands to be helped with', ['help', 'task', 'rel'], ['release']],
    ['agents by name', ['agent', 'show', 'nig'], ['nightly']],
    ['backups by name', ['backup', 'restore', 'lat'], ['latest']],
    ['nothing where there is nothing', ['task', 'frobnicate', 'x'], []],
    ['behind options of every command', ['--home', '/nowhere', 'task', 'sho'], ['show']],
  ])('%s', async (_what, words, wanted) => {
    expect(await inBash(words)).toEqual(wanted);
  });

  test('ids of tasks, in the form in which they are begun', async () => {
    expect([...(await inBash(['task', 'show', '']))].sort()).toEqual(Object.values(ids).sort());
    expect(await inBash(['show', ids.login.slice(0, 9)])).toEqual([ids.login]);
    expect(await inBash(['show', ids.login.slice(3, 9)])).toEqual([ids.login.slice(3)]);
    expect(await inBash(['task', 'dep', 'add', ids.login, '--needs', ids.manual.slice(0, 9)])).toEqual([ids.manual]);
    expect(await inBash(['task', 'reopen', ''])).toEqual([ids.closed]);
    expect([...(await inBash(['task', 'cancel', '']))].sort()).toEqual([ids.login, ids.manual].sort());
    expect([...(await inBash(['close', ids.login, '']))].sort()).toEqual([ids.login, ids.manual].sort());
  });

  test('a list of ids with their titles, of which nothing is run', async () => {
    const told = await inBash(['task', 'close', ''], 63);
    expect([...told].sort()).toEqual(
      [`${ids.login}  (P2 Fix the "login"; $(touch pwned))`, `${ids.manual}  (P2 Say so in the manual)`].sort(),
    );
  });

  test('files where a path is wanted, by itself', async () => {
    expect(await inBash(['task', 'import', ''])).toEqual([]);
    expect((await cw.run(['__complete', 'task', 'import', ''])).stdout).toBe(':files\n');
  });
});

test('where there is no workspace, or one that cannot be read, ids are not offered and nothing is made', async () => {
  const home = join(cw.userHome, 'none');
  expect(await cw.run(['__complete', 'task', 'show', '', '--home', home])).toMatchObject({ code: 0, stderr: '' });
  const none = await cw.run(['__complete', 'task', 'show', ''], { env: { ...env, CW_HOME: home } });
  expect(none).toMatchObject({ code: 0, stdout: '', stderr: '' });
  await mkdir(home);
  await writeFile(join(home, 'cw.db'), 'no database');
  const broken = await cw.run(['__complete', 'task', 'show', ''], { env: { ...env, CW_HOME: home } });
  expect(broken).toMatchObject({ code: 0, stdout: '', stderr: '' });
});

test.each(['bash', 'zsh', 'fish'])('the script for %s is printed, and asks for what there is', async (shell) => {
  const ran = await cw.run(['completion', shell]);
  expect(ran).toMatchObject({ code: 0, stderr: '' });
  expect(ran.stdout).toContain('cw __complete');
  const { script } = await cw.ask<{ script: string }>('completion', shell);
  expect(ran.stdout).toBe(script);
});

test('a shell that it has no script for is refused, with the nearest', async () => {
  const { code, error } = await cw.refusal(['completion', 'zhs']);
  expect(code).toBe(2);
  expect(error.hint).toMatch(/^Did you mean zsh\?/);
});
