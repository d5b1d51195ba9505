import { readFormats, writeFormats } from '@cw/task-formats';
import { expect, test } from 'vitest';
import { decidingCommands } from './deciding-commands.ts';

test.each([
  ['import', readFormats],
  ['export', writeFormats],
])('task %s offers every format that there is', (name, formats) => {
  const command = decidingCommands.find(({ path }) => path.join(' ') === `task ${name}`);
  const choices = command?.options?.find((option) => option.name === 'format')?.choices;
  expect([...(choices ?? [])].sort()).toEqual([...formats].sort());
});
