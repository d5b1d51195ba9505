import type { CliArgument, CliCommand, CliOption } from '@cw/entry';
import { blocks, edgeArguments, edgeGate, edgeType, edit, message, needs, needsToo, task } from './common-options.ts';

const labels: CliArgument = {
  name: 'labels',
  description: 'any words; several as arguments, or separated by commas',
  variadic: true,
};

const edgeOptions: readonly CliOption[] = [
  { ...needs, repeatable: true },
  { ...blocks, repeatable: true },
  ...needsToo,
  edgeType,
];

/** Commands about what belongs to a task: comments, labels, artifacts, and what it needs. */
export const linkingCommands: readonly CliCommand[] = [
  {
    path: ['task', 'comment'],
    aliases: ['comment'],
    summary: 'Comment on a task',
    arguments: [
      task,
      { name: 'text', description: 'the text; - reads standard input', required: false, variadic: true },
    ],
    options: [
      { ...message, description: 'the same as the argument' },
      { name: 'file', value: '<path>', description: 'read it from a file, or from standard input with -' },
      {
        ...edit,
        description: 'write it in your editor (VISUAL, EDITOR); on a terminal, the default when no text is given',
      },
      { name: 'reply-to', value: '<comment>', description: 'the comment to reply to' },
    ],
    typed: 'daily',
    load: async () => (await import('./task-comment.ts')).taskComment,
  },
  {
    path: ['task', 'label', 'add'],
    aliases: ['label add'],
    summary: 'Add labels to a task',
    arguments: [task, labels],
    examples: ['cw task label add 7f3k auth "needs design"'],
    typed: 'daily',
    load: async () => (await import('./task-label.ts')).taskLabelAdd,
  },
  {
    path: ['task', 'label', 'remove'],
    aliases: ['label remove', 'label rm', 'task label rm'],
    summary: 'Remove labels from a task',
    arguments: [task, labels],
    typed: 'daily',
    load: async () => (await import('./task-label.ts')).taskLabelRemove,
  },
  {
    path: ['task', 'label', 'list'],
    aliases: ['label list', 'label ls', 'task label ls', 'task labels', 'labels'],
    summary: 'List labels with the number of tasks that have them',
    arguments: [{ ...task, description: 'only those of one task', required: false }],
    looks: true,
    load: async () => (await import('./task-label.ts')).taskLabelList,
  },
  {
    path: ['task', 'artifact', 'add'],
    aliases: ['artifact add'],
    summary: 'Record something that a task made or used: a commit, a file, a report, a link',
    arguments: [task, { name: 'value', description: 'the hash, the path, the URL' }],
    options: [
      {
        name: 'kind',
        short: 'k',
        value: '<word>',
        description: 'commit, file, report, link or your own (guessed from the value)',
      },
    ],
    examples: ['cw task artifact add 7f3k https://example.org/report.html --kind report'],
    load: async () => (await import('./task-artifact.ts')).taskArtifactAdd,
  },
  {
    path: ['task', 'artifact', 'list'],
    aliases: ['artifact list', 'artifact ls', 'task artifact ls', 'task artifacts'],
    summary: 'List what a task made or used',
    arguments: [task],
    looks: true,
    load: async () => (await import('./task-artifact.ts')).taskArtifactList,
  },
  {
    path: ['task', 'dep', 'add'],
    aliases: ['dep add'],
    summary: 'Make one task wait for others',
    arguments: edgeArguments,
    options: [...edgeOptions, edgeGate],
    examples: [
      'cw task dep add 7f3k --needs 2m4x',
      'cw task dep add 2m4x --blocks 7f3k',
      'cw task dep add 7f3k --needs 9c1d --type waits-for --gate any',
    ],
    typed: 'daily',
    load: async () => (await import('./task-dep.ts')).taskDepAdd,
  },
  {
    path: ['task', 'dep', 'remove'],
    aliases: ['dep remove', 'dep rm', 'task dep rm'],
    summary: 'Remove a dependency',
    arguments: edgeArguments,
    options: edgeOptions,
    typed: 'daily',
    load: async () => (await import('./task-dep.ts')).taskDepRemove,
  },
  {
    path: ['task', 'dep', 'tree'],
    aliases: ['dep tree'],
    summary: 'Show what a task waits for, and what those wait for, as a tree',
    arguments: [task],
    options: [
      {
        name: 'direction',
        value: '<way>',
        choices: ['down', 'up', 'both'],
        description: 'down: what it waits for; up: what waits for it (down)',
      },
      { name: 'depth', value: '<levels>', description: 'how deep, 1 to 100 (10)' },
    ],
    examples: ['cw task dep tree 7f3k', 'cw task dep tree 7f3k --direction both --depth 3'],
    looks: true,
    load: async () => (await import('./task-dep-tree.ts')).taskDepTree,
  },
  {
    path: ['task', 'dep', 'cycles'],
    aliases: ['dep cycles'],
    summary: 'Find dependency cycles',
    looks: true,
    load: async () => (await import('./task-dep-tree.ts')).taskDepCycles,
  },
];
