import { describe, expect, test } from 'vitest';
import { changingTools, exitIn, readClaudeTool } from './tools.ts';

describe('a call of a tool of Claude Code', () => {
  test.each([
    ['Bash', { description: 'x', command: 'ls  -la\n' }, 'shell', 'ls -la'],
    ['Edit', { file_path: '/a', old_string: 'a', new_string: 'b' }, 'edit', '/a'],
    ['MultiEdit', { file_path: '/a', edits: [] }, 'edit', '/a'],
    ['NotebookEdit', { cell_id: 'c', notebook_path: '/n', new_source: 'x' }, 'edit', '/n'],
    ['Write', { content: 'x', file_path: '/a' }, 'write', '/a'],
    ['Read', { file_path: '/a' }, 'read', '/a'],
    ['Grep', { path: '/a', pattern: 'x.y' }, 'search', 'x.y'],
    ['Glob', { pattern: '**' }, 'search', '**'],
    ['WebSearch', { query: 'why' }, 'search', 'why'],
    ['WebFetch', { prompt: 'p', url: 'https://a.example' }, 'fetch', 'https://a.example'],
    ['Task', { prompt: 'p', description: 'Look' }, 'task', 'Look'],
    ['Skill', { args: 'a', skill: 'pdf' }, 'other', 'pdf'],
    ['mcp__x__y', { a: 1, b: 'text', c: 'more' }, 'other', 'text'],
    ['constructor', null, 'other', ''],
  ])('%s with %j is of the kind %s and told by %s', (name, input, kind, line) => {
    expect(readClaudeTool(name, input)).toMatchObject({ kind, line });
  });

  test('that runs a command has beside it what changes what the command does', () => {
    const input = { command: 'npm test', description: 'Test', timeout: 1, run_in_background: true, sandbox: false };
    expect(readClaudeTool('Bash', input)).toMatchObject({
      subject: 'npm test',
      purpose: 'Test',
      beside: { sandbox: false },
    });
  });

  test('that changes a file tells each change, and of a cell only what it becomes', () => {
    const edits = [
      { old_string: 'a', new_string: 'b' },
      { old_string: 'c', new_string: '' },
    ];
    expect(readClaudeTool('MultiEdit', { file_path: 'f', edits }).changes).toEqual([
      { before: 'a', after: 'b' },
      { before: 'c', after: '' },
    ]);
    expect(
      readClaudeTool('Edit', { file_path: 'f', old_string: 'a', new_string: 'b', replace_all: true }),
    ).toMatchObject({
      subject: 'f',
      path: 'f',
      changes: [{ before: 'a', after: 'b' }],
      beside: { replace_all: true },
    });
    expect(readClaudeTool('NotebookEdit', { notebook_path: 'n', new_source: 'x' }).changes).toEqual([
      { before: null, after: 'x' },
    ]);
    expect(readClaudeTool('Write', { file_path: 'f', content: 'x' }).changes).toEqual([{ before: '', after: 'x' }]);
    expect(changingTools).toEqual(['Edit', 'MultiEdit', 'NotebookEdit', 'Write']);
  });

  test('of an unexpected shape breaks nothing', () => {
    expect(readClaudeTool('Edit', null)).toMatchObject({ subject: '', changes: [{ before: '', after: '' }] });
    expect(readClaudeTool('MultiEdit', { edits: 'x' }).changes).toEqual([{ before: '', after: '' }]);
    expect(readClaudeTool('Bash', { command: ['ls'] })).toMatchObject({ subject: '', line: '' });
  });

  test('that asks its person tells the questions, and another asks nothing', () => {
    const questions = [{ question: 'Red?', multiSelect: true, options: [{ label: 'Yes' }, 'no'] }, 7];
    expect(readClaudeTool('AskUserQuestion', { questions }).asks).toEqual([
      { question: 'Red?', several: true, options: [{ label: 'Yes', description: '' }] },
    ]);
    expect(readClaudeTool('AskUserQuestion', {}).asks).toEqual([]);
    expect(readClaudeTool('Bash', { questions }).asks).toBeNull();
  });
});

test.each([
  ['Exit code 2\nboom', { code: 2, length: 12 }],
  ['Error: Exit code 127', { code: 127, length: 20 }],
  ['Exit codes are fun', null],
])('the exit code in “%s” is %j', (text, exit) => expect(exitIn(text)).toEqual(exit));
