import { sayerOf, type ToolKind, type ToolReading } from '@cw/kernel';
import { expect, test } from 'vitest';
import { covers } from './model/covers.ts';
import { sayInboxReason } from './model/inbox-reason.ts';
import { exactly } from './model/rule.ts';
import { tellCall } from './model/tool-call.ts';

const say = sayerOf({ inbox: sayInboxReason });
const place = '/home/cw/worktrees/a';
/** Names of tools, as a program may have them and a person types them. */
const kinds: Readonly<Record<string, ToolKind>> = {
  Bash: 'shell',
  Edit: 'edit',
  Write: 'write',
  Read: 'read',
  WebFetch: 'fetch',
};
const kindOf = (tool: string): ToolKind => kinds[tool] ?? 'other';
const called = (tool: string, argument: string) => ({ tool, kind: kindOf(tool), argument });
const reading = (tool: string, subject: string | null, more: Partial<ToolReading> = {}): ToolReading => ({
  kind: kindOf(tool),
  line: '',
  path: null,
  subject,
  purpose: '',
  changes: [],
  beside: {},
  counts: null,
  asks: null,
  ...more,
});
const call = (tool: string, subject: string | null, more?: Partial<ToolReading>) =>
  tellCall({ tool, input: { a: 1 }, reading: reading(tool, subject, more), place });

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
  expect(covers({ tool, pattern }, called(tool, argument))).toBe(expected);
  expect(covers({ tool: 'Other', pattern }, called(tool, argument))).toBe(false);
});

test.each(['rm *', 'a\\*b', 'x $(y) [z] {1} ^ | ? +', 'two\nlines', ''])(
  'what is made of “%s” covers just that',
  (text) => {
    const rule = { tool: 'Bash', pattern: exactly(text) };
    expect(covers(rule, called('Bash', text))).toBe(true);
    expect(covers(rule, called('Bash', `${text}x`))).toBe(false);
  },
);

test('a command is shown as it is, and remembered without the worktree it was asked in', () => {
  const told = call('Bash', `cd ${place} && npm i "left-pad"`, { purpose: 'Install it' });
  expect(told).toMatchObject({
    title: { code: 'inbox.run-command', command: 'cd . && npm i "left-pad"' },
    rule: { tool: 'Bash' },
  });
  expect(told.text).toBe(`Install it\n\n\`\`\`sh\ncd ${place} && npm i "left-pad"\n\`\`\``);
  const elsewhere = tellCall({
    tool: 'Bash',
    input: {},
    place: '/b',
    reading: reading('Bash', 'cd /b && npm i "left-pad"'),
  });
  expect(covers(told.rule, called('Bash', elsewhere.argument))).toBe(true);
});

test.each([`ls ${place}b`, `ls /backup${place}`, `ls ${place}./x`])(
  'the worktree in “%s” is part of another path, and stays',
  (command) => {
    expect(call('Bash', command).argument).toBe(command);
  },
);

test('what a command has set besides is shown, and no rule for the command alone covers it', () => {
  const told = call('Bash', 'npm test', { beside: { dangerouslyDisableSandbox: true, unset: false } });
  expect(say(told.title)).toContain('{"dangerouslyDisableSandbox":true}');
  expect(told.text).toContain('dangerouslyDisableSandbox');
  for (const pattern of ['npm test', 'npm test*', '*'])
    expect(covers({ tool: 'Bash', pattern }, called('Bash', told.argument))).toBe(false);
  expect(covers(told.rule, called('Bash', told.argument))).toBe(true);
});

test('a path that is a link is shown where it leads, and no rule for its name covers it', () => {
  const link = reading('Edit', `${place}/docs/a`, {
    changes: [{ before: 'a', after: 'b' }],
    beside: { replace_all: true },
  });
  const told = tellCall({ tool: 'Edit', input: {}, reading: link, place, target: '/etc/passwd' });
  expect(told).toMatchObject({ title: { how: 'change', path: '/etc/passwd' }, argument: '/etc/passwd' });
  expect(say(told.text)).toContain('It is named `docs/a`, which leads there.');
  expect(say(told.text)).toContain('{"replace_all":true}');
});

test('what cannot be seen in a command, or turns its direction, is written out, and counts for rules', () => {
  const told = call('Bash', 'echo \u202Eba\u001b[8m\u200b');
  expect(say(told.title)).toBe('Run: echo \\u{202e}ba\\u{1b}[8m\\u{200b}');
  expect(told.text).toContain('\necho \\u{202e}ba\\u{1b}[8m\\u{200b}\n');
  expect(covers(told.rule, called('Bash', 'echo ba[8m'))).toBe(false);
});

test('a change is shown as a diff, whatever it holds', () => {
  const changes = [{ before: 'one\ntwo\nthree', after: 'one\n```\nthree' }];
  const edit = call('Edit', `${place}/src/a.ts`, { changes });
  expect(edit).toMatchObject({ title: { how: 'change', path: 'src/a.ts' }, argument: 'src/a.ts' });
  expect(edit.text).toBe('````diff\n--- src/a.ts\n+++ src/a.ts\n one\n-two\n+```\n three\n````');
  const written = [{ before: '', after: 'x\ny\n' }];
  expect(call('Write', `${place}/b`, { changes: written }).text).toContain('\n+x\n+y\n');
});

test('a path that climbs out is shown where it ends, and no rule of the worktree covers it', () => {
  const told = call('Write', `${place}/docs/../../../etc/passwd`);
  expect(told.argument).toBe('/home/cw/etc/passwd');
  expect(covers({ tool: 'Write', pattern: 'docs/*' }, called('Write', told.argument))).toBe(false);
});

test.each([
  ['WebFetch', 'https://a.example/x?y', 'https://a.example/*'],
  ['WebFetch', 'no address', 'no address'],
  ['WebFetch', 'HTTPS://A.example', 'https://a.example/*'],
  ['mcp__x__y', null, null],
])('always for %s allows what can be told of it', (tool, subject, pattern) => {
  const told = call(tool, subject);
  expect(told.rule).toEqual({ tool, pattern });
  expect(covers(told.rule, called(tool, told.argument))).toBe(true);
});

test('a change of megabytes is cut', () => {
  const changes = [{ before: '', after: 'x'.repeat(1_000_000) }];
  expect(say(call('Write', 'a', { changes }).text).length).toBeLessThan(50_000);
});
