import { expect, test } from 'vitest';
import { applySettings, checkProjectName, nameFromSource, newProjectValues } from './project.ts';

test('a name comes from the last part of a path or url', () => {
  expect(nameFromSource('/home/ada/My Shop')).toBe('My-Shop');
  expect(nameFromSource('/srv/shop.git/')).toBe('shop');
  expect(nameFromSource('/srv/shop/.git')).toBe('shop');
  expect(nameFromSource('git@example.test:team/shop.git')).toBe('shop');
  expect(nameFromSource('/')).toBe('project');
});

test('names that could be an id, an option or several words are refused', () => {
  for (const name of ['', '--force', 'two words', 'pr_abc', 'a'.repeat(61), 'a/b']) {
    expect(checkProjectName(name).ok).toBe(false);
  }
  expect(checkProjectName('Großes.Ding-2')).toMatchObject({ ok: true });
});

test('values that no command could use are refused', () => {
  expect(applySettings(newProjectValues, { mergeStyle: 'octopus' }).ok).toBe(false);
  expect(applySettings(newProjectValues, { checkTimeout: Number.NaN }).ok).toBe(false);
  expect(applySettings(newProjectValues, { checks: ['a\0b'] }).ok).toBe(false);
  expect(applySettings({ ...newProjectValues, checks: ['make'] }, { checks: [''] })).toMatchObject({
    value: { checks: [] },
  });
});
