import { describe, expect, test } from 'vitest';
import { createClaudeReader } from '../../providers/claude/stream.ts';
import type { Fact, PlacedFact, StreamReader } from './facts.ts';
import { logEntries } from './log-entries.ts';
import { advance, countsOf, emptyTrace } from './run-trace.ts';
import { createTextReader } from './stream-reader.ts';

const limit =
  '{"type":"rate_limit_event","rate_limit_info":{"status":"allowed","resetsAt":1,"rateLimitType":"five_hour"}}';
const said = (text: string) =>
  JSON.stringify({ type: 'assistant', message: { id: 'm1', model: 'opus', content: [{ type: 'text', text }] } });

function deepCall(depth: number): string {
  const deep = `${'['.repeat(depth)}${']'.repeat(depth)}`;
  return `{"type":"assistant","message":{"id":"m","usage":{},"content":[{"type":"tool_use","name":"Bash","input":{"command":${deep}}}]}}`;
}

function readAll(reader: StreamReader, ...chunks: (string | Uint8Array)[]): PlacedFact[] {
  const facts = chunks.flatMap((chunk) => reader.push(typeof chunk === 'string' ? Buffer.from(chunk) : chunk));
  return [...facts, ...reader.end()];
}

const texts = (facts: readonly PlacedFact[]) =>
  facts.map(({ fact }) =>
    fact.kind === 'assistant' ? fact.blocks.map((b) => 'text' in b && b.text).join() : fact.kind,
  );

