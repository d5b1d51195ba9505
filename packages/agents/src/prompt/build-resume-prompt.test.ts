import { expect, test } from 'vitest';
import { buildResumePrompt } from './build-resume-prompt.ts';

const task = { id: 'tk_a', title: 'Greet\nin French', description: 'Say bonjour.', acceptance: 'The test passes.' };
const before = { outcome: 'failed', reason: "The account's usage limit is reached." } as const;
const checkpoint = { sequence: 2, type: 'progress', text: 'Half done.', files: ['a.txt'], commit: 'abc' };

test('tells why the work stopped, where it goes on, what a person says, and the task as it is now', () => {
  const text = buildResumePrompt({ task, branch: 'cw-task/x', before, checkpoints: [checkpoint], note: 'Use vous.' });
  expect(text).toMatch(/^# Task tk_a: Greet in French\n/);
  expect(text).toContain("Your work on this task stopped: The account's usage limit is reached.");
  expect(text).toContain('`cw-task/x`');
  expect(text).toContain('## Said for this attempt\n\nUse vous.');
  expect(text).toContain('Say bonjour.\n\nDone means: The test passes.');
  expect(text).toContain('- 2, progress: Half done. (commit abc, a.txt)');
  expect(text).toContain('## How to answer');
});

test('leaves out what there is none of', () => {
  const bare = { ...task, description: '', acceptance: '' };
  const lost = { outcome: 'lost', reason: null } as const;
  const text = buildResumePrompt({ task: bare, branch: 'b', before: lost, checkpoints: [], note: null });
  expect(text).toContain('stopped: it ended as lost');
  expect(text.match(/^## .*/gm)).toEqual(['## How to answer']);
});
