import { expect, test } from 'vitest';
import { covers } from './model/covers.ts';
import { exactly } from './model/rule.ts';
import { tellCall } from './model/tool-call.ts';

const place = '/home/cw/worktrees/a';
const call = (tool: string, input: Record<string, unknown>) => tellCall({ tool, input, place });

test.each([
  ['Bash', 'npm test*', 'npm test --watch', true],
  ['Bash', 'npm test*', 'npm test; rm -rf ~', false],
  ['Bash', 'npm test*', 'npm test $(cat key)', false],
  ['Bash', 'npm test*', 'npm test\nrm -rf ~', false],
  ['Bash', 'npm test', 'npm test --watch', false],
  ['Bash', 'rm \\*', 'rm a', false],
  ['Bash', 'rm \\*', 'rm *', true],
  ['Bash', 'a.c', 'abc', false],
  ['Bash', null, 'whatever; it is', true],
  ['Write', 'docs/*', 'docs/a/b.md', true],
  ['Write', 'docs/*', 'src/docs/a', false],
  ['Edit', 'docs/*', 'docs/a', true],
  ['Write', '*.md', 'a/b.md', true],
  ['Write', '*.md', '/etc/b.md', false],
  ['Write', '/etc/*', '/etc/b.md', true],
  ['Read', '*', '../b', false],
  ['Bash', 'git commit -m "*"', 'git commit -m "it\'s \\"done\\""', true],
  ['Bash', 'git commit -m "*"', 'git commit -m "x" --amend -F "/etc/passwd"', false],
  ['Bash', "grep '*' a", "grep 'x' /etc/passwd 'y' a", false],
  ['Bash', 'psql * -c "select 1; select 2" *', 'psql " -c "select 1; select 2" "', false],
  ['Bash', 'npm test*', 'npm test -- -t "it\'s so"', true],
  ['Bash', 'cd * && ls', "cd ' && ls", false],
  ['WebFetch', 'https://*.a.example/*', 'https://x.y.a.example/z?q', true],
  ['WebFetch', 'https://*.a.example/*', 'https://evil.example/.a.example/', false],
  ['WebFetch', 'https://*.a.example/*', 'https://u@evil.example?.a.example/', false],
  ['WebFetch', 'https://a.example*', 'https://a.example/z', true],
  ['WebFetch', 'https://a.example*', 'https://a.example.evil.example/z', false],
  ['WebFetch', 'https://*', 'https://a.example/z', true],
  ['WebFetch', 'http://localhost:*/*', 'http://localhost:8080/z', true],
  ['WebFetch', 'http://localhost:*/*', 'http://localhost:x@evil.example/z', false],
])('a rule of %s for %s and the call “%s”: %s', (tool, pattern, argument, expected) => {
  expect(covers({ tool, pattern }, { tool, argument })).toBe(expected);
  expect(covers({ tool: 'Other', pattern }, { tool, argument })).toBe(false);
});

test.each(['rm *', 'a\\*b', 'x $(y) [z] {1} ^ | ? +', 'two\nlines', ''])(
  'what is made of “%s” covers just that',
  (text) => {
    const rule = { tool: 'Bash', pattern: exactly(text) };
    expect(covers(rule, { tool: 'Bash', argument: text })).toBe(true);
    expect(covers(rule, { tool: 'Bash', argument: `${text}x` })).toBe(false);
  },
);

test('a command is shown as it is, and remembered without the worktree it was asked in', () => {
  const told = call('Bash', { command: `cd ${place} && npm i "left-pad"`, description: 'Install it' });
  expect(told).toMatchObject({ title: 'Run: cd . && npm i "left-pad"', rule: { tool: 'Bash' } });
  expect(told.text).toBe(`Install it\n\n\`\`\`sh\ncd ${place} && npm i "left-pad"\n\`\`\``);
  const elsewhere = tellCall({ tool: 'Bash', input: { command: 'cd /b && npm i "left-pad"' }, place: '/b' });
  expect(covers(told.rule, { tool: 'Bash', argument: elsewhere.argument })).toBe(true);
});

