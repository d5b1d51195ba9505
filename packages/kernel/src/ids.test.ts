import { expect, test } from 'vitest';
import { idPrefixes, randomId } from './ids.ts';

test('an id is the prefix of its kind and twelve letters or digits', () => {
  for (const kind of ['task', 'run', 'mergeRequest'] as const) {
    expect(randomId(kind)).toMatch(new RegExp(`^${idPrefixes[kind]}_[0-9a-z]{12}$`));
  }
});

test('ids do not repeat', () => {
  const many = Array.from({ length: 2000 }, () => randomId('task'));
  expect(new Set(many).size).toBe(many.length);
});

test('every letter is as likely as any other', () => {
  const counts = new Map<string, number>();
  const text = Array.from({ length: 3000 }, () => randomId('task').slice(3)).join('');
  for (const letter of text) counts.set(letter, (counts.get(letter) ?? 0) + 1);
  expect(counts.size).toBe(36);
  expect(Math.max(...counts.values()) / Math.min(...counts.values())).toBeLessThan(1.5);
});
