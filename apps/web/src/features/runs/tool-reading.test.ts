import { expect, test } from 'vitest';
import { editOf, resultNote, shellResult, shortPath } from './tool-reading.ts';

const result = (text: string, error = false) => ({ key: 'r', text, error, truncated: false, at: null });

test('the exit code of a failed command is read from its text and taken out of it', () => {
  expect(shellResult(result('Exit code 2\nboom', true))).toEqual({ text: 'boom', exit: 2 });
});

test('a command that did not fail ended with zero', () => {
  expect(resultNote('Bash', result('Exit codes are fun'))).toBe('exit 0');
});

test('a refused command has no exit code', () => {
  expect(resultNote('Bash', result('Permission denied', true))).toBe('failed');
});

test('what was read is counted', () => {
  expect([resultNote('Read', result('a\nb\n')), resultNote('Grep', result(''))]).toEqual(['2 lines', '0 hits']);
});

test('several edits of one file are one diff', () => {
  const edits = [
    { old_string: 'a', new_string: 'b' },
    { old_string: 'c', new_string: '' },
  ];
  expect(editOf('MultiEdit', { edits })?.map((line) => line.sign)).toEqual(['-', '+', '-']);
});

test('input of an unexpected shape is no edit and breaks nothing', () => {
  expect(editOf('Edit', null)).toEqual([]);
  expect(editOf('MultiEdit', { edits: 'x' })).toBeUndefined();
  expect(editOf('Read', { file_path: 'a' })).toBeUndefined();
});

test('paths lose the worktree before them', () => {
  expect(shortPath('/w/t/src/a.ts', '/w/t')).toBe('src/a.ts');
  expect(shortPath('/etc/hosts', '/w/t')).toBe('/etc/hosts');
});
