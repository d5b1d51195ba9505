import { expect, test } from 'vitest';
import { shellLine } from './shell-words.ts';

test('the line is one that a shell reads as it is meant', () => {
  const byHand = { argv: ['claude', '--resume', 'a-1'], env: { CLAUDE_CONFIG_DIR: '/home/ada/my $claude' } };
  expect(shellLine("/w/it's", byHand)).toBe(
    `cd '/w/it'\\''s' && CLAUDE_CONFIG_DIR='/home/ada/my $claude' claude --resume a-1`,
  );
  expect(shellLine(null, { argv: ['claude'], env: {} })).toBe('claude');
});
