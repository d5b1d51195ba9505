import { expect, test } from 'vitest';
import { diffCounts, diffLines } from './diff-lines.ts';

const show = (before: string, after: string) =>
  diffLines(before, after).map(
    (line) => line.sign + line.spans.map((span) => (span.changed ? `[${span.text}]` : span.text)).join(''),
  );

test('a changed line shows the words that changed', () => {
  expect(show('const a = load(1);', 'const a = save(1);')).toEqual(['-const a = [load](1);', '+const a = [save](1);']);
});

test('lines that have nothing in common are marked as a whole', () => {
  expect(show('alpha beta', 'x = 1')).toEqual(['-alpha beta', '+x = 1']);
});

test('only three lines around a change are shown', () => {
  const lines = Array.from({ length: 20 }, (_, index) => `line ${index}`);
  const changed = lines.with(10, 'other');
  const diff = diffLines(lines.join('\n'), changed.join('\n'));
  expect(diff).toHaveLength(8);
  expect(diff[0]).toMatchObject({ before: 8, after: 8 });
});

test('a new file is all added', () => {
  expect(diffCounts(diffLines('', 'a\nb\n'))).toEqual({ added: 2, removed: 0 });
});

test('moved text costs no more than its own lines', () => {
  expect(diffCounts(diffLines('a\nb\nc\nd', 'b\nc\nd\na'))).toEqual({ added: 1, removed: 1 });
});

test('equal texts have no lines to show', () => {
  expect(diffLines('a\nb', 'a\nb')).toEqual([]);
});

test('texts too long to compare are shown as removed and added', () => {
  const many = (word: string) => Array.from({ length: 600 }, (_, index) => `${word} ${index}`).join('\n');
  expect(diffCounts(diffLines(many('a'), many('b')))).toEqual({ added: 600, removed: 600 });
});