describe("Claude's stream", () => {
  test('is read the same in whatever pieces it comes', () => {
    const bytes = Buffer.from(`${said('grüße')}\n${limit}\r\n\n${said('二')}\n`);
    const whole = readAll(createClaudeReader(), bytes);
    const single = createClaudeReader();
    const oneByOne = readAll(single, ...Array.from(bytes, (byte) => Uint8Array.of(byte)));
    expect(oneByOne).toEqual(whole);
    expect(texts(whole)).toEqual(['grüße', 'limit', '二']);
    expect(single.offset()).toBe(bytes.length);
  });

  test('places each fact at the byte its line begins', () => {
    const first = said('é');
    const facts = readAll(createClaudeReader(100), `${first}\n${limit}\n`);
    expect(facts.map((placed) => placed.offset)).toEqual([100, 100 + Buffer.byteLength(first) + 1]);
  });

  test('gives out a line only when it is complete', () => {
    const reader = createClaudeReader();
    expect(reader.push(Buffer.from(said('half')))).toEqual([]);
    expect(reader.offset()).toBe(0);
    expect(texts(reader.push(Buffer.from('\n')))).toEqual(['half']);
  });

  test('keeps lines that are no events and goes on', () => {
    const facts = readAll(createClaudeReader(), `oops: not json\n{"type":"novel","x":1}\n42\n${said('on')}\n`);
    expect(facts.map(({ fact }) => fact)).toMatchObject([
      { kind: 'unknown', text: 'oops: not json', broken: true },
      { kind: 'unknown', text: '{"type":"novel","x":1}', broken: false },
      { kind: 'unknown', text: '42', broken: true },
      { kind: 'assistant' },
    ]);
  });

  test.each([3, 20, 60, 90])('mends a line into which another event was written at %d', (at) => {
    const outer = said('a "quoted" {"type":"user"} text');
    const facts = readAll(createClaudeReader(), `${outer.slice(0, at)}${limit}${outer.slice(at)}\n`);
    expect(texts(facts)).toEqual(['a "quoted" {"type":"user"} text', 'limit']);
  });

  test('mends a line that another event with its line break was written into', () => {
    const outer = said('split');
    const facts = readAll(createClaudeReader(), `${outer.slice(0, 50)}${limit}\n${outer.slice(50)}\n${said('next')}\n`);
    expect(texts(facts)).toEqual(['limit', 'split', 'next']);
  });

  test('takes several events of one line apart', () => {
    expect(texts(readAll(createClaudeReader(), `${said('1')}${limit}${said('2')}\n`))).toEqual(['1', 'limit', '2']);
  });

  test('keeps the rest of a line that nothing completes', () => {
    const facts = readAll(createClaudeReader(), `{"type":"assi${limit}\n${said('next')}\n`);
    expect(facts.map(({ fact }) => fact)).toMatchObject([
      { kind: 'limit' },
      { kind: 'unknown', text: '{"type":"assi', broken: true },
      { kind: 'assistant' },
    ]);
    expect(new Set(facts.map(({ offset, index }) => `${offset}.${index}`)).size).toBe(3);
  });

  test('reads bytes that are no UTF-8 as replacement characters', () => {
    const bytes = Buffer.concat([Buffer.from(said('a_b')), Buffer.from('\n')]);
    bytes[bytes.indexOf('_')] = 0xff;
    expect(texts(readAll(createClaudeReader(), bytes))).toEqual(['a\uFFFDb']);
  });

  test('gives out a line of 100 MB in pieces, and holds no more than one of them', () => {
    const reader = createClaudeReader();
    const chunk = Buffer.alloc(1024 * 1024, 'x');
    const pieces = Array.from({ length: 100 }, () => reader.push(chunk)).flat();
    expect(pieces.length).toBe(12);
    expect(reader.offset()).toBe(96 * 1024 * 1024);
    const [last, after] = readAll(reader, `\n${said('after')}\n`);
    expect([...pieces, last]).toEqual(
      Array.from({ length: 13 }, () => expect.objectContaining({ fact: expect.objectContaining({ broken: true }) })),
    );
    expect(JSON.stringify(pieces).length).toBeLessThan(50_000);
    expect(after).toMatchObject({ fact: { kind: 'assistant' }, offset: 100 * 1024 * 1024 + 1 });
  });

  test.each([
    ['nothing but beginnings of events', `${'{"type":"user",'.repeat(500_000)}`],
    ['what is nested without end', `{"type":"novel","x":${'['.repeat(200_000)}${']'.repeat(200_000)}}`],
    ['a tool call that is nested without end', deepCall(200_000)],
  ])('survives %s', (_, line) => {
    const facts = readAll(createClaudeReader(), `${line}\n${said('on')}\n`);
    expect(facts).toHaveLength(2);
    expect(texts(facts)[1]).toBe('on');
    for (const placed of facts) logEntries(placed);
    countsOf(facts.reduce((trace, { fact }) => advance(trace, fact), emptyTrace));
  });

  test('takes no piece of a line that is too long for an event', () => {
    const filler = 'x'.repeat(8 * 1024 * 1024);
    expect(texts(readAll(createClaudeReader(), `${filler}${said('not said')}\n${said('said')}\n`))).toEqual([
      'unknown',
      'unknown',
      'said',
    ]);
  });

  test('reads what a run that was cut off left behind', () => {
    expect(texts(readAll(createClaudeReader(), `${said('1')}\n${said('2').slice(0, 30)}`))).toEqual(['1', 'unknown']);
  });
});

test('the output of a program that prints text is read line by line', () => {
  const facts = readAll(createTextReader(), 'one\n\n{"type":"result"}\nno end');
  const expected: Fact[] = ['one', '', '{"type":"result"}', 'no end'].map((text) => ({ kind: 'output', text }));
  expect(facts.map(({ fact }) => fact)).toEqual(expected);
});

test('a text line that is too long is given out in pieces of 64 KiB, and nothing of it is lost', () => {
  const long = 'x'.repeat(200_000);
  const facts = readAll(
    createTextReader(),
    Buffer.from(long.slice(0, 70_000)),
    Buffer.from(`${long.slice(70_000)}\nnext`),
  );
  const read = facts.map(({ fact }) => (fact.kind === 'output' ? fact.text : ''));
  expect(read.slice(0, -1).join('')).toBe(long);
  expect(read.at(-1)).toBe('next');
});
