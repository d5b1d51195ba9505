import { expect, test } from 'vitest';
import { ruleWarning, ruleWords } from './rule-words.ts';

test('a rule is told in a line, with nothing hidden in it', () => {
  expect(ruleWords({ tool: 'Bash', pattern: 'npm test*' })).toBe('Bash: npm test*');
  expect(ruleWords({ tool: 'Bash', pattern: 'ls \u202e' })).toBe('Bash: ls ⟨U+202E⟩');
  expect(ruleWords({ tool: 'WebFetch', pattern: null })).toBe('WebFetch, whatever it is');
});

test.each([
  ['Bash', null, true],
  ['Bash', '*', true],
  ['Bash', ' ** ', true],
  ['Bash', '', false],
  ['Bash', 'npm *', false],
  ['Edit', null, true],
  ['Edit', 'docs/*', false],
  ['WebFetch', null, false],
])('of a rule of %s for %j a person is warned: %j', (tool, pattern, warned) => {
  expect(ruleWarning({ tool, pattern }) !== undefined).toBe(warned);
});
