import { expect, test } from 'vitest';
import { age } from './relative-time.ts';
import { shortId } from './short-id.ts';
import { cut, displayWidth, plainLine, plainText, terminalText, textTable } from './text-table.ts';

const columns = [
  { title: 'ID', value: (row: { id: string; title: string }) => row.id },
  { title: 'TITLE', value: (row: { id: string; title: string }) => row.title, flexible: true },
];

test('columns line up and the flexible one is cut to the terminal', () => {
  const text = textTable(
    columns,
    [
      { id: 'tk_1', title: 'a'.repeat(50) },
      { id: 'tk_22', title: 'short' },
    ],
    { width: 24 },
  );
  expect(text).toBe(`ID     TITLE\ntk_1   ${'a'.repeat(16)}…\ntk_22  short`);
});

test('wide characters count two columns and marks none', () => {
  expect(displayWidth('日本')).toBe(4);
  expect(displayWidth('e\u0301')).toBe(1);
  expect(cut('日本語テキスト', 6)).toBe('日本…');
});

test('nothing in a title can drive the terminal', () => {
  expect(plainLine('a\u001b[31mred\nnext\u202Eback')).toBe('a [31mred next\\u202eback');
  expect(plainText('a\u001b[31m\r\nb\tc\u2067d')).toBe('a[31m\nb\tc\\u2067d');
});

test('what nobody made plain is shown as escapes when it is printed, and colours only where there are some', () => {
  const hostile = 'a\u001b]0;x\u0007\u009b2J\rb\u202ec\u200f\n\td';
  expect(terminalText(hostile, () => true)).toBe('a\\u001b]0;x\\u0007\\u009b2J\\u000db\\u202ec\\u200f\n\td');
  expect(terminalText('\u001b[31mred\u001b[39m \u001b[8mhidden', () => true)).toBe(
    '\u001b[31mred\u001b[39m \\u001b[8mhidden',
  );
  expect(terminalText('\u001b[31mred\u001b[39m', () => false)).toBe('\\u001b[31mred\\u001b[39m');
  expect(JSON.parse(terminalText(JSON.stringify({ a: hostile }), () => false))).toEqual({ a: hostile });
});

test('an age is its largest whole unit', () => {
  const now = 1_000_000_000;
  expect([0, 1_500, 90_000, 7_200_000, 200_000_000].map((ms) => age(now - ms, now))).toEqual([
    'now',
    '1s',
    '1m',
    '2h',
    '2d',
  ]);
});

test('where there is little room an id is told in short before the title is cut, and spare columns go after that', () => {
  type Row = { id: string; title: string; type: string };
  const rows: Row[] = [{ id: 'tk_7f3kq9d2m1xa', title: 'a'.repeat(30), type: 'bug' }];
  const wide = [
    { title: 'ID', value: (row: Row) => row.id, short: (row: Row) => shortId(row.id) },
    { title: 'TITLE', value: (row: Row) => row.title, flexible: true },
    { title: 'TYPE', value: (row: Row) => row.type, spare: true },
  ];
  const at = (width: number) => textTable(wide, rows, { width }).split('\n').at(-1);
  expect(at(60)).toBe(`tk_7f3kq9d2m1xa  ${'a'.repeat(30)}  bug`);
  expect(at(50)).toBe(`7f3kq9d  ${'a'.repeat(30)}  bug`);
  expect(at(40)).toBe(`7f3kq9d  ${'a'.repeat(30)}`);
  expect(at(30)).toBe(`7f3kq9d  ${'a'.repeat(20)}…`);
});
