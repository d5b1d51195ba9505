import { readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { TaskView } from '@cw/tasks';
import { tempDir } from '@cw/testkit';
import { describe, expect, test } from 'vitest';
import { openWorkspace } from '../harness/workspace.ts';

const sample = fileURLToPath(new URL('sample.jsonl', import.meta.url));

describe('what is exported', () => {
  test.each(['beads', 'json'])(
    'as %s makes the same tasks elsewhere, and the same bytes from there',
    async (format) => {
      await using dir = await tempDir();
      await using here = await openWorkspace();
      await using there = await openWorkspace();
      await here.ask('task', 'import', sample);
      const made = await here.ask<TaskView>('task', 'create', 'שלום 👩‍💻', '--script', 'touch x', '--label', 'ü');
      const file = join(dir.path, 'out');
      expect(await here.ask('task', 'export', file, '--format', format)).toMatchObject({ format, tasks: 7, file });
      expect(await there.ask('task', 'import', file)).toMatchObject({ created: 7, skipped: 0 });
      const moved = await there.ask<TaskView>('task', 'show', made.id);
      expect(moved).toMatchObject({ title: made.title, script: null, metadata: { imported: { script: 'touch x' } } });
      const [child, before] = await Promise.all(
        [there, here].map((cw) => cw.ask<TaskView>('task', 'show', 'shop-1.1')),
      );
      expect({ ...child, ready: null, state: null }).toEqual({ ...before, ready: null, state: null });
      const again = join(dir.path, 'again');
      await there.ask('task', 'export', again, '--format', format);
      await using third = await openWorkspace();
      await third.ask('task', 'import', again);
      await third.ask('task', 'export', file, '--format', format);
      expect(await readFile(file, 'utf8')).toBe(await readFile(again, 'utf8'));
    },
  );

  test('is whole on standard output, in a pipe and in an envelope', async () => {
    await using cw = await openWorkspace();
    await cw.ask('task', 'import', sample);
    const { stdout } = await cw.runQuick(['task', 'export']);
    expect(
      stdout
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line).id),
    ).toEqual([...['shop-1', 'shop-1.1', 'shop-1.2', 'shop-2', 'shop-3', 'shop-4']]);
    expect(await cw.ask('task', 'export')).toEqual({ format: 'beads', file: null, tasks: 6, content: stdout });
    expect((await cw.runQuick(['task', 'export', '--quiet'])).stdout).toMatch(/^(tk_[0-9a-z]{12}\n){6}$/);
    expect((await cw.runQuick(['task', 'import', '-', '--quiet'], { input: stdout })).stdout).toBe('');
  });

  test('replaces a file whole or leaves it, follows a link, and leaves nothing beside it', async () => {
    await using dir = await tempDir();
    await using cw = await openWorkspace();
    await cw.ask('task', 'import', sample);
    const [file, link] = [join(dir.path, 'tasks.jsonl'), join(dir.path, 'link')];
    await writeFile(file, 'old', { mode: 0o600 });
    await symlink(file, link);
    await cw.ask('task', 'export', '-o', link);
    expect((await readFile(file, 'utf8')).split('\n')).toHaveLength(7);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect((await readdir(dir.path)).sort()).toEqual(['link', 'tasks.jsonl']);
    for (const place of [join(dir.path, 'none', 'x'), dir.path, join(file, 'x'), '/dev/full']) {
      const { error } = await cw.refusal(['task', 'export', place]);
      expect(error).toMatchObject({ code: 'output.unwritable', message: expect.stringContaining(place) });
    }
  });
});

describe('what is imported', () => {
  test.each([
    ['cut off', (lines: string) => lines.slice(0, -20), 8],
    ['of the wrong kind', (lines: string) => lines.replace('"priority":3', '"priority":"high"'), 6],
    ['no text', () => Buffer.from([0x1f, 0x8b, 0xff, 0x00, 0xfe]), 1],
  ])('from a file that is %s is nothing, and the line is named', async (_, spoil, line) => {
    await using cw = await openWorkspace();
    const input = spoil((await readFile(sample, 'utf8')).trimEnd());
    const { code, error } = await cw.refusal(['task', 'import', '-'], { input });
    expect(code).toBe(1);
    expect(error).toMatchObject({ code: 'import.invalid', message: expect.stringMatching(`^Line ${line} `) });
    expect(await cw.ask('task', 'list', '--all')).toMatchObject({ total: 0 });
  });

  test('in part is what can be read, and the rest is told with its line', async () => {
    await using cw = await openWorkspace();
    const input = `{"id":7}\n${await readFile(sample, 'utf8')}`;
    const ran = await cw.runQuick(['task', 'import', '-', '--partial', '--dry-run'], { input });
    expect(ran.stdout).toMatch(
      /^6 created, .* 1 could not be read \(dry run: nothing was written\)\nbad {2}line 1: "id" must be a string\n/,
    );
    expect(await cw.ask('task', 'list', '--all')).toMatchObject({ total: 0 });
    expect((await cw.runQuick(['task', 'import', '-', '--partial'], { input })).code).toBe(0);
    expect(await cw.ask('task', 'list', '--all')).toMatchObject({ total: 6 });
  });

  test('takes little memory, however long its file is', async () => {
    await using dir = await tempDir();
    await using cw = await openWorkspace();
    const long = 'x'.repeat(50_000);
    const peak = async (count: number): Promise<number> => {
      const file = join(dir.path, 'long.jsonl');
      await writeFile(
        file,
        Array.from({ length: count }, (_, n) => `${JSON.stringify({ id: `l-${n}`, title: 'x', description: long })}\n`),
      );
      const used = join(dir.path, 'used');
      const hook = join(dir.path, 'hook.cjs');
      await writeFile(
        hook,
        `process.on('exit',()=>require('fs').writeFileSync('${used}',String(process.resourceUsage().maxRSS)))`,
      );
      const ran = await cw.run(['task', 'import', file, '--dry-run'], {
        env: { ...cw.env, CW_HOME: cw.home, NODE_OPTIONS: `--require=${hook}` },
      });
      expect(ran.stdout).toMatch(new RegExp(`^${count} created`));
      return Number(await readFile(used, 'utf8')) / 1024;
    };
    // Of 140 MB more, at most half is in memory at any time: when it is cleared is up to Node.
    expect(await peak(3200)).toBeLessThan((await peak(400)) + 70);
  });
});
