import { openTestStorage, testAct } from '@cw/storage/testing';
import { describe, expect, test } from 'vitest';
import { createConfigModule } from './config.module.ts';
import { choiceKey, numberKey, wordsKey } from './model/config-key.ts';
import { listSettings } from './queries/list-settings.ts';
import { readSetting } from './queries/read-setting.ts';

const limit = numberKey('orchestrator.maxConcurrent', 'how many at once', { fallback: 1, min: 1, max: 64 });
const mode = choiceKey('agents.permissionMode', 'what is allowed', { fallback: 'default', of: ['default', 'plan'] });
const keys = [limit, mode];

describe('settings', () => {
  test('the most special layer wins and says where the value comes from', async () => {
    using storage = openTestStorage();
    const set = (value: string, scope: 'workspace' | 'project' | 'task', scopeId: string) =>
      createConfigModule({ storage }, keys).commands.set({ key: limit.key, value, scope, scopeId }, testAct);
    expect(await readSetting(storage.read, limit)).toEqual({ value: 1, from: 'default', scopeId: null });
    await set('2', 'workspace', '');
    await set('3', 'project', 'pr_a');
    expect(await readSetting(storage.read, limit, { project: 'pr_a' })).toMatchObject({ value: 3, from: 'project' });
    expect(await readSetting(storage.read, limit, { project: 'pr_b' })).toMatchObject({ value: 2, from: 'workspace' });
    await set('4', 'task', 'tk_a');
    expect(await readSetting(storage.read, limit, { project: 'pr_a', task: 'tk_a' })).toMatchObject({ value: 4 });
  });

  test('a number takes as many digits after the point as its key says', () => {
    const money = numberKey('a.b', 'c', { fallback: 0, min: 0, max: 10, decimals: 2 });
    expect(['1', '0.25', '10'].map(money.parse)).toEqual([1, 0.25, 10]);
    expect(['0.125', '10.01', '.5', '1e1', '-1', '1,5'].map(money.parse)).toEqual(Array(6).fill(undefined));
    expect(limit.parse('1.5')).toBeUndefined();
  });

  test('taking a value back lets the layer below hold again', async () => {
    using storage = openTestStorage();
    const change = (value: string | undefined) =>
      createConfigModule({ storage }, keys).commands.set(
        { key: limit.key, value, scope: 'workspace', scopeId: '' },
        testAct,
      );
    await change('5');
    await change(undefined);
    expect(await readSetting(storage.read, limit)).toMatchObject({ value: 1, from: 'default' });
  });

  test('a bad value or an unknown key is refused with what would do, and changes nothing', async () => {
    using storage = openTestStorage();
    const set = (key: string, value: string) =>
      createConfigModule({ storage }, keys).commands.set({ key, value, scope: 'workspace', scopeId: '' }, testAct);
    expect(await set(limit.key, '0')).toMatchObject({ ok: false, error: { kind: 'config.bad-value' } });
    expect(await set('agents.permissionmode', 'plan')).toMatchObject({ ok: false, error: { nearest: mode.key } });
    expect(await storage.read.get('SELECT count(*) AS n FROM settings')).toEqual({ n: 0 });
    expect((await storage.bus.head()).seq).toBe(0);
  });

  test('a layer in which a setting has no effect is refused, and what is there can be taken back', async () => {
    using storage = openTestStorage();
    const only = numberKey('orchestrator.total', 'in all', { fallback: 1, min: 1, max: 9, scopes: ['workspace'] });
    const set = (value: string | undefined, scope: 'workspace' | 'project') =>
      createConfigModule({ storage }, [only]).commands.set({ key: only.key, value, scope, scopeId: 'pr_a' }, testAct);
    expect(await set('2', 'project')).toMatchObject({ ok: false, error: { kind: 'config.wrong-layer' } });
    expect(await set(undefined, 'project')).toMatchObject({ ok: true });
  });

  test('the list tells for each setting which layers set it', async () => {
    using storage = openTestStorage();
    for (const [scope, scopeId, value] of [
      ['project', 'pr_b', '3'],
      ['workspace', '', '2'],
      ['project', 'pr_a', '4'],
    ] as const) {
      await createConfigModule({ storage }, keys).commands.set({ key: limit.key, value, scope, scopeId }, testAct);
    }
    const [row] = await listSettings(storage.read, keys, { project: 'pr_a' });
    expect(row).toMatchObject({ value: '4', from: 'project', form: { kind: 'number', min: 1, max: 64 } });
    expect(row?.layers.map(({ value }) => value)).toEqual(['2', '4', '3']);
  });

  test('words come back as they were written, spaces included', () => {
    const words = wordsKey('agents.claude.args', 'arguments');
    for (const value of [
      [],
      ['--model', 'opus'],
      ['--append-system-prompt', 'be brief', ''],
      ["don't", '[x', '$HOME', '*.ts', 'a && b'],
      ['[x'],
      ['say "no"', '\\d+', 'a\nb'],
    ]) {
      expect(words.parse(words.format(value))).toEqual(value);
    }
    expect(words.parse('["unfinished"')).toBeUndefined();
  });

  test('words are taken apart as a shell does', () => {
    const words = wordsKey('agents.claude.args', 'arguments');
    expect(words.parse(` --append-system-prompt "be short" --x='a "b"' c\\ d $HOME `)).toEqual([
      '--append-system-prompt',
      'be short',
      '--x=a "b"',
      'c d',
      '$HOME',
    ]);
    expect(words.format(['--append-system-prompt', 'be short'])).toBe('--append-system-prompt "be short"');
    expect(words.parse('--append-system-prompt "be short')).toBeUndefined();
    expect(words.parse("don't")).toBeUndefined();
  });
});
