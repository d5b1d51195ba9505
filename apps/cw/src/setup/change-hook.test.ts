import { unwrap } from '@cw/kernel';
import { describe, expect, test } from 'vitest';
import { changeHook } from './change-hook.ts';

const path = ['hooks', 'SessionStart'];
const ours = { hooks: [{ type: 'command', command: 'cw prime' }] };
const put = (text: string, command = 'cw prime') => unwrap(changeHook(path, text, command));
const take = (text: string) => unwrap(changeHook(path, text, undefined));

const other = { matcher: 'startup', hooks: [{ type: 'command', command: 'git status' }] };

describe('a session hook', () => {
  test.each(['', '{}\n', '{ "hooks": {} }', '{"hooks": {"SessionStart": []}}'])('is put into %j', (text) => {
    expect(JSON.parse(put(text))).toEqual({ hooks: { SessionStart: [ours] } });
    expect(JSON.parse(take(put(text)))).toEqual({});
  });

  test.each([
    ['with other settings', { theme: 'dark', hooks: { Stop: [other] } }],
    ['beside another hook', { hooks: { SessionStart: [other], Stop: [other] } }],
  ])('is put %s and taken out again, and all else stays as it was', (_what, settings) => {
    for (const unit of ['  ', '\t', '    ']) {
      const before = `${JSON.stringify(settings, null, unit)}\n`;
      const after = put(before);
      expect(JSON.parse(after).hooks.SessionStart.at(-1)).toEqual(ours);
      expect(put(after)).toBe(after);
      expect(take(after)).toBe(before);
    }
  });

  test('keeps comments, and shares a group with another', () => {
    const before = '{\n  // mine\n  "theme": "dark" // this one\n}\n';
    expect(put(before)).toContain('// mine');
    expect(take(put(before))).toContain('"theme": "dark" // this one');
    const shared = { hooks: { SessionStart: [{ hooks: [...other.hooks, ...ours.hooks] }] } };
    expect(JSON.parse(take(JSON.stringify(shared)))).toEqual({ hooks: { SessionStart: [{ hooks: other.hooks }] } });
  });

  test('is brought up to date where it is there, once', () => {
    const older = put('{}', "'/old/node' '/old/dist/cw' prime --home '/h'");
    expect(JSON.parse(put(older))).toEqual({ hooks: { SessionStart: [ours] } });
    const twice = { hooks: { SessionStart: [ours, other, ours] } };
    expect(JSON.parse(put(JSON.stringify(twice)))).toEqual({ hooks: { SessionStart: [other, ours] } });
  });

  test('is not put where something else stands', () => {
    expect(changeHook(path, '{"hooks": {"SessionStart": "no"}}', 'cw prime')).toMatchObject({
      error: { kind: 'too-different' },
    });
    expect(changeHook(path, '{"hooks": [', 'cw prime')).toMatchObject({ error: { kind: 'unreadable' } });
  });
});