test.each([`ls ${place}b`, `ls /backup${place}`, `ls ${place}./x`])(
  'the worktree in “%s” is part of another path, and stays',
  (command) => {
    expect(call('Bash', { command }).argument).toBe(command);
  },
);

test('what a command has set besides is shown, and no rule for the command alone covers it', () => {
  const told = call('Bash', { command: 'npm test', timeout: 1, dangerouslyDisableSandbox: true });
  expect(told.title).toContain('{"dangerouslyDisableSandbox":true}');
  expect(told.text).toContain('dangerouslyDisableSandbox');
  for (const pattern of ['npm test', 'npm test*', '*'])
    expect(covers({ tool: 'Bash', pattern }, { tool: 'Bash', argument: told.argument })).toBe(false);
  expect(covers(told.rule, { tool: 'Bash', argument: told.argument })).toBe(true);
});

test('a path that is a link is shown where it leads, and no rule for its name covers it', () => {
  const link = { file_path: `${place}/docs/a`, old_string: 'a', new_string: 'b', replace_all: true };
  const told = tellCall({ tool: 'Edit', input: link, place, target: '/etc/passwd' });
  expect(told).toMatchObject({ title: 'Change /etc/passwd', argument: '/etc/passwd' });
  expect(told.text).toContain('It is named `docs/a`, which leads there.');
  expect(told.text).toContain('{"replace_all":true}');
});

test('what cannot be seen in a command, or turns its direction, is written out, and counts for rules', () => {
  const told = call('Bash', { command: 'echo \u202Eba\u001b[8m\u200b' });
  expect(told.title).toBe('Run: echo \\u{202e}ba\\u{1b}[8m\\u{200b}');
  expect(told.text).toContain('\necho \\u{202e}ba\\u{1b}[8m\\u{200b}\n');
  expect(covers(told.rule, { tool: 'Bash', argument: 'echo ba[8m' })).toBe(false);
});

test('a change is shown as a diff, whatever it holds', () => {
  const edit = { file_path: `${place}/src/a.ts`, old_string: 'one\ntwo\nthree', new_string: 'one\n```\nthree' };
  expect(call('Edit', edit)).toMatchObject({ title: 'Change src/a.ts', argument: 'src/a.ts' });
  expect(call('Edit', edit).text).toBe('````diff\n--- src/a.ts\n+++ src/a.ts\n one\n-two\n+```\n three\n````');
  expect(call('Write', { file_path: `${place}/b`, content: 'x\ny\n' }).text).toContain('\n+x\n+y\n');
});

test('a path that climbs out is shown where it ends, and no rule of the worktree covers it', () => {
  const told = call('Write', { file_path: `${place}/docs/../../../etc/passwd`, content: '' });
  expect(told.argument).toBe('/home/cw/etc/passwd');
  expect(covers({ tool: 'Write', pattern: 'docs/*' }, { tool: 'Write', argument: told.argument })).toBe(false);
});

test.each([
  ['WebFetch', { url: 'https://a.example/x?y', prompt: 'p' }, 'https://a.example/*'],
  ['WebFetch', { url: 'no address' }, 'no address'],
  ['WebFetch', { url: 'HTTPS://A.example' }, 'https://a.example/*'],
  ['mcp__x__y', { a: 1 }, null],
])('always for %s allows what can be told of it', (tool, input, pattern) => {
  const told = call(tool, input);
  expect(told.rule).toEqual({ tool, pattern });
  expect(covers(told.rule, { tool, argument: told.argument })).toBe(true);
});

test('a change of megabytes is cut', () => {
  expect(call('Write', { file_path: 'a', content: 'x'.repeat(1_000_000) }).text.length).toBeLessThan(50_000);
});
