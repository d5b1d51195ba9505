import { expect, test } from 'vitest';
import { inEachText, mayHoldReason, readReason, sayerOf, sayIn, storeReason, type Why } from './reason.ts';

type Tried = { readonly code: 'tea.cold'; readonly minutes: number } | { readonly code: 'tea.gone'; readonly why: Why };

const say = sayerOf({
  tea: (reason: Tried, also) =>
    reason.code === 'tea.cold' ? `Cold for ${reason.minutes} minutes.` : `Gone: ${also(reason.why)}`,
});

test('a code keeps its facts, and a reason within it, where it is stored', () => {
  const reason = { code: 'tea.gone', why: { code: 'tea.cold', minutes: 3 } } as const;
  expect(readReason(storeReason(reason))).toEqual(reason);
  expect(say(readReason(storeReason(reason)))).toBe('Gone: Cold for 3 minutes.');
  expect(storeReason(null)).toBeNull();
});

test.each(['It is cold.', '{"code":"tea.cold","minutes":3}', ' {"code":"tea.cold"}', '', 'See cw run list'])(
  'words stay words: %j',
  (words) => {
    expect(storeReason(words)).toBe(words);
    expect(say(readReason(words))).toBe(words);
  },
);

const cold: Tried = { code: 'tea.cold', minutes: 3 };

test('words that look as a code does where it is stored become none', () => {
  const typed = storeReason(cold);
  expect(say(readReason(storeReason(String(typed))))).toBe('{"code":"tea.cold","minutes":3}');
  expect(say(readReason(storeReason(`\u001E\u001E \u001E${typed}`)))).toBe('{"code":"tea.cold","minutes":3}');
});

test('what cannot be said is told as it stands', () => {
  expect(say({ code: 'soup.cold' })).toBe('soup.cold');
  for (const code of ['constructor.x', 'toString.x', 'hasOwnProperty.x'] as const) expect(say({ code })).toBe(code);
  const strict = sayerOf({ tea: (reason: { code: 'tea.hot'; sorts: string[] }) => reason.sorts.join() });
  expect(strict({ code: 'tea.hot' })).toBe('tea.hot');
  expect(sayerOf({ tea: () => undefined as never })({ code: 'tea.new' })).toBe('tea.new');
  expect(readReason('\u001E{"code":"tea.co')).toBe('\u001E{"code":"tea.co');
  expect(readReason('\u001E7')).toBe('\u001E7');
});

test('each text of a reason can be changed, its codes stay', () => {
  const reason = { code: 'tea.gone', why: { code: 'tea.said', by: ['secret', 3] } } as const;
  expect(inEachText(reason, () => 'x')).toEqual({ code: 'tea.gone', why: { code: 'tea.said', by: ['x', 3] } });
  expect(inEachText('secret', () => 'x')).toBe('x');
});

test('reasons are said in the fields of an event that hold some', () => {
  const why = storeReason(cold);
  const metadata = { title: why, why };
  const payload = { before: { why, statusReason: why, text: why, n: 1, metadata }, list: [{ reason: why }], metadata };
  const json = JSON.stringify(payload);
  expect(mayHoldReason(json)).toBe(true);
  expect(mayHoldReason(JSON.stringify({ code: 'tea.cold' }))).toBe(false);
  expect(sayIn(JSON.parse(json), say)).toEqual({
    before: { why: 'Cold for 3 minutes.', statusReason: 'Cold for 3 minutes.', text: why, n: 1, metadata },
    list: [{ reason: why }],
    metadata,
  });
});
