import { describe, expect, test } from 'vitest';
import { estimateTokens, fit } from './budget.ts';
import { buildPrompt } from './build-prompt.ts';
import type { PromptInput } from './prompt-input.ts';

const input: PromptInput = {
  task: {
    id: 'tk_1',
    title: 'Greet\nin French',
    description: 'Say bonjour.',
    acceptance: 'A test says so.',
    design: 'A table.',
    files: ['src/greet', 'docs/*.md'],
  },
  plan: { goal: 'Polite.', approach: 'By hand.', alternatives: 'A service', steps: ['Look', 'Write'], files: ['a.js'] },
  checkpoints: [{ sequence: 3, type: 'progress', text: 'The table\nis there', files: ['t.js'], commit: 'abc123' }],
  parents: [{ id: 'tk_0', title: 'Languages', description: 'All of them.' }],
  project: { name: 'hello', goal: 'Be polite.', constraints: ['No new packages', 'Node 20'] },
  branch: 'cw-task/tk_1/greet',
  files: [{ name: 'AGENTS.md', text: 'Use tabs.' }],
  dependencies: [{ id: 'tk_2', title: 'Set up', outcome: 'done', summary: 'Made the package.' }],
  comments: [{ author: 'ada', text: 'Mind the accent.' }],
  attempts: [{ attempt: 1, outcome: 'failed', reason: 'It did not build.', summary: null }],
  handedOver: false,
  note: null,
  tools: true,
  sandboxed: false,
  privateNetwork: null,
};

describe('the prompt of a worker', () => {
  test('holds the task, its surroundings, the rules and the form of the answer', () => {
    const { text, shortened } = buildPrompt(input);
    for (const part of [
      '# Task tk_1: Greet in French',
      'Say bonjour.',
      'A test says so.',
      '- `src/greet`\n- `docs/*.md`',
      '## Design\n\nA table.',
      '## Approved plan\n\nPolite.\n\nBy hand.\n\nNot this way: A service\n\n1. Look\n2. Write\n\nFiles it touches: `a.js`',
      '- 3, progress: The table is there (commit abc123, t.js)',
      '- No new packages\n- Node 20',
      'Be polite.',
      '- Attempt 1 ended as failed: It did not build.',
      '- tk_2: Set up (done). Made the package.',
      '- ada: Mind the accent.',
      '### tk_0: Languages',
      '## From the file AGENTS.md\n\nUse tabs.',
      'on the branch `cw-task/tk_1/greet`',
      'Do not push',
      'needs-input',
      '`followUps`',
    ]) {
      expect(text).toContain(part);
    }
    expect(shortened).toEqual([]);
  });

  test('leaves out what there is nothing to say about', () => {
    const bare = {
      ...input,
      task: { ...input.task, acceptance: '', design: '', files: [] },
      plan: null,
      checkpoints: [],
      comments: [],
      parents: [],
    };
    const { text } = buildPrompt({ ...bare, tools: false });
    expect(text).not.toMatch(/## (Done means|Design|Files|Approved plan|Checkpoints|Comments|Part of)/);
    expect(text).not.toContain('`cw` tools');
    expect(text).not.toContain('sandbox');
  });

  test('says what a sandbox leaves to it', () => {
    const { text } = buildPrompt({ ...input, sandboxed: true });
    expect(text).toMatch(/You are in a sandbox: only this directory\s+and `\/tmp`/);
    expect(text).not.toContain('network is private');
    const walled = { ...input, sandboxed: true };
    expect(buildPrompt({ ...walled, privateNetwork: [] }).text).toMatch(
      /The network is private: .*\s.* your model, and nothing else;/,
    );
    const { text: listed } = buildPrompt({ ...walled, privateNetwork: ['a.example', '*.b.example:8443'] });
    expect(listed).toContain('you reach your model and a.example, *.b.example:8443;');
    // A setting that nothing asks for says nothing.
    expect(buildPrompt({ ...input, privateNetwork: [] }).text).not.toContain('network is private');
  });

  test('stays within its budget by cutting the least important, never the task or the rules', () => {
    const long = { ...input, files: [{ name: 'AGENTS.md', text: 'long line\n'.repeat(50_000) }] };
    const { text, tokens, shortened } = buildPrompt(long, 5000);
    expect(tokens).toBeLessThan(5200);
    expect(shortened).toEqual(['From the file AGENTS.md']);
    expect(text).toContain('(Cut here for length.)');
    expect(text).toContain('Say bonjour.');
    expect(text).toContain('How to answer');
  });

  test('is bounded even when the task itself is not', () => {
    const huge = { ...input, task: { ...input.task, description: 'x'.repeat(1_000_000) } };
    expect(buildPrompt(huge).text.length).toBeLessThan(200_000);
  });
});

describe('fitting sections into a budget', () => {
  const section = (title: string, tokens: number, required = false) => ({
    title,
    body: 'x '.repeat(tokens * 2),
    required,
  });

  test('gives room to the earlier of two that do not both fit', () => {
    const { text, shortened } = fit([section('a', 100), section('b', 100), section('c', 100, true)], 230);
    expect(shortened).toEqual(['b']);
    expect(text).not.toContain('## b');
  });

  test('keeps the required ones though they alone are too long', () => {
    const { text } = fit([section('a', 100, true), section('b', 100)], 10);
    expect(text).toContain('## a');
    expect(estimateTokens(text)).toBeLessThan(110);
  });
});
