import { expect, test } from 'vitest';
import { ownHint } from './own-hints.ts';

test.each([
  ['run.ended', 'cw run show rn_1 says how.', undefined],
  ['merge.task-closed', 'Reopen it first: cw task reopen tk_1', 'Reopen it first.'],
  ['task.parent-deleted', 'Restore that one first: cw task restore tk_2.', 'Restore that one first.'],
  ['account.name-taken', 'cw account show a shows it; choose another name for it.', 'Choose another name for it.'],
  [
    'query.wrong',
    'Did you mean state? cw task query --help shows how; text is quoted.',
    'Did you mean state? Text is quoted.',
  ],
  ['task.title-too-long', 'Put the rest into --description.', expect.stringContaining('into the description')],
  [
    'project.branch-unclear',
    'Name it with --default-branch; there are: a, b',
    'Name it as the default branch; there are: a, b',
  ],
  ['project.no-permission', 'Allow it with: git config --global x', 'Allow it with: git config --global x'],
  ['task.ambiguous', 'Type more of the id.', 'Type more of the id.'],
  ['session.key-wrong', 'Run cw open for a fresh link.', 'Run cw open for a fresh link.'],
  [undefined, 'Is `cw --server` running?', 'Is `cw --server` running?'],
  ['task.stale', undefined, undefined],
])('advice for the terminal is put into words for a screen: %s', (code, hint, own) => {
  expect(ownHint(code, hint)).toEqual(own);
});
