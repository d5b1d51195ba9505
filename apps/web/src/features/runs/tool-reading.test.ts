import { expect, test } from 'vitest';
import { editOf, resultNote, shellResult, shortPath, type ToolReading } from './tool-reading.ts';

const result = (text: string, error = false) => ({ key: 'r', text, error, truncated: false, at: null });
const reading = (kind: ToolReading['kind'], more: Partial<ToolReading> = {}): ToolReading => ({
  kind,
  path: null,
  changes: [],
  counts: null,
  ...more,
});

test('the exit code of a failed command is taken out of its text', () => {
  const failed = { ...result('Exit code 2\nboom', true), exit: { code: 2, length: 12 } };
  expect(shellResult(failed)).toEqual({ text: 'boom', exit: 2 });
});

test('a command that did not fail ended with zero', () => {
  expect(resultNote(reading('shell'), result('Exit codes are fun'))).toBe('exit 0');
});

test('a refused command has no exit code', () => {
  expect(resultNote(reading('shell'), result('Permission denied', true))).toBe('failed');
});

test('what was read is counted', () => {
  expect([
    resultNote(reading('read', { counts: 'lines' }), result('a\nb\n')),
    resultNote(reading('search', { counts: 'hits' }), result('')),
    resultNote(reading('search'), result('a')),
  ]).toEqual(['2 lines', '0 hits', '']);
});

test('several edits of one file are one diff', () => {
  const changes = [
    { before: 'a', after: 'b' },
    { before: 'c', after: '' },
  ];
  expect(editOf(reading('edit', { changes }))?.map((line) => line.sign)).toEqual(['-', '+', '-']);
});

test('a call that does not show what it changes is no edit to be drawn', () => {
  expect(editOf(reading('edit', { changes: [{ before: null, after: 'x' }] }))).toBeUndefined();
  expect(editOf(reading('edit'))).toEqual([]);
  expect(editOf(reading('read', { path: 'a' }))).toBeUndefined();
});

test('paths lose the worktree before them', () => {
  expect(shortPath('/w/t/src/a.ts', '/w/t')).toBe('src/a.ts');
  expect(shortPath('/etc/hosts', '/w/t')).toBe('/etc/hosts');
});
