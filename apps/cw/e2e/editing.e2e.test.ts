import { chmod, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page, TaskView } from '@cw/tasks';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { program } from './harness/program.ts';
import { openWorkspace, type Workspace } from './harness/workspace.ts';

let cw: Workspace;
beforeAll(async () => {
  cw = await openWorkspace();
});
afterAll(() => cw[Symbol.asyncDispose]());

/** An editor that is a script: `$1` is the file. */
async function editor(name: string, script: string): Promise<string> {
  const path = join(cw.userHome, name);
  await writeFile(path, `#!/bin/sh\n${script}\n`);
  await chmod(path, 0o755);
  return path;
}

const envOf = (more: Record<string, string>) => ({ env: { ...cw.env, CW_HOME: cw.home, ...more } });
const keptIn = (hint: string | undefined) => /kept in (\S+\.md)\./.exec(hint ?? '')?.[1] ?? expect.unreachable();

test('a task and a comment are written in the editor that VISUAL or EDITOR names', async () => {
  const appends = await editor('appends', 'printf "\\nWritten by hand.\\n" >> "$1"');
  const made = await cw.runQuick(
    ['task', 'create', 'In an editor', '--edit', '-d', 'It loops.', '--json'],
    envOf({ EDITOR: appends }),
  );
  expect(made.code).toBe(0);
  const [task] = (await cw.tasks()).filter(({ title }) => title === 'In an editor');
  const id = task?.id ?? expect.unreachable();
  expect((await cw.task(id)).description).toBe('It loops.\n\n\nWritten by hand.');

  const renames = await editor('renames', '[ "$1" = --wait ] && sed -i "s/In an editor/Renamed/" "$2"');
  const env = envOf({ VISUAL: `${renames} --wait`, EDITOR: 'false' });
  expect((await cw.runQuick(['edit', id, '--edit'], env)).stdout).toMatch(/^Updated tk_\w+ {2}Renamed/);
  expect((await cw.runQuick(['edit', id, '--edit'], envOf({ EDITOR: 'true' }))).stdout).toMatch(/^Nothing changed in /);

  const said = await editor('said', 'echo "By hand." > "$1"');
  expect((await cw.runQuick(['comment', id, '--edit'], envOf({ EDITOR: said }))).code).toBe(0);
  const { items } = await cw.ask<Page<{ text: string }>>('task', 'comments', id);
  expect(items.map(({ text }) => text)).toEqual(['By hand.']);
});

test('an editor that fails, or leaves nothing, changes nothing, and what was typed is kept in a file that is named', async () => {
  const task = await cw.ask<TaskView>('task', 'create', 'Stays', '-d', 'As it is.');
  const fails = await editor('fails', 'echo "half a thought" >> "$1"; exit 3');
  const empties = await editor('empties', ': > "$1"');
  for (const [program, code, text] of [
    [fails, 'edit.failed', /half a thought/],
    [empties, 'edit.empty', /^$/],
  ] as const) {
    for (const line of [
      ['task', 'update', task.id],
      ['task', 'comment', task.id],
      ['task', 'create'],
    ]) {
      const { error } = await cw.refusal([...line, '--edit'], envOf({ EDITOR: program }));
      expect(error).toMatchObject({ code, message: expect.stringContaining('Nothing was changed.') });
      const file = keptIn(error.hint);
      expect(await readFile(file, 'utf8')).toMatch(text);
      expect((await stat(file)).mode & 0o777).toBe(0o600);
    }
  }
  expect(await cw.task(task.id)).toMatchObject({ title: 'Stays', description: 'As it is.', revision: task.revision });
});

test('a text that is refused, or that somebody else has overtaken, is kept too', async () => {
  const task = await cw.ask<TaskView>('task', 'create', 'Overtaken');
  const long = await editor('long', 'head -c 3000 /dev/zero | tr "\\0" x > "$1"');
  const { error } = await cw.refusal(['task', 'create', '--edit'], envOf({ EDITOR: long }));
  expect((await stat(keptIn(error.hint))).size).toBe(3000);

  const other = await editor('other', `echo "Mine" > "$1"; "$CW" task update ${task.id} --title Theirs >/dev/null`);
  const stale = await cw.refusal(['task', 'update', task.id, '--edit'], envOf({ EDITOR: other, CW: program() }));
  expect(stale.error.code).toBe('task.stale');
  expect(await readFile(keptIn(stale.error.hint), 'utf8')).toBe('Mine\n');
  expect((await cw.task(task.id)).title).toBe('Theirs');
});

test('without an editor and without a terminal it says how to set one', async () => {
  const { error, code } = await cw.refusal(['task', 'create', '--edit']);
  expect({ code, error }).toMatchObject({
    code: 69,
    error: { code: 'edit.no-editor', hint: expect.stringContaining('EDITOR=') },
  });
});
