import { type Case, give } from './give.ts';

/** Plans, batches, and several tasks at once. */
export function writing(): readonly Case[] {
  const plan = (what: string, text: string) => give(what, () => ['task', 'create', '--from', '-'], Buffer.from(text));
  const batch = (what: string, ...lines: string[]) =>
    give(what, () => ['task', 'batch'], Buffer.from(lines.join('\n')));
  return [
    give('neither a title nor a plan', () => ['task', 'create'])('usage.invalid', 2, /title/),
    give('a plan that is not there', () => ['task', 'create', '-f', '/none.md'])('input.unreadable', 2, /none\.md/),
    give('a binary plan', (at) => ['task', 'create', '-f', `${at.folder}/nul.bin`])('task.text-binary', 1, /binary/),
    plan('a plan without a heading', 'only words')('task.bad-line', 2, /^Line 1: /),
    plan('a plan with a priority that is none', '# A\n\n# B\npriority: P7')('task.bad-priority', 2, /^Line 4: /),
    plan('a plan that requires two words at once', '# A\n\n# B\nrequires: a b')('task.bad-word', 2, /^Line 4: /),
    give('a path of two lines', (at) => ['task', 'update', at.task, '--files', 'a\nb'])(
      'task.text-multiline',
      1,
      /lines/,
    ),
    give('an approval of no gate', (at) => ['task', 'approve', at.task])('task.no-gate', 1, /not a gate/),
    give('a pause of no project', () => ['pause', '--project', 'nosuch'])('project.not-found', 1, /nosuch/),
    give('a pause with a long reason', () => ['pause', '--reason', 'x'.repeat(501)])(
      'dispatch.reason-too-long',
      2,
      /500/,
    ),
    plan('a plan that goes round', '# A\nneeds: B\n# B\nneeds: A')('task.cycle', 1, /→/),
    plan('a plan that is broken JSON', '[{"title":"A"},')('task.bad-json', 1, /Standard input/),
    plan('an empty plan', '')('task.bad-line', 2, /No heading/),
    batch('a batch that fails at its last line', 'create A', 'close nosuch')('task.not-found', 1, /^Line 2 /),
    batch('a batch with a line that is none', 'frobnicate')('task.bad-line', 2, /^Line 1: .*frobnicate/),
    batch('a batch with broken JSON', '{"op":"create"')('task.bad-line', 2, /^Line 1: /),
    give('a binary batch', (at) => ['task', 'batch', `${at.folder}/nul.bin`])('task.text-binary', 1, /binary/),
    give('one of two that is not there', (at) => ['task', 'update', at.task, 'nosuch', '-p', '0'])(
      'task.not-found',
      1,
      /Nothing was changed/,
    ),
    give('a revision that nobody saw', (at) => ['task', 'update', at.task, '--revision', '99', '-p', '0'])(
      'task.stale',
      1,
      /99/,
    ),
    give('what is open to be opened', (at) => ['task', 'reopen', at.task, at.needed])('task.not-closed', 1, /open/),
    give('a label without a word', (at) => ['task', 'label', 'add', at.task, ' '])('task.text-empty', 1, /label/),
    give('an artifact of two lines', (at) => ['task', 'artifact', 'add', at.task, 'a\nb'])(
      'task.text-multiline',
      1,
      /lines/,
    ),
    give('an answer to no comment', (at) => ['task', 'comment', at.task, 'x', '--reply-to', 'cm_none'])(
      'comment.not-found',
      1,
      /cm_none/,
    ),
    give('a tree that is too deep', (at) => ['task', 'dep', 'tree', at.task, '--depth', '1000'])(
      'list.bad-filter',
      2,
      /1000/,
    ),
  ];
}
