import { expect, test } from 'vitest';
import { onScreen, ownHint } from './own-hints.ts';

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

test.each([
  ['ada paused its project (Friday); cw resume --project pr_1 ends that', 'ada paused its project (Friday)'],
  ['it waits for bob, to whom it is assigned, to take it (cw agent show bob)', expect.stringMatching(/to take it$/)],
  [
    'it requires gpu, of which no agent is capable (agents.capabilities, cw agent register)',
    expect.stringMatching(/\(agents\.capabilities\)$/),
  ],
  [
    'its project pr_1 is no longer in care; cw task update --project <project> puts it into another',
    expect.stringMatching(/in its properties$/),
  ],
  [
    '3 runs failed. Look at why (cw run list), then cw resume --project pr_1',
    '3 runs failed. Look at why in the runs, then resume',
  ],
  [
    'cw agent list tells which; cw run log <run> what it did last, cw run stop <run> ends it.',
    expect.stringMatching(/^The agents tell which/),
  ],
  ['cw resume --project sample lets them be started again.', 'Resume lets them be started again.'],
  ['It goes on when the limit is over; at once with cw run retry tk_1.', 'It goes on when the limit is over.'],
  ['It is tried again at 2019-03-04T05:06:07Z.', expect.stringMatching(/^It is tried again at \d Mar, \d\d:\d6\.$/)],
  ['ada paused the workspace (run cw resume on Monday)', 'ada paused the workspace (run cw resume on Monday)'],
])('what the server says goes on is told without commands: %s', (sentence, own) => {
  expect(onScreen(sentence)).toEqual(own);
});
