import { expect, test } from 'vitest';
import { harmless } from './harmless.ts';

test.each([
  ['plain text\n\twith a tab\r\nand lines', 'plain text\n\twith a tab\nand lines'],
  ['\u001b[31mred\u0007', '␛[31mred␇'],
  ['rm -rf \u202e/tmp/x', 'rm -rf ⟨U+202E⟩/tmp/x'],
  ['zero\u200bwidth\ufeff', 'zero⟨U+200B⟩width⟨U+FEFF⟩'],
  ['del\u007f c1\u009b', 'del␡ c1⟨U+009B⟩'],
  ['Grüße 日本 👩‍👧', 'Grüße 日本 👩‍👧'],
])('%j is shown as %j', (text, shown) => {
  expect(harmless(text)).toBe(shown);
});
