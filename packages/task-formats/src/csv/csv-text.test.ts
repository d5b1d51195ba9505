import { expect, test } from 'vitest';
import { csvCell } from './csv-text.ts';

test.each([
  [null, ''],
  [30, '30'],
  ['plain', 'plain'],
  ['a, b', '"a, b"'],
  ['say "hi"', '"say ""hi"""'],
  ['two\nlines', '"two\nlines"'],
  ['=1+1', "'=1+1"],
  ['+49', "'+49"],
  ['-x', "'-x"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['  =1', "'  =1"],
  ['a;b', '"a;b"'],
  ['\t=1', '"\'\t=1"'],
  ['＝1', "'＝1"],
  ["'quoted'", "'quoted'"],
  [' blank', '" blank"'],
])('the cell %j is written as %s', (cell, written) => {
  expect(csvCell(cell)).toBe(written);
});
