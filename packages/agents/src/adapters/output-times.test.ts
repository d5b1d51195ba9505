import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { noteSeen, outputClock, readOutputTimes, withTimes } from './output-times.ts';

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'cw-times-'));
  onTestFinished(() => rmSync(made, { recursive: true }));
  return made;
}

test('a line gets the time at which it was seen, one with a time of its own keeps it', () => {
  const own = '2026-01-01T00:00:00.000Z';
  const entries = [
    { key: '0', at: null, kind: 'text', text: 'first' },
    { key: '0+1', at: null, kind: 'text', text: 'of the same line' },
    { key: '120', at: own, kind: 'text', text: 'second' },
    { key: '200', at: null, kind: 'text', text: 'not seen yet' },
  ] as const;
  const times = [
    { length: 100, at: 1_000 },
    { length: 150, at: 2_000 },
  ];
  expect(withTimes(entries, times).map((entry) => entry.at)).toEqual([
    '1970-01-01T00:00:01.000Z',
    '1970-01-01T00:00:01.000Z',
    own,
    null,
  ]);
});

test('a log whose times cannot be noted is read without them', () => {
  const gone = join(folder(), 'gone');
  const clock = outputClock(gone);
  clock.caughtUp();
  expect(() => clock.saw(4)).not.toThrow();
  expect(noteSeen(gone, 4, [])).toEqual([]);
});

test('output that lay there before anybody watched gets no time, what comes after does', () => {
  const dir = folder();
  const output = join(dir, 'output.jsonl');
  writeFileSync(output, 'old\n');
  utimesSync(output, new Date(0), new Date(0));
  const clock = outputClock(dir);
  clock.saw(4);
  expect(readOutputTimes(dir)).toEqual([]);
  clock.caughtUp();
  clock.saw(8);
  expect(readOutputTimes(dir).map(({ length }) => length)).toEqual([8]);
});
