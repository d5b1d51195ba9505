import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { repositoryRoot } from '../harness/program.ts';

const page = 'docs/failure-modes.md';
const lines = readFileSync(join(repositoryRoot, page), 'utf8').split('\n');

/** Files that a page leads to by short names, by these names. */
const files = new Map(
  lines.flatMap((line) => {
    const [, name, target] = /^\[(\w+)\]: (\S+)$/.exec(line) ?? [];
    return name && target ? [[name, join(repositoryRoot, dirname(page), target)] as const] : [];
  }),
);

test('each row about an agent that misbehaves names a test that there is', () => {
  const shown = lines.filter((line) => /^\| .*\]\[\w+\]/.test(line));
  const missing = shown.filter((line) => {
    const [, name = '', title = ''] = /\]\[(\w+)\] “([^”]+)” \|$/.exec(line) ?? [];
    const file = files.get(name);
    return file === undefined || title === '' || !readFileSync(file, 'utf8').includes(title);
  });
  expect(missing).toEqual([]);
  expect(shown.length).toBeGreaterThan(30);
});

test('every file of tests about agents that misbehave is named there', () => {
  const used = lines.filter((line) => line.startsWith('| ')).join('\n');
  expect([...files.keys()].filter((name) => !used.includes(`][${name}]`))).toEqual([]);
});
