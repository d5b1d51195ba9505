import { expect, test } from 'vitest';
import { readCheck } from './check-line.ts';

test.each([
  ['tests: npm test', 'tests', 'npm test'],
  ['unit tests: npm test -- --run', 'unit tests', 'npm test -- --run'],
  ['Lint_2-a:   npx biome check', 'Lint_2-a', 'npx biome check'],
  ['Prüfung: make pruefung', 'Prüfung', 'make pruefung'],
])('%s has a name of its own', (line, name, command) => {
  expect(readCheck(line)).toEqual({ name, command });
});

test.each([
  ['npm test', 'npm test'],
  ['npm run test:unit', 'npm run test:unit'],
  ['npm run lint -- --fix', 'npm run lint'],
  ['./scripts/test unit types walls', 'test unit types'],
  ['CI=1 npx vitest run --project unit', 'npx vitest run'],
  ['cargo test && cargo clippy', 'cargo test'],
  ['bash -c "npm test"', 'bash'],
  ['(cd a; make)', 'check'],
  ['echo "a: b"', 'echo'],
  ['tests:npm test', 'tests:npm test'],
])('%s is named by its first words', (line, name) => {
  expect(readCheck(line)).toEqual({ name, command: line });
});
