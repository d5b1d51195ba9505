import type { CliCommand } from '@cw/entry';

const merge = { name: 'merge', description: 'id of the merge request or of its task, or a prefix' };

export const mergeCommands: readonly CliCommand[] = [
  {
    path: ['merge', 'list'],
    aliases: ['merge ls'],
    summary: 'List the merge queues: running, waiting and finished requests',
    options: [
      { name: 'project', value: '<project>', description: 'only this project (name or id)' },
      { name: 'task', value: '<task>', description: 'only this task' },
      { name: 'limit', short: 'n', value: '<n>', description: 'at most this many (100)' },
      { name: 'cursor', value: '<cursor>', description: 'continue after an earlier page' },
    ],
    looks: true,
    load: async () => (await import('./merge-read.ts')).mergeList,
  },
  {
    path: ['merge', 'show'],
    summary: 'Show a merge request with its checks',
    arguments: [merge],
    options: [
      { name: 'log', description: 'print the output of the checks' },
      { name: 'check', value: '<n>', description: 'with --log: only this check, counted from 0' },
    ],
    examples: ['cw merge show mr_7f3k --log'],
    looks: true,
    load: async () => (await import('./merge-read.ts')).mergeShow,
  },
  {
    path: ['merge', 'retry'],
    summary: 'Retry a merge that ended in a conflict, a failed check or a failure',
    forPeople: true,
    needsServer: true,
    arguments: [merge],
    load: async () => (await import('./merge-retry.ts')).mergeRetry,
  },
];
