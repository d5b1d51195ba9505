import type { CliCommand } from '@cw/entry';
import { cursor, limit, task } from './common-options.ts';
import { filterOptions, orderOptions, workOptions } from './filter-options.ts';

/** Commands that only look at tasks. */
export const readingCommands: readonly CliCommand[] = [
  {
    path: ['task', 'ready'],
    aliases: ['ready'],
    summary: 'Show what can be started now, most urgent and oldest first',
    options: [
      limit(20),
      cursor,
      { name: 'claim', description: 'claim the first one' },
      ...workOptions,
      { name: 'explain', description: 'say why each of the other unfinished tasks is not ready' },
      { name: 'all', description: 'the same as --limit all' },
    ],
    examples: ['cw task ready', 'cw task ready --explain', 'cw task ready --claim --json'],
    looks: true,
    typed: 'constantly',
    load: async () => (await import('./task-ready.ts')).taskReady,
  },
  {
    path: ['task', 'list'],
    aliases: ['list', 'ls', 'task ls'],
    summary: 'List tasks',
    options: [...filterOptions, ...orderOptions, limit(50), cursor],
    examples: [
      'cw task list --priority 0-1 --assignee none',
      'cw task list --label api --all --sort updated',
      "cw task list --where 'due < 7d or label = urgent' --tree",
    ],
    looks: true,
    typed: 'often',
    load: async () => (await import('./task-list.ts')).taskList,
  },
  {
    path: ['task', 'show'],
    aliases: ['show', 'view', 'task view'],
    summary: 'Show tasks in full',
    arguments: [{ ...task, name: 'tasks', variadic: true }],
    options: [
      { name: 'comments', description: 'all comments, not only the latest' },
      { name: 'history', description: 'who changed what' },
      { name: 'children', description: 'all tasks below it, at any depth' },
      { name: 'checkpoints', description: 'all checkpoints, not only the latest' },
      { name: 'full', description: 'all of these' },
    ],
    examples: ['cw task show 7f3k', 'cw task show 7f3k 2m4x --history'],
    looks: true,
    typed: 'often',
    load: async () => (await import('./task-show.ts')).taskShow,
  },
  {
    path: ['task', 'history'],
    aliases: ['history', 'task log'],
    summary: 'Show the history of a task: who changed what, from what to what',
    arguments: [task],
    options: [{ name: 'limit', short: 'n', value: '<count>', description: 'only the last so many (all)' }],
    looks: true,
    load: async () => (await import('./task-history.ts')).taskHistoryRun,
  },
  {
    path: ['task', 'comments'],
    aliases: ['comments'],
    summary: 'Show the comments on a task',
    arguments: [task],
    options: [{ name: 'limit', short: 'n', value: '<count>', description: 'only the last so many (all)' }],
    looks: true,
    load: async () => (await import('./task-comments.ts')).taskCommentsRun,
  },
  {
    path: ['task', 'proposals'],
    summary: 'List proposed follow-ups that wait for a decision',
    options: [
      { name: 'task', value: '<task>', description: 'only those of one task' },
      { name: 'all', description: 'decided ones too' },
    ],
    looks: true,
    load: async () => (await import('./task-proposals.ts')).taskProposals,
  },
  {
    path: ['task', 'dep', 'list'],
    aliases: ['dep list', 'dep ls', 'task dep ls'],
    summary: 'List what a task needs and what needs it',
    arguments: [task],
    looks: true,
    load: async () => (await import('./task-dep.ts')).taskDepList,
  },
];
