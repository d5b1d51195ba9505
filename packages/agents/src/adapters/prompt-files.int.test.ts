import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TempDir, tempDir } from '@cw/testkit';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { inputText, listInputs, readInput, readInputText, readPrompt, writePrompt } from './prompt-files.ts';

let root: TempDir;
beforeEach(async () => {
  root = await tempDir();
});
afterEach(() => root.remove());

const write = (name: string, content: string | Uint8Array) => writeFileSync(join(root.path, name), content);

describe('an input of a run', () => {
  test('is text, or recognised as binary', () => {
    write('a.md', 'grüße');
    write('b.png', Uint8Array.of(1, 0, 2));
    write('c.bin', Uint8Array.of(0xff, 0xfe, 0x41));
    expect(inputText(readInput(root.path, 'a.md'))).toBe('grüße');
    expect(readInput(root.path, 'b.png')).toMatchObject({ binary: true, bytes: 3, note: null });
    expect(inputText(readInput(root.path, 'c.bin'))).toBeUndefined();
  });

  test('that cannot be given says why', () => {
    mkdirSync(join(root.path, 'folder'));
    write('large', 'x'.repeat(500_001));
    symlinkSync('/etc/hostname', join(root.path, 'link'));
    expect(readInput(root.path, 'none').note).toBe('The file is missing.');
    expect(readInput(root.path, 'folder').note).toBe('This is not a file.');
    expect(readInput(root.path, 'large')).toMatchObject({ note: 'Larger than 500 kB.', bytes: 500_001, content: null });
    expect(readInput(root.path, 'link').note).toBe('The file lies outside the worktree.');
    expect(readInput(root.path, '../../etc/hostname').content).toBeNull();
  });
});

describe('what a run was given', () => {
  test('is kept as it was, sorted by name, with what was missing', () => {
    write('b.md', 'b');
    write('a.bin', Uint8Array.of(0));
    const dir = join(root.path, 'log');
    writePrompt(
      dir,
      'the prompt',
      ['none.md', 'b.md', 'a.bin'].map((name) => readInput(root.path, name)),
    );
    expect(readPrompt(dir)).toBe('the prompt');
    expect(listInputs(dir)).toEqual([
      { name: 'a.bin', bytes: 1, binary: true, note: null },
      { name: 'b.md', bytes: 1, binary: false, note: null },
      { name: 'none.md', bytes: 0, binary: false, note: 'The file is missing.' },
    ]);
    expect(readInputText(dir, 'b.md')?.text).toBe('b');
    expect(readInputText(dir, 'a.bin')?.text).toBeNull();
    expect(readInputText(dir, '../PROMPT.md')).toBeUndefined();
  });

  test('is replaced whole when the step is repeated', () => {
    const dir = join(root.path, 'log');
    write('a.md', 'a');
    writePrompt(dir, 'first', [readInput(root.path, 'a.md')]);
    writePrompt(dir, 'second', []);
    expect(readPrompt(dir)).toBe('second');
    expect(listInputs(dir)).toEqual([]);
  });

  test('is nothing before its prompt is written', () => {
    expect(readPrompt(root.path)).toBeUndefined();
    expect(listInputs(root.path)).toEqual([]);
  });

  test('is cut at 1 MB of prompt, and says so', () => {
    writePrompt(root.path, 'x'.repeat(1_500_000), []);
    expect(readPrompt(root.path)).toMatch(/x\n\n\(Cut here: the prompt has 1500000 bytes.\)\n$/);
  });
});
