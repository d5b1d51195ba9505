import { unwrap } from '@cw/kernel';
import { expect, test } from 'vitest';
import { openTestTasks } from '../../testing.ts';
import { editWords, wordsIn } from './edited-words.ts';
import { contextOf } from './testing.ts';

test.each([
  ['Fix it\n', { title: 'Fix it', description: '' }],
  ['\n  Fix it \r\n\r\nIt loops.\r\n', { title: 'Fix it', description: 'It loops.' }],
  [
    'Fix it\nIt loops.\n\n# Why\n\n<!-- mine -->\n',
    { title: 'Fix it', description: 'It loops.\n\n# Why\n\n<!-- mine -->' },
  ],
  [' \n\t\n', { title: '', description: '' }],
])('the first line of %j is the title', (text, words) => {
  expect(wordsIn(text)).toEqual(words);
});

test('what is left as it was comes back as it was', async () => {
  using home = openTestTasks();
  const words = { title: 'Fix it', description: 'It loops.\n\n- once\n- twice' };
  expect(unwrap(await editWords(contextOf(home), words))).toMatchObject(words);
});
