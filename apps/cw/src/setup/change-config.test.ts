import { unwrap } from '@cw/kernel';
import { describe, expect, test } from 'vitest';
import { changeConfig, snippet } from './change-config.ts';
import { clients } from './clients.ts';

const start = { command: 'cw', args: ['mcp', '--as-user'] };

const client = (name: string) => clients.get(name) ?? expect.unreachable();

function put(name: string, text: string): string {
  return unwrap(changeConfig(client(name), text, client(name).entry(start)));
}

const take = (name: string, text: string) => unwrap(changeConfig(client(name), text, undefined));

const asText = (lines: readonly string[]) => `${lines.join('\n')}\n`;

const entry = ['"cw": {', '  "command": "cw",', '  "args": [', '    "mcp",', '    "--as-user"', '  ]', '}'];
const indented = (by: string, lines: readonly string[]) => lines.map((line) => by + line);

describe('a server is put into a configuration', () => {
  test('that is empty or has no servers', () => {
    const whole = asText(['{', '  "mcpServers": {', ...indented('    ', entry), '  }', '}']);
    expect(put('cursor', '')).toBe(whole);
    expect(put('cursor', '{}\n')).toBe(whole);
    expect(put('cursor', '{ "mcpServers": {} }')).toContain('"--as-user"');
  });

  test('with everything else as it was', () => {
    const before = ['{', '\t"theme": "dark",', '\t"mcpServers": {', '\t\t"other": { "command": "x" }', '\t}', '}'];
    const after = put('cursor', asText(before));
    expect(after).toContain('\t\t"other": { "command": "x" },\n\t\t"cw": {\n\t\t\t"command": "cw",');
    expect(take('cursor', after)).toBe(asText(before));
  });

  test.each([
    [
      'with comments',
      '{\n  // mine\n  "model": "m", // this one\n  "mcp": {\n    "a": { "type": "local" } // keep\n  }\n}\n',
    ],
    ['with commas before an end', '{\n  "mcp": {\n    "a": { "type": "local", }, // keep\n  },\n}\n'],
    ['on one line', '{"model":"m","mcp":{"a":{"type":"local"}}}'],
    ['with Windows line ends', '{\r\n  "mcp": {\r\n    "a": {}\r\n  }\r\n}\r\n'],
    ['with a byte order mark', '\ufeff{"model":"m"}'],
  ])('%s, of which nothing is lost', (_what, before) => {
    const after = put('opencode', before);
    for (const part of before.match(/\/\/ \w+|"\w+"/g) ?? []) expect(after).toContain(part);
    expect(after).toContain('"type": "local"');
    expect(put('opencode', after)).toBe(after);
    expect(take('opencode', after).match(/\/\/ \w+/g)).toEqual(before.match(/\/\/ \w+/g));
  });

  test('in the form that is there already', () => {
    expect(put('opencode', '{"mcp":{"servers":{"a":{"type":"local"}}}}')).toMatch(/"servers":\{"a":[^}]*\},\s*"cw"/);
  });

  test('once: what is there is brought up to date, and keeps what was added to it', () => {
    const older = '{"mcpServers":{"cw":{"command":"/old/cw","args":["mcp","--as-user"],"env":{"CW_ACTOR":"ada"}}}}';
    expect(JSON.parse(put('claude', older))).toEqual({
      mcpServers: { cw: { type: 'stdio', command: 'cw', args: ['mcp', '--as-user'], env: { CW_ACTOR: 'ada' } } },
    });
  });

  test.each([
    ['', '[mcp_servers.cw]\ncommand = "cw"\nargs = [ "mcp", "--as-user" ]\n'],
    [
      '# mine\nmodel = "m"\n\n[mcp_servers.other]\ncommand = "x" # keep\n',
      '# mine\nmodel = "m"\n\n[mcp_servers.other]\ncommand = "x" # keep\n\n[mcp_servers.cw]\ncommand = "cw"\nargs = [ "mcp", "--as-user" ]\n',
    ],
  ])('of TOML %j', (before, after) => {
    expect(put('codex', before)).toBe(after);
    expect(put('codex', after)).toBe(after);
    expect(take('codex', after).trim()).toBe(before.trim());
  });

  test('of TOML that others follow, with a table of its own below it', () => {
    const before =
      '[mcp_servers.cw]\ncommand = "old"\nargs = ["mcp", "--as-user"]\n[mcp_servers.cw.env]\nA = "1"\n\n# b\n[b]\nc = 1\n';
    const after = put('codex', before);
    expect(after).toMatch(/^\[mcp_servers\.cw\]\ncommand = "cw"/);
    expect(after).toContain('A = "1"');
    expect(after).toMatch(/\n\n# b\n\[b\]\nc = 1\n$/);
    expect(take('codex', after)).toBe('\n# b\n[b]\nc = 1\n');
  });
});

test.each([
  ['cursor', '{"a": 1,, }', 'unreadable'],
  ['cursor', '{"a": 1} more', 'unreadable'],
  ['cursor', '[1]', 'unreadable'],
  ['cursor', `{"a": ${'['.repeat(10)}`, 'unreadable'],
  ['codex', 'a = = 1', 'unreadable'],
  ['cursor', '{"mcpServers": {"cw": {"command": "clockwork"}}}', 'taken'],
  ['codex', '[mcp_servers.cw]\ncommand = "clockwork"\n', 'taken'],
  ['cursor', '{"mcpServers": ["x"]}', 'too-different'],
  ['codex', 'mcp_servers = { a = { command = "x" } }\n', 'too-different'],
  ['codex', 'text = """\n[mcp_servers.cw]\n"""\n', 'too-different'],
] as const)('%s: %j is left as it is: %s', (name, text, kind) => {
  expect(changeConfig(client(name), text, client(name).entry(start))).toMatchObject({ ok: false, error: { kind } });
});

test('nothing to take out changes nothing', () => {
  expect(take('cursor', '{"a":1}')).toBe('{"a":1}');
  expect(take('codex', 'a = 1\n')).toBe('a = 1\n');
});

test('what belongs there is shown in its own form', () => {
  expect(snippet(client('codex'), client('codex').entry(start))).toBe(
    '[mcp_servers.cw]\ncommand = "cw"\nargs = [ "mcp", "--as-user" ]',
  );
  expect(JSON.parse(snippet(client('opencode'), client('opencode').entry(start)))).toEqual({
    mcp: { cw: { type: 'local', command: ['cw', 'mcp', '--as-user'] } },
  });
});
