import { describe, expect, test } from 'vitest';
import { bytesSource } from '../testing.ts';
import { fileRecords } from './file-records.ts';

/** What each record says, read in pieces of a few bytes. */
function told(content: string | Uint8Array) {
  const whole = bytesSource(Buffer.from(content));
  const source = { ...whole, read: (into: Uint8Array, at: number) => whole.read(into.subarray(0, 7), at) };
  return [...fileRecords(source)].map(({ line, member, content: bytes, problem }) =>
    [line, ...(member === undefined ? [] : [member]), problem ?? Buffer.from(bytes ?? []).toString()].join(' '),
  );
}

describe('the records of a file', () => {
  test.each<[string, string, readonly string[]]>([
    ['are its lines', '{"a":1}\n{"b":2}\n', ['1 {"a":1}', '2 {"b":2}']],
    ['need no line end after the last', 'a\r\n\nb', ['1 a\r', '2 ', '3 b']],
    ['are none where it is empty', '', []],
    ['begin after a byte order mark', '\uFEFF{"a":1}\n', ['1 {"a":1}']],
    [
      'are the members of a list',
      '\n[{"a":"],\\"["},\n {"b":[1,{}]}\n]\n',
      ['2 1 {"a":"],\\"["}', '3 2 \n {"b":[1,{}]}\n'],
    ],
    ['are none of an empty list', '[ ]', []],
    [
      'of a list that is cut off end with that',
      '[{"a":1},{"b"',
      ['1 1 {"a":1}', '1 the file ends in the middle of the list'],
    ],
    [
      'of a list with more behind it end with that',
      '[1]\n{"a":1}',
      ['1 1 1', '2 there is content after the end of the list'],
    ],
  ])('%s', (_, content, expected) => {
    expect(told(content)).toEqual(expected);
  });

  test('that are too long are told, and the next ones are read', () => {
    const long = Buffer.alloc(17 << 20, 'x');
    const content = Buffer.concat([Buffer.from('a\n'), long, Buffer.from('\nb\n')]);
    const found = [...fileRecords(bytesSource(content))].map(({ line, problem }) => [line, problem ?? 'fine']);
    expect(found).toEqual([
      [1, 'fine'],
      [2, 'it is longer than 16 MB'],
      [3, 'fine'],
    ]);
  });

  test.each(['', '['])(
    'that never end are told as soon as they are too long, and are not read on for ever (%s)',
    (start) => {
      const without = { size: Number.POSITIVE_INFINITY, read: (into: Uint8Array) => into.fill(32).length };
      const read = (into: Uint8Array, at: number) =>
        at === 0 && start !== '' ? bytesSource(Buffer.from(start)).read(into, 0) : without.read(into);
      const problems: (string | undefined)[] = [];
      for (const { problem } of fileRecords({ ...without, read })) problems.push(problem);
      expect(problems).toEqual(['it is longer than 16 MB', expect.stringContaining('nothing after that was read')]);
    },
  );
});
