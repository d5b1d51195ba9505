import { expect, test } from 'vitest';
import { ruleWarning, ruleWords } from './rule-words.ts';

test('a rule is told in a line, with nothing hidden in it', () => {
  expect(ruleWords({ tool: 'Bash', pattern: 'npm test*' })).toBe('Bash: npm test*');
  expect(ruleWords({ tool: 'Bash', pattern: 'ls \u202e' })).toBe('Bash: ls ⟨U+202E⟩');
  expect(ruleWords({ tool: 'WebFetch', pattern: null })).toBe('WebFetch, any call');
});

test.each([
  ['shell', null, true],
  ['shell', '*', true],
  ['shell', ' ** ', true],
  ['shell', '', false],
  ['shell', 'npm *', false],
  ['edit', null, true],
  ['write', '*', true],
  ['edit', 'docs/*', false],
  ['fetch', null, false],
  [undefined, null, false],
] as const)('of a rule of %s for %j a person is warned: %j', (kind, pattern, warned) => {
  expect(ruleWarning(kind, pattern) !== undefined).toBe(warned);
});
