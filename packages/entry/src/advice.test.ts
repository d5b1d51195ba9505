import { step } from '@cw/kernel';
import { expect, test } from 'vitest';
import { adviceForTools, adviceInTerminal, adviceOnScreen, commandLine } from './advice.ts';

const advice = {
  hint: 'It is held by another.',
  next: [
    step('Take another one', 'task ready'),
    step('Take a dependency out', 'task dep remove', 'tk_1', '<task>'),
    step('A person may release it', 'task release', 'tk_1', '--force'),
  ],
};

test('a terminal shows the commands, a screen what they do, an agent its tools', () => {
  expect(adviceInTerminal(advice)).toBe(
    'It is held by another. Take another one: cw task ready. Take a dependency out: cw task dep remove tk_1 <task>. A person may release it: cw task release tk_1 --force.',
  );
  expect(adviceOnScreen(advice)).toBe(
    'It is held by another. Take another one. Take a dependency out. A person may release it.',
  );
  expect(adviceForTools(advice, ['task_ready', 'task_dep', 'task_release'])).toBe(
    'It is held by another. Take another one: task_ready. Take a dependency out: task_dep. A person may release it.',
  );
});

test('what only a terminal does is told everywhere', () => {
  const next = [step('Restore it', 'backup restore', '/a b/c.db')];
  const told = 'Restore it: cw backup restore "/a b/c.db".';
  expect([adviceInTerminal({ next }), adviceOnScreen({ next }), adviceForTools({ next }, [])]).toEqual([
    told,
    told,
    told,
  ]);
});

test('without advice there is nothing to say', () => {
  expect([adviceInTerminal({}), adviceOnScreen({ next: [] })]).toEqual([undefined, undefined]);
});

test('an argument is quoted as a shell needs it', () => {
  expect(commandLine(step('x', 'task update', 'tk_1', '--script', ''))).toBe('cw task update tk_1 --script ""');
  expect(commandLine(step('x', 'task create', 'say "$HOME"'))).toBe('cw task create "say \\"\\$HOME\\""');
});
